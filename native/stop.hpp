// Stopping long-running work: the work checks now and then whether to stop, and if so throws an
// exception.
#pragma once

#include <atomic>
#include <exception>

namespace sapper {

struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

// Long-running work must call check() several times a second, on boards of any size.
class Stop {
public:
    Stop() = default;
    Stop(const Stop&) = delete;
    Stop& operator=(const Stop&) = delete;
    virtual ~Stop() = default;

    virtual void check() const = 0;
};

// A flag that any thread can set to stop the work of other threads.
class StopFlag final : public Stop {
public:
    void set() { is_set_.store(true, std::memory_order_relaxed); }
    bool is_set() const { return is_set_.load(std::memory_order_relaxed); }
    void check() const override {
        if (is_set()) throw Stopped{};
    }

private:
    std::atomic<bool> is_set_{false};
};

// nullptr means that nothing can stop the work.
inline void check_stop(const Stop* stop) {
    if (stop != nullptr) stop->check();
}

}  // namespace sapper
