// Computes luck, so that it can be subtracted from a game's result.
//
// Suppose that a player opens an uncertain cell. If the cell is not a mine, it shows a number. That
// number may prove other cells safe, which then show their numbers, and so on until no more cells
// are provable. The board alone decides this chain of openings, and the player's choices do not
// affect it. Let X be 0 if the first cell is a mine, and otherwise the chance of winning at the end
// of the chain, estimated by any function of the public information (win_estimate.cpp). Let E[X] be
// the mean of X over all boards consistent with the public information before the cell was opened.
// Then the luck is X - E[X].
//
// The luck has mean zero, for any choice of cell and any estimate. So the result of a game minus
// the luck of its steps has the same mean as the result itself. This mean is the chance of winning.
// The closer the estimate is to the true chance, the smaller the variance, as with any control
// variate. Subtracting luck in this way is the method of advantage sums, which Zinkevich, Bowling,
// Bard, Kan and Billings developed for poker (Optimal unbiased estimators for evaluating agent
// performance, AAAI 2006). White and Bowling (IJCAI 2009) learn the value function, as we do.
//
// E[X] is (1 - risk) times the mean of X over the boards on which the cell is safe. The risk is
// exact. If few boards are left, all of them are listed, so the mean of X is exact too. Otherwise X
// is averaged over a uniform sample of the boards (sample.cpp). The sample mean is unbiased, so the
// luck still has mean zero. The variance of the luck grows by the variance of X divided by the
// sample size.
//
// The sampled boards depend on the position, the cell and a seed, so two players who make the same
// moves on a board have exactly the same luck. The seed must change from board to board, so that
// sampling errors do not repeat.
//
// A player who leaves safe cells closed, or guesses even though some cell is provably safe, is
// treated in the same way. The chain then contains everything that the board would have revealed.

#include "luck.hpp"

#include "hash.hpp"
#include "sample.hpp"

namespace sapper {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The salt makes the result differ from the seed that dealt the board.
std::uint64_t seed_of_draws(std::span<const std::uint8_t> states, std::uint64_t seed) {
    constexpr std::uint64_t salt = 0x6C75636B;
    return mix(hash_bytes(states, mix(seed, salt)), salt);
}

// Branches on uncertain cells only, so every branch leads to a board.
template <class F>
void for_boards(const Solver& solver, std::uint8_t* is_mine, F&& f) {
    const Position& position = solver.position();
    int split = -1;
    for (int cell = 0; cell < position.grid().size(); ++cell) {
        const int place = position.place_of(cell);
        const std::uint8_t mark = position.at(place).mark;
        if (mark == mark_unknown) split = place;
        is_mine[cell] = mark == mark_mine ? 1 : 0;
    }
    if (split < 0) {
        f();
        return;
    }
    for (const bool mine : {false, true}) {
        Solver part = solver;
        if (mine) {
            part.position().settle_mine(split);
        } else {
            part.position().settle_safe(split);
        }
        part.analyze();
        for_boards(part, is_mine, f);
    }
}

}  // namespace

void Replay::begin(const DealtGame& game) {
    const Grid grid = game.grid;
    is_mine_.resize(at(grid.size()));
    odds_.resize(at(grid.size()));
    states_.assign(at(grid.size()), mark_unknown);
    if (game.first >= 0) {
        states_[at(game.first)] = Position::given_state;
        // The start rule promises a 0 here, so the neighbours are known to be safe even before this
        // cell is open.
        if (game.first_is_zero) {
            grid.for_neighbours(game.first,
                                [&](int cell) { states_[at(cell)] = Position::given_state; });
        }
    }
    for (const int cell : game.given) states_[at(cell)] = Position::given_state;
    solver_.read(grid, game.mines, states_.data());
    truth_.set_board(solver_.position(), game.is_mine);
}

void Replay::open(int place) {
    Position& position = solver_.position();
    region_.assign(1, place);
    while (!region_.empty()) {
        const int next = region_.back();
        region_.pop_back();
        const std::uint8_t mark = position.at(next).mark;
        if (mark != mark_unknown && mark != mark_safe) continue;
        const int cell = position.cell_of(next);
        const std::uint8_t number = truth_.number(next);
        position.open(next, number);
        states_[at(cell)] = number;
        --left_;
        if (number != 0) continue;
        for (int direction = 0; direction < 8; ++direction) {
            region_.push_back(next + position.step(direction));
        }
    }
}

double Replay::estimate_on(const Referee& board) {
    settled_ = surviving_;
    // After a win, analyze() settles the remaining mines too, because the estimate depends on them.
    if (board.open_certain(settled_)) settled_.analyze();
    return estimate_(settled_);
}

// Starts from the view, so that the sample does not depend on earlier moves.
double Replay::expect(const DealtGame& game, std::uint64_t seed) {
    const Grid grid = game.grid;
    surviving_.read(grid, game.mines, states_.data());
    surviving_.analyze();
    double sum = 0.0;
    int boards = 0;
    const auto add = [&] {
        drawn_.set_board(surviving_.position(), is_mine_.data());
        sum += estimate_on(drawn_);
        ++boards;
    };
    if (surviving_.boards() <= samples_) {
        for_boards(surviving_, is_mine_.data(), add);
    } else {
        Sampler sampler(surviving_);
        Random random(seed_of_draws(states_, seed));
        while (boards < samples_) {
            sampler.draw(random, is_mine_.data());
            add();
        }
    }
    return sum / boards;
}

Step Replay::start(const DealtGame& game, std::uint64_t seed) {
    begin(game);
    Step step;
    step.expected = expect(game, seed);
    step.win = estimate_on(truth_);
    return step;
}

const std::vector<Step>& Replay::run(const DealtGame& game, std::span<const int> order,
                                     std::uint64_t seed) {
    begin(game);
    steps_.clear();
    left_ = game.grid.size() - game.mines;
    for (const int cell : order) {
        const Position& position = solver_.position();
        const int place = position.place_of(cell);
        if (position.is_clue(place)) continue;
        // Settled cells stay settled, so another analysis is needed only if this cell is not
        // settled.
        if (position.at(place).mark == mark_unknown) solver_.analyze();
        const bool mine = truth_.is_mine(place);
        if (position.at(place).mark == mark_unknown) {
            solver_.write_odds(odds_.data());
            Step& step = steps_.emplace_back();
            step.cell = cell;
            step.risk = odds_[at(cell)];
            step.alive = !mine;
            states_[at(cell)] = Position::given_state;
            step.expected = expect(game, seed);
            if (!mine) step.win = estimate_on(truth_);
        }
        if (mine) break;
        open(place);
    }
    won_ = left_ == 0;
    return steps_;
}

Luck Replay::luck(const DealtGame& game, std::span<const int> order, std::uint64_t seed) {
    Luck luck;
    for (const Step& step : run(game, order, seed)) {
        luck.survival += step.survival();
        luck.information += step.information();
        ++luck.steps;
    }
    luck.won = won_;
    return luck;
}

}  // namespace sapper
