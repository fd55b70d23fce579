// The Python module sapper._engine. Each file bind_*.cpp binds one part of the engine and contains
// no algorithms.
#include <nanobind/nanobind.h>

#include <exception>
#include <string>
#include <system_error>

namespace nb = nanobind;

void bind_board(nb::module_& m);
void bind_champion(nb::module_& m);
void bind_dealer(nb::module_& m);
void bind_env(nb::module_& m);
void bind_label(nb::module_& m);
void bind_luck(nb::module_& m);
void bind_odds(nb::module_& m);
void bind_optimal(nb::module_& m);

#if defined(__clang__)
#define SAPPER_COMPILER "Clang " __clang_version__
#elif defined(__GNUC__)
#define SAPPER_COMPILER "GCC " __VERSION__
#elif defined(_MSC_VER)
#define SAPPER_TEXT(value) #value
#define SAPPER_TEXT_OF(macro) SAPPER_TEXT(macro)
#define SAPPER_COMPILER "MSVC " SAPPER_TEXT_OF(_MSC_VER)
#else
#define SAPPER_COMPILER "another compiler"
#endif
#if defined(NDEBUG)
#define SAPPER_KIND "optimized"
#else
#define SAPPER_KIND "with assertions"
#endif
#if defined(Py_LIMITED_API)
#define SAPPER_ABI "stable ABI"
#else
#define SAPPER_ABI "for this Python version only"
#endif

namespace {

// Raises OSError if the system can't start a thread, as Python does if it can't start a process.
void translate_system_error(const std::exception_ptr& problem, void*) {
    try {
        std::rethrow_exception(problem);
    } catch (const std::system_error& error) {
        if (error.code() != std::errc::resource_unavailable_try_again) throw;
        const std::string words = "can't start a thread: " + error.code().message();
        PyErr_SetObject(PyExc_OSError, nb::make_tuple(error.code().value(), words.c_str()).ptr());
    }
}

}  // namespace

NB_MODULE(_engine, m) {
    nb::register_exception_translator(translate_system_error);
    m.attr("build") = SAPPER_COMPILER ", " SAPPER_KIND ", " SAPPER_ABI;
    m.doc() = "Sapper's native engine: dealing, floods, exact odds, the champion, optimal play.";
    // champion.py keeps its networks until the process ends, which is not a leak.
    nb::set_leak_warnings(false);
    bind_board(m);
    bind_champion(m);
    bind_dealer(m);
    bind_env(m);
    bind_odds(m);
    bind_label(m);
    bind_luck(m);
    bind_optimal(m);
}
