// Long work on behalf of Python, which Ctrl-C can stop. For the bindings alone.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace sapper {

// Runs work(stop) in a thread of its own with the GIL released, and looks at signals meanwhile.
template <class F>
void run_interruptibly(F&& work) {
    std::atomic<bool> stop{false};
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
            stop = true;
        }
    }
    thread.join();
    if (interrupted) throw nanobind::python_error();
    if (error) std::rethrow_exception(error);
}

}  // namespace sapper
