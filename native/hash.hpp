// Bit mixing for dealing, sampling and hash tables of positions.
//
// The functions are splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
// 2014), and FNV-1a (Fowler, Noll, Vo) over the bytes of a view. Boards depend on these functions,
// so the numbers below must never change.
#pragma once

#include <cstdint>
#include <span>

namespace sapper {

inline constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15ULL;  // times 2^64

// The finalizer of splitmix64.
inline std::uint64_t scramble(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

inline std::uint64_t splitmix(std::uint64_t& state) { return scramble(state += golden_ratio); }

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash ^= value;
    return splitmix(hash);
}

inline std::uint64_t nth_seed(std::uint64_t seed, std::uint64_t i) {
    std::uint64_t state = seed ^ (i * golden_ratio);
    splitmix(state);
    return splitmix(state);
}

// The low bits depend only on the low bits of the bytes, so mix() the result.
inline std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes, std::uint64_t seed) {
    for (const std::uint8_t byte : bytes) seed = (seed ^ byte) * 0x100000001B3ULL;
    return seed;
}

}  // namespace sapper
