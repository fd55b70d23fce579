// A group of threads that share work. The group is smaller than requested if the system can't start
// that many threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace sapper {

// The destructor joins the threads, so declare a Threads object after everything that the threads
// use.
class Threads {
public:
    Threads() = default;
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;
    ~Threads() { join(); }

    // Runs work() in `count` threads, or in as many as can be started. If fewer than `least` start,
    // throws the system's error. The function work() must not throw.
    template <class Work>
    void start(int count, int least, const Work& work) {
        threads_.reserve(static_cast<std::size_t>(count));
        running_ = count;
        for (int started = 0; started < count; ++started) {
            try {
                threads_.emplace_back([this, work] {
                    work();
                    running_.fetch_sub(1, std::memory_order_release);
                });
            } catch (...) {
                running_.fetch_sub(count - started);
                if (started < least) throw;
                return;
            }
        }
    }

    bool finished() const { return running_.load(std::memory_order_acquire) == 0; }

    void join() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

private:
    std::atomic<int> running_{0};
    std::vector<std::thread> threads_;
};

}  // namespace sapper
