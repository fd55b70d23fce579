// Long-running work that Python starts and Ctrl-C can stop.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "stop.hpp"

namespace sapper {

// Lets Ctrl-C stop work that runs in the calling Python thread with the GIL released. The function
// check() takes the GIL back at most twenty times a second to check for signals.
class SignalStop final : public Stop {
public:
    void check() const override {
        const auto now = std::chrono::steady_clock::now();
        if (last_ == std::chrono::steady_clock::time_point{}) last_ = now;
        if (now - last_ < std::chrono::milliseconds(50)) return;
        last_ = now;
        const nanobind::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

private:
    mutable std::chrono::steady_clock::time_point last_{};  // set on the first check
};

// Runs work(stop) in another thread, until it ends or Ctrl-C stops it. The work may use further
// threads.
template <class F>
void run_interruptibly(F&& work) {
    StopFlag stop;
    std::exception_ptr error;
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::thread thread([&] {
        try {
            work(stop);
        } catch (...) {
            error = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        ended.notify_one();
    });
    bool interrupted = false;
    const auto wait = [&] {
        nanobind::gil_scoped_release release;
        std::unique_lock lock(mutex);
        return ended.wait_for(lock, std::chrono::milliseconds(10), [&] { return done; });
    };
    while (!wait()) {
        if (!interrupted && PyErr_CheckSignals() != 0) {
            interrupted = true;
            stop.set();
        }
    }
    thread.join();
    if (interrupted) throw nanobind::python_error();
    if (error) std::rethrow_exception(error);
}

}  // namespace sapper
