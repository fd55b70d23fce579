// Deals boards that a given kind of reasoning can solve. Without `repair`, all such boards are
// equally likely.
//
// This is rejection sampling. From each seed, further seeds are derived, and the boards dealt from
// them are the candidates. The first candidate that qualifies becomes the board for that seed. All
// boards that obey the start rule are equally likely candidates, so all boards that qualify are
// equally likely results. No other exact sampling method is known. The speed therefore depends on
// how fast a candidate is rejected. The easy techniques are tried first, on all cells in parallel
// (sweep.cpp). Trying the easy techniques takes a microsecond or two on the expert level. A
// candidate is written out with a byte per cell only if the easy techniques do not reject it.
//
// At first each thread works on its own boards. When all boards have been started, idle threads
// help with the unfinished ones, so all cores search even for a single rare board. The board of a
// seed is the qualifying candidate with the lowest number. A search ends when all candidates with
// lower numbers have been tried, so the result does not depend on threads or timing.
//
// With `repair`, a candidate is a dealt board whose mines are moved until it qualifies
// (repair.cpp).

#include "dealing.hpp"

#include <algorithm>

#include "hash.hpp"
#include "repair.hpp"
#include "thread_clock.hpp"

namespace sapper {
namespace {

// Makes the candidates of a seed independent of the boards of neighbouring seeds.
constexpr std::uint64_t salt = 0x6465616C6572;

}  // namespace

Candidates::Candidates(const Order& order, const Stop* stop)
    : order_(order),
      stop_(stop),
      ladder_(stop),
      is_mine_(static_cast<std::size_t>(order.grid.size())),
      numbers_(is_mine_.size()) {
    if (order.wanted.guesses >= 0) {
        Strategy strategy = order.best_play;
        strategy.settings.stop = stop;
        guesser_.emplace(strategy);
    }
    if (order.rule != StartRule::any) start_.push_back(order.first);
    const Wanted& wanted = order.wanted;
    if (wanted.most == Rung::guess || !wanted.to_the_end || guesser_ || wanted.repair) return;
    sweep_ = ladder_.sweep_for(order.grid);
    if (sweep_ == nullptr || order.given > 0) return;
    dealer_.emplace(order.grid, order.mines, order.rule, order.first, sweep_->places(),
                    sweep_->bytes());
}

bool Candidates::make(std::size_t board, std::uint64_t candidate) {
    const std::uint64_t seed = mix(mix(order_.seed + board, salt), candidate);
    undecided_ = false;
    Verdict verdict = Verdict::not_asked;
    const Wanted& wanted = order_.wanted;
    if (sweep_ != nullptr) {
        verdict = sweep(seed);
        if (verdict == Verdict::no) return false;
    } else {
        lay(seed);
    }
    if (wanted.repair) {
        Repair repair{order_.grid, order_.mines, order_.rule, order_.first};
        if (!repair_board(repair, start_, wanted.most, mix(seed, salt), is_mine_.data(), ladder_,
                          stop_)) {
            return false;
        }
    }
    return is_in_range() && qualifies(verdict);
}

void Candidates::lay(std::uint64_t seed) {
    given_ = deal(order_.grid, order_.mines, order_.rule, order_.first, seed, is_mine_.data(),
                  order_.given);
    if (order_.rule == StartRule::any) start_ = given_;
}

Candidates::Verdict Candidates::sweep(std::uint64_t seed) {
    const Wanted& wanted = order_.wanted;
    const std::uint8_t* bytes = nullptr;
    if (dealer_) {
        bytes = dealer_->deal(seed);
        sweep_->lay_bytes(bytes);
    } else {
        lay(seed);
        sweep_->lay(is_mine_.data());
    }
    sweep_->begin(start_);
    if (sweep_->is_hopeless(wanted.most)) return Verdict::no;
    const bool is_won = sweep_->climb(std::min(wanted.most, Rung::difference));
    if (!is_won && wanted.most <= Rung::difference) return Verdict::no;
    if (is_won && wanted.least > Rung::given && sweep_->used() < wanted.least) return Verdict::no;
    if (dealer_) {
        for (std::size_t cell = 0; cell < is_mine_.size(); ++cell) {
            is_mine_[cell] = bytes[sweep_->places()[cell]];
        }
    }
    return is_won ? Verdict::yes : Verdict::stuck;
}

bool Candidates::is_in_range() {
    const Wanted& wanted = order_.wanted;
    if (wanted.three_bv.is_all() && wanted.openings.is_all()) return true;
    count_numbers(order_.grid, is_mine_.data(), numbers_.data());
    const Statistics found = measure(order_.grid, numbers_.data());
    return wanted.three_bv.has(found.three_bv) && wanted.openings.has(found.openings);
}

bool Candidates::qualifies(Verdict verdict) {
    const Wanted& wanted = order_.wanted;
    if (verdict == Verdict::yes) return true;
    const Start start{order_.grid, order_.mines, is_mine_.data(), start_};
    if (guesser_) {
        try {
            return ladder_.count_guesses(start, *guesser_).count == wanted.guesses;
        } catch (const TooWide&) {
            undecided_ = true;
            return false;
        }
    }
    if (wanted.most == Rung::guess) return true;
    if (!wanted.to_the_end) {
        ladder_.climb(start, wanted.most);
        const Rung used = ladder_.used();
        undecided_ = ladder_.undecided();
        return wanted.least <= used && used <= wanted.most && !undecided_;
    }
    // Most boards need a guess, and finding that out is faster than finding the exact technique.
    const bool is_stuck = verdict == Verdict::stuck;
    bool found = true;
    if (wanted.least == Rung::given || wanted.most >= Rung::case_split) {
        found = is_stuck ? ladder_.solves_further(start, wanted.most)
                         : ladder_.solves(start, wanted.most);
    }
    if (found && wanted.least > Rung::given) {
        const Rung rung = is_stuck ? ladder_.climb_further(start, wanted.most)
                                   : ladder_.climb(start, wanted.most);
        found = wanted.least <= rung && rung <= wanted.most;
    }
    undecided_ = ladder_.undecided();
    // If a border was too wide, the technique that the board needs is unknown.
    return found && !undecided_;
}

void Candidates::write_row(std::uint32_t* row) const {
    for (std::size_t cell = 0; cell < is_mine_.size(); ++cell) {
        if (is_mine_[cell]) *row++ = static_cast<std::uint32_t>(cell);
    }
    for (const int cell : given_) *row++ = static_cast<std::uint32_t>(cell);
}

Dealing::Dealing(const Order& order, int threads)
    : order_(order),
      searches_(order.count),
      row_size_(static_cast<std::size_t>(order.mines) + static_cast<std::size_t>(order.given)),
      rows_(order.count * row_size_) {
    if (!searches_.empty()) searches_.front().next = order.skip;
    threads_.start(threads, 1, [this] { work(); });
}

Dealing::~Dealing() { stop(); }

void Dealing::join() {
    threads_.join();
    if (error_) std::rethrow_exception(error_);
}

double Dealing::seconds() const { return seconds_; }

std::uint64_t Dealing::candidate(std::size_t board) const {
    const Search& search = searches_[board];
    return search.best < search.left_out ? search.best.load() : none;
}

void Dealing::search(Candidates& candidates, std::size_t board) {
    Search& search = searches_[board];
    while (search.next.load() < search.best.load()) {
        const std::uint64_t candidate = search.next.fetch_add(1);
        if (candidate >= search.best.load()) return;
        bool found = false;
        try {
            stop_.check();
            found = candidates.make(board, candidate);
        } catch (const Stopped&) {
            const std::lock_guard lock(mutex_);
            if (candidate < search.left_out) search.left_out = candidate;
            throw;
        }
        tried_.fetch_add(1, std::memory_order_relaxed);
        if (candidates.undecided()) undecided_.fetch_add(1, std::memory_order_relaxed);
        if (!found) continue;
        const std::lock_guard lock(mutex_);
        if (candidate >= search.best) return;
        if (search.best == none) found_.fetch_add(1, std::memory_order_relaxed);
        search.best = candidate;
        candidates.write_row(rows_.data() + board * row_size_);
    }
}

void Dealing::work() {
    const double started = thread_seconds();
    try {
        Candidates candidates(order_, &stop_);
        for (;;) {
            const std::size_t board = next_board_.fetch_add(1, std::memory_order_relaxed);
            if (board >= order_.count) break;
            search(candidates, board);
        }
        for (std::size_t board = 0; board < order_.count; ++board) search(candidates, board);
    } catch (const Stopped&) {
    } catch (...) {
        stop();
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
    }
    {
        const std::lock_guard lock(mutex_);
        seconds_ += thread_seconds() - started;
    }
}

}  // namespace sapper
