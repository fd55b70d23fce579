#pragma once

#include <cstdint>

namespace sapper {

// The rungs of the ladder are the techniques, easiest first, as in src/sapper/ladder/techniques.py.
// `guess` is not a technique: it means that no technique helps.
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
