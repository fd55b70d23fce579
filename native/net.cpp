// The network that rates a guess. The inputs of the network are a patch of the board around the
// guessed cell, and a few scalars.
//
// Each square of the patch has a kind: the number of mines that an open cell still needs (0-8), an
// unknown cell that touches no clue (10), a known mine (11), a square beyond the edge (12), or the
// range of odds of an unknown border cell (13-19). The first layer adds up rows of tables: each
// square selects one row by its kind, and each unknown cell adds a second row, multiplied by the
// odds of the cell. So the product with a sparse vector becomes a table lookup. The first layer is
// an n-tuple network (Bledsoe and Browning 1959; Lucas, Learning to play Othello with n-tuple
// systems, 2008) with tuples of one square. The tables hold rows instead of single weights, as in
// the first layer of NNUE (Nasu 2018), but there are no incremental updates. Two small dense layers
// come after the first layer. Every sum has a fixed order and operations are never fused, so all
// machines get the same result.

#include "net.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace sapper {
namespace {

constexpr std::uint8_t kind_untouched = 10;
constexpr std::uint8_t kind_mine = 11;
constexpr std::uint8_t kind_wall = 12;
constexpr std::uint8_t kind_border = 13;
// These bounds are not close to any simple fraction, so rounded odds still give the right kind.
constexpr std::array<double, 6> odds_edges = {0.105, 0.215, 0.29, 0.45, 0.55, 0.74};

constexpr std::array<std::array<std::uint8_t, Net::squares>, 8> turned = [] {
    std::array<std::array<std::uint8_t, Net::squares>, 8> ways{};
    constexpr std::size_t size = 2 * Net::radius + 1;
    for (std::size_t way = 0; way < 8; ++way) {
        for (std::size_t square = 0; square < Net::squares; ++square) {
            std::size_t row = square / size;
            std::size_t column = square % size;
            if ((way & 1U) != 0) row = size - 1 - row;
            if ((way & 2U) != 0) column = size - 1 - column;
            if ((way & 4U) != 0) std::swap(row, column);
            ways[way][square] = static_cast<std::uint8_t>(row * size + column);
        }
    }
    return ways;
}();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Uses wider instructions if the machine has them. The results do not change, because each sum has
// a fixed order.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define SAPPER_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SAPPER_WIDE
#endif

// out = start + the sum of the rows, each times its factor.
SAPPER_WIDE void add_rows(const float* start, std::span<const Row> rows, std::size_t width,
                          float* out) {
    constexpr std::size_t block = 32;  // kept in registers
    std::size_t from = 0;
    for (; from + block <= width; from += block) {
        std::array<float, block> sum;
        for (std::size_t u = 0; u < block; ++u) sum[u] = start[from + u];
        for (const Row& row : rows) {
            const float* values = row.values + from;
            for (std::size_t u = 0; u < block; ++u) sum[u] += row.factor * values[u];
        }
        for (std::size_t u = 0; u < block; ++u) out[from + u] = sum[u];
    }
    for (; from < width; ++from) {
        float sum = start[from];
        for (const Row& row : rows) sum += row.factor * row.values[from];
        out[from] = sum;
    }
}

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint32_t word() {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{next()} << (8 * i);
        return value;
    }
    std::vector<float> floats(std::size_t count) {
        std::vector<float> values(count);
        for (float& value : values) {
            const std::uint32_t bits = word();
            std::memcpy(&value, &bits, sizeof value);
            if (!std::isfinite(value)) throw std::invalid_argument("a weight is not finite");
        }
        return values;
    }
    bool at_end() const { return next_ == bytes_.size(); }

private:
    std::uint8_t next() {
        if (next_ == bytes_.size()) throw std::invalid_argument("the network is cut short");
        return bytes_[next_++];
    }

    std::span<const std::uint8_t> bytes_;
    std::size_t next_ = 0;
};

}  // namespace

Net::Net(std::span<const std::uint8_t> bytes) {
    Reader reader(bytes);
    constexpr std::uint32_t magic = 0x54454E53;  // "SNET"
    if (reader.word() != magic) throw std::invalid_argument("this is not a network");
    if (reader.word() != radius) throw std::invalid_argument("the network has the wrong radius");
    first_ = reader.word();
    second_ = reader.word();
    if (first_ > 1024 || second_ > 1024) throw std::invalid_argument("the network is too large");
    by_kind_ = reader.floats(squares * kinds * first_);
    by_odds_ = reader.floats(squares * 2 * first_);
    by_scalar_ = reader.floats(scalars * first_);
    bias_ = reader.floats(first_);
    hidden_ = reader.floats(first_ * second_);
    hidden_bias_ = reader.floats(second_);
    out_ = reader.floats(second_);
    direct_ = reader.floats(scalars);
    out_bias_ = reader.floats(1)[0];
    if (!reader.at_end()) throw std::invalid_argument("the network is too long");
}

Rater::Rater(std::shared_ptr<const Net> net)
    : net_(std::move(net)), rows_(std::max(Net::scalars + 2 * Net::squares, net_->first_)) {}

void Rater::read(const Solver& solver) {
    const Position& position = solver.position();
    const Grid grid = position.grid();
    constexpr int margin = Net::radius;
    stride_ = grid.width + 2 * margin;
    place_stride_ = position.stride();
    kind_.assign(at(stride_) * at(grid.height + 2 * margin), kind_wall);
    odds_.assign(kind_.size(), 0.0F);
    const auto untouched_odds = static_cast<float>(solver.untouched_odds());
    for (int row = 0; row < grid.height; ++row) {
        const std::size_t line = at(row + margin) * at(stride_) + at(margin);
        for (int column = 0; column < grid.width; ++column) {
            const Square& square = position.at(position.place_at(row, column));
            const std::size_t i = line + at(column);
            if (square.mark <= 8) {
                kind_[i] = static_cast<std::uint8_t>(square.lacking);
            } else if (square.mark == mark_unknown) {
                kind_[i] = kind_untouched;
                odds_[i] = untouched_odds;
            } else {
                kind_[i] = kind_mine;
            }
        }
    }
    solver.for_components([&](const Component& component) {
        for (std::size_t b = 0; b < component.odds.size(); ++b) {
            const double odds = component.odds[b];
            std::uint8_t kind = kind_border;
            for (const double edge : odds_edges)
                kind = static_cast<std::uint8_t>(kind + (odds > edge));
            for (const int place : component.border.boxes[b].cell_span()) {
                const int row = place / place_stride_ - Position::wall_rows;
                const int column = place % place_stride_ - 1;
                const std::size_t i = at(row + margin) * at(stride_) + at(column + margin);
                kind_[i] = kind;
                odds_[i] = static_cast<float>(odds);
            }
        }
    });
}

void Rater::surroundings(int place, std::array<std::uint8_t, Net::squares>& kinds,
                         std::array<float, Net::squares>& odds) const {
    constexpr int size = 2 * Net::radius + 1;
    const int top = place / place_stride_ - Position::wall_rows;
    const int left = place % place_stride_ - 1;
    for (int row = 0; row < size; ++row) {
        const std::size_t from = at(top + row) * at(stride_) + at(left);
        std::copy_n(kind_.begin() + static_cast<std::ptrdiff_t>(from), size,
                    kinds.begin() + row * size);
        std::copy_n(odds_.begin() + static_cast<std::ptrdiff_t>(from), size,
                    odds.begin() + row * size);
    }
}

double Rater::rate(int place, const Net::Scalars& scalars) {
    surroundings(place, near_kinds_, near_odds_);
    return rate_way(scalars, 0);
}

double Rater::rate_all_ways(int place, const Net::Scalars& scalars) {
    surroundings(place, near_kinds_, near_odds_);
    double sum = 0.0;
    for (std::size_t way = 0; way < 8; ++way) sum += rate_way(scalars, way);
    return sum / 8.0;
}

double Rater::rate_way(const Net::Scalars& scalars, std::size_t way) {
    const Net& net = *net_;
    const std::size_t width = net.first_;
    std::size_t count = 0;
    for (std::size_t s = 0; s < Net::scalars; ++s) {
        if (scalars[s] != 0.0F) rows_[count++] = {net.by_scalar_.data() + s * width, scalars[s]};
    }
    for (std::size_t i = 0; i < Net::squares; ++i) {
        const std::size_t square = turned[way][i];
        const std::size_t kind = near_kinds_[i];
        rows_[count++] = {net.by_kind_.data() + (square * Net::kinds + kind) * width, 1.0F};
        if (kind == kind_untouched || kind >= kind_border) {
            const std::size_t sort = kind == kind_untouched ? 1 : 0;
            rows_[count++] = {net.by_odds_.data() + (square * 2 + sort) * width, near_odds_[i]};
        }
    }
    first_.resize(width);
    add_rows(net.bias_.data(), {rows_.data(), count}, width, first_.data());
    count = 0;
    for (std::size_t u = 0; u < width; ++u) {
        if (first_[u] > 0.0F) rows_[count++] = {net.hidden_.data() + u * net.second_, first_[u]};
    }
    second_.resize(net.second_);
    add_rows(net.hidden_bias_.data(), {rows_.data(), count}, net.second_, second_.data());
    float out = net.out_bias_;
    for (std::size_t v = 0; v < net.second_; ++v) {
        if (second_[v] > 0.0F) out += second_[v] * net.out_[v];
    }
    for (std::size_t s = 0; s < Net::scalars; ++s) out += scalars[s] * net.direct_[s];
    return 1.0 / (1.0 + std::exp(-static_cast<double>(out)));
}

}  // namespace sapper
