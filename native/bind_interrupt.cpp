// The end of a command that does not heed Ctrl-C, by a thread of its own: those of Python wait as
// long as a SAT solver or anything else that holds Python's lock works on.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdio>
#include <mutex>
#include <string>

#ifndef _WIN32
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#endif

namespace nb = nanobind;

namespace {

// The main thread and the one below may both come to the end: the first says so, the other waits
// until it is said.
void say_last(const std::string& words) {
    static std::once_flag said;
    std::call_once(said, [&] { std::fputs(words.c_str(), stderr); });
}

}  // namespace

void bind_interrupt(nb::module_& m) {
    m.def("say_last", say_last, nb::arg("words"),
          "Writes the last words of this process to standard error, unless some were written.");
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
                say_last(words);
                _exit(code);
            }).detach();
        },
        nb::arg("descriptor"), nb::arg("signal"), nb::arg("seconds"), nb::arg("words"),
        nb::arg("code"),
        "Ends the process some seconds after the number of a signal came through a pipe.");
#endif
}
