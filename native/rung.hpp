// Rung: how hard reasoning is.
#pragma once

#include <cstdint>

namespace sapper {

// The rungs of the ladder, the easiest first, as in src/sapper/ladder/techniques.py; `guess` is
// none of them: nothing is certain.
enum class Rung : std::uint8_t {
    given,
    single_clue,
    subset,
    difference,
    chain,
    combination,
    case_split,
    mine_count,
    guess,
};

}  // namespace sapper
