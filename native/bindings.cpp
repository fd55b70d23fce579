// The Python module sapper._engine: each bind_*.cpp binds one part and holds no algorithm.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_board(nb::module_& m);
void bind_champion(nb::module_& m);
void bind_dealer(nb::module_& m);
void bind_luck(nb::module_& m);
void bind_odds(nb::module_& m);
void bind_optimal(nb::module_& m);

NB_MODULE(_engine, m) {
    m.doc() = "Sapper's native engine: dealing, floods, exact odds, the champion, optimal play.";
    // The networks of champion.py are kept until the process ends: no leak that anyone could mend.
    nb::set_leak_warnings(false);
    bind_board(m);
    bind_champion(m);
    bind_dealer(m);
    bind_odds(m);
    bind_luck(m);
    bind_optimal(m);
}
