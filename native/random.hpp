// Random: a small generator that gives the same numbers on every machine and compiler.
//
// The generator is xoshiro256** by Blackman and Vigna (2018), seeded by splitmix64 (hash.hpp).
// Bounded numbers use Lemire's multiplication with rejection (2019).
#pragma once

#include <array>
#include <cstdint>

#include "hash.hpp"

namespace sapper {

class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) word = splitmix(seed);
    }

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    // Uniform in 0 .. n-1; n must be positive.
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        auto low = static_cast<std::uint32_t>(product);
        if (low < n) {
            const std::uint32_t threshold = (0U - n) % n;
            while (low < threshold) {
                product = (next() >> 32) * n;
                low = static_cast<std::uint32_t>(product);
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace sapper
