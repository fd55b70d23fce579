// Luck, to be taken out of a game's result.
//
// A player opens a cell that is not certain. It may be a mine; else it shows a number, that number
// makes cells certain, these show numbers, and so on until nothing is certain: the board decides,
// the player has no choice that matters. Let X be 0 for a mine, else the chance to win at the end
// of that chain, estimated by any function of what is public (win_estimate.cpp). Then
//
//     luck = X - E[X], the mean over all boards that agree with what was public before
//
// has mean zero, however the cell was chosen and whatever the estimate. So the result of a game
// less the luck of its steps has the mean of the result, which is the chance to win; and the nearer
// the estimate is to the true chance, the smaller its variance: a control variate. These are the
// advantage sums of Zinkevich, Bowling, Bard, Kan and Billings (Optimal unbiased estimators for
// evaluating agent performance, AAAI 2006), made for poker; White and Bowling (IJCAI 2009) learn
// the value function, as we do.
//
// E[X] is (1 - risk) times the mean of X over the boards where the cell is safe. The risk is exact.
// The mean is exact where few boards are left: all of them are listed. Elsewhere it is that of some
// boards drawn from them by sample.cpp, each equally likely. Then it is right on average: the luck
// still has mean zero, with a variance that is larger by that of X over the number of boards drawn.
//
// The boards drawn depend on the position, the cell and a seed. So two players who do the same on a
// board have exactly the same luck. The seed has to change from board to board, since the error of
// a draw must not repeat itself.
//
// A player who leaves certain cells closed, or guesses where something is certain, is treated
// alike: the chain is what the board would have told.

#include "luck.hpp"

#include "hash.hpp"
#include "sample.hpp"

namespace sapper {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The seed of the boards that are drawn for a view. Salted: not the numbers that dealt the board.
std::uint64_t seed_of_draws(std::span<const std::uint8_t> states, std::uint64_t seed) {
    constexpr std::uint64_t salt = 0x6C75636B;
    return mix(hash_bytes(states, mix(seed, salt)), salt);
}

// Writes each board of an analyzed position to is_mine and calls f. Every cell that it splits on
// has boards on both sides.
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
        // The rule promises it, so it is public before the cell is open.
        if (game.first_is_zero) {
            grid.for_neighbours(game.first,
                                [&](int cell) { states_[at(cell)] = Position::given_state; });
        }
    }
    for (const int cell : game.given) states_[at(cell)] = Position::given_state;
    solver_.read(grid, game.mines, states_.data());
    truth_.set_board(solver_.position(), game.is_mine);
}

// Opens a cell and, through zeros, its region.
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

// The estimate for the position after the step, when all that is certain on this board is open.
double Replay::estimate_on(const Referee& board) {
    settled_ = surviving_;
    // Once it is won, the mines that are left are settled, too: a value is asked of what is known.
    if (board.open_certain(settled_)) settled_.analyze();
    return estimate_(settled_);
}

// Takes in the view, and gives the mean of estimate_on over its boards, or over some drawn from
// them. It is read anew, so that the boards drawn do not depend on how the player came here.
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
        // What was certain once stays so: only a cell that nothing is known of asks for more.
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
