// The end of a command that does not heed Ctrl-C, by a thread of its own: those of Python wait as
// long as a SAT solver or anything else that holds Python's lock works on.
#include <nanobind/nanobind.h>

#ifndef _WIN32
#include <nanobind/stl/string.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>
#endif

namespace nb = nanobind;

void bind_interrupt(nb::module_& m) {
#ifndef _WIN32
    m.def(
        "end_after_signal",
        [](int descriptor, int signal, double seconds, const std::string& words, int code) {
            std::thread([=] {
                unsigned char byte = 0;
                do {
                    const auto count = read(descriptor, &byte, 1);
                    if (count == 0 || (count < 0 && errno != EINTR)) {
                        return;
                    }
                } while (byte != signal);
                std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
                [[maybe_unused]] const auto written =
                    write(STDERR_FILENO, words.data(), words.size());
                _exit(code);
            }).detach();
        },
        nb::arg("descriptor"), nb::arg("signal"), nb::arg("seconds"), nb::arg("words"),
        nb::arg("code"),
        "Ends the process some seconds after the number of a signal came through a pipe.");
#else
    (void)m;
#endif
}
