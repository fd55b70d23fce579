// The end of a command that does not heed Ctrl-C, by a thread of its own: those of Python wait as
// long as a SAT solver or anything else that holds Python's lock works on.
#include <nanobind/nanobind.h>

#ifndef _WIN32
#include <nanobind/stl/string.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>
#endif

namespace nb = nanobind;

#ifndef _WIN32
namespace {

constexpr int late = -1, closed = -2;

// The next byte of a pipe; `late` when the time is up (-1: never), `closed` when none can come.
int next_byte(int descriptor, int milliseconds) {
    pollfd waiting{descriptor, POLLIN, 0};
    int ready = 0;
    do {
        ready = poll(&waiting, 1, milliseconds);
    } while (ready < 0 && errno == EINTR);
    unsigned char byte = 0;
    return ready == 0 ? late : ready > 0 && read(descriptor, &byte, 1) == 1 ? byte : closed;
}

}  // namespace
#endif

void bind_interrupt(nb::module_& m) {
#ifndef _WIN32
    m.def(
        "end_after_signal",
        [](int descriptor, int signal, double seconds, const std::string& words, int code) {
            std::thread([=] {
                int byte = 0;
                do {
                    byte = next_byte(descriptor, -1);
                } while (byte != signal && byte != closed);
                using Clock = std::chrono::steady_clock;
                const auto end = Clock::now() + std::chrono::duration<double>(seconds);
                while (byte != closed) {
                    const std::chrono::duration<double, std::milli> left = end - Clock::now();
                    if (left.count() <= 0) {
                        [[maybe_unused]] const auto written =
                            write(STDERR_FILENO, words.data(), words.size());
                        _exit(code);
                    }
                    byte = next_byte(descriptor, static_cast<int>(left.count()) + 1);
                }
                close(descriptor);
            }).detach();
        },
        nb::arg("descriptor"), nb::arg("signal"), nb::arg("seconds"), nb::arg("words"),
        nb::arg("code"),
        "Ends the process some seconds after the number of a signal came through a pipe, unless "
        "the "
        "other end of the pipe is closed before.");
#else
    (void)m;
#endif
}
