// Wide: a non-negative number with the precision of a double and a 64-bit exponent.
//
// Zero stays exact, because a sum of non-negative terms is zero only if every term is.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace sapper {

struct Wide {
    double mantissa = 0.0;      // in [0.5, 1), or 0
    std::int64_t exponent = 0;  // the value is mantissa * 2^exponent

    Wide() = default;
    Wide(double value) : Wide(value, 0) {}  // implicit, so that a double can be used as a Wide
    Wide(double value, std::int64_t shift) {
        // This code is several times as fast as std::frexp. Zero and subnormal numbers still use
        // std::frexp.
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const auto biased = static_cast<std::int64_t>(bits >> 52);
        if (biased == 0) {
            int e = 0;
            mantissa = std::frexp(value, &e);
            exponent = value == 0.0 ? 0 : shift + e;
            return;
        }
        mantissa = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFU) | 0x3FE0000000000000U);
        exponent = shift + biased - 1022;
    }

    friend Wide operator*(const Wide& a, const Wide& b) {
        return {a.mantissa * b.mantissa, a.exponent + b.exponent};
    }
    friend Wide operator+(const Wide& a, const Wide& b) {
        if (a.mantissa == 0.0) return b;
        if (b.mantissa == 0.0) return a;
        const std::int64_t gap = a.exponent - b.exponent;
        if (gap < 0) return b + a;
        if (gap > 100) return a;
        const double factor = std::bit_cast<double>(static_cast<std::uint64_t>(1023 - gap) << 52);
        return {a.mantissa + b.mantissa * factor, a.exponent};
    }
    Wide& operator+=(const Wide& other) { return *this = *this + other; }

    bool is_zero() const { return mantissa == 0.0; }
    double log2() const { return std::log2(mantissa) + static_cast<double>(exponent); }

    // The value times 2^-shift as a double. Results below 2^-1061 become 0, and the exponent of a
    // result is at most 1023.
    double scaled(std::int64_t shift) const {
        const std::int64_t e = exponent - shift;
        if (e < -1060) return 0.0;
        return std::ldexp(mantissa, static_cast<int>(e < 1023 ? e : 1023));
    }
};

}  // namespace sapper
