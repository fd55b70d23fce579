#pragma once

#include <chrono>
#include <ctime>

namespace sapper {

// CPU time of this thread if the system has such a clock, otherwise wall-clock time.
inline double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
#endif
}

}  // namespace sapper
