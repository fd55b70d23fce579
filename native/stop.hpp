// Being asked to stop: a long computation leaves by an exception, from wherever it is.
#pragma once

#include <atomic>
#include <exception>

namespace sapper {

struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

// Throws Stopped once the flag is set. No flag: nobody will ask.
inline void check_stop(const std::atomic<bool>* stop) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Stopped{};
}

}  // namespace sapper
