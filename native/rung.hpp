#pragma once

#include <cstdint>

namespace sapper {

// The rungs of the ladder, easiest first, as in src/sapper/ladder/techniques.py. `guess` means that
// nothing is certain.
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
