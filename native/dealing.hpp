// Deals boards that a given kind of reasoning can solve.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "deal.hpp"
#include "ladder.hpp"
#include "player.hpp"
#include "stop.hpp"
#include "threads.hpp"

namespace sapper {

struct Range {
    int least = 0;
    int most = std::numeric_limits<int>::max();
    bool has(int value) const { return least <= value && value <= most; }
    bool is_all() const { return least <= 0 && most == std::numeric_limits<int>::max(); }
};

struct Wanted {
    Rung least = Rung::given;      // bounds on the rung that the board needs
    Rung most = Rung::mine_count;  // `guess` means no upper bound
    int guesses = -1;              // instead of rungs: the number of guesses in best play, or -1
    bool to_the_end = true;  // if false, only the rungs used before the board gets stuck count
    Range three_bv, openings;
    bool repair = false;  // move mines until the rungs suffice
};

// Boards to deal: one for each of the seeds `seed`, `seed` + 1, ...
struct Order {
    Grid grid;
    int mines = 0;
    StartRule rule = StartRule::any;
    int first = -1;
    int given = 0;  // cells given as safe before the first move, for rule `given`
    std::uint64_t seed = 0;
    std::size_t count = 0;
    std::uint64_t skip = 0;  // number of candidates to skip for the first board
    Wanted wanted;
    Strategy best_play;  // counts guesses
};

// Each thread needs its own Candidates.
class Candidates {
public:
    Candidates(const Order& order, const Stop* stop);

    // Makes a candidate and returns whether it qualifies.
    bool make(std::size_t board, std::uint64_t candidate);

    // Writes the last candidate: its mines in ascending order, then the given cells.
    void write_row(std::uint32_t* row) const;
    std::size_t row_size() const {
        return static_cast<std::size_t>(order_.mines) + static_cast<std::size_t>(order_.given);
    }
    bool undecided() const { return undecided_; }

private:
    // `stuck` means that harder techniques might still solve the candidate.
    enum class Verdict { not_asked, no, yes, stuck };
    Verdict sweep(std::uint64_t seed);
    void lay(std::uint64_t seed);
    bool is_in_range();
    bool qualifies(Verdict verdict);

    const Order& order_;
    const Stop* stop_;
    Ladder ladder_;
    Sweep* sweep_ = nullptr;  // the ladder's sweep, if it can judge candidates
    std::optional<Dealer> dealer_;
    std::optional<Guesser> guesser_;
    std::vector<std::uint8_t> is_mine_, numbers_;
    std::vector<int> given_;  // by rule `given`
    std::vector<int> start_;  // all given cells: the above, or the first cell
    bool undecided_ = false;
};

// The board of a seed does not depend on the number of threads.
class Dealing {
public:
    Dealing(const Order& order, int threads);
    ~Dealing();  // stops and joins
    Dealing(const Dealing&) = delete;
    Dealing& operator=(const Dealing&) = delete;

    std::uint64_t tried() const { return tried_.load(std::memory_order_relaxed); }
    std::uint64_t undecided() const { return undecided_.load(std::memory_order_relaxed); }
    std::size_t found() const { return found_.load(std::memory_order_relaxed); }
    bool finished() const { return threads_.finished(); }
    double seconds() const;  // CPU time of all threads that have ended
    void stop() { stop_.set(); }
    void join();  // rethrows an exception from a thread

    // What candidate() returns, after join(), for a board that had not been found when the search
    // stopped.
    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t candidate(std::size_t board) const;
    const std::uint32_t* row(std::size_t board) const { return rows_.data() + board * row_size_; }
    std::size_t row_size() const { return row_size_; }
    const Order& order() const { return order_; }

private:
    // The number of the next candidate to try, of the lowest candidate known to qualify, and of the
    // lowest candidate that was abandoned.
    struct Search {
        std::atomic<std::uint64_t> next{0}, best{none}, left_out{none};
    };

    void work();
    void search(Candidates& candidates, std::size_t board);

    Order order_;
    std::vector<Search> searches_;
    std::size_t row_size_ = 0;
    std::vector<std::uint32_t> rows_;
    std::atomic<std::size_t> next_board_{0};
    std::atomic<std::size_t> found_{0};
    std::atomic<std::uint64_t> tried_{0}, undecided_{0};
    StopFlag stop_;
    std::mutex mutex_;
    double seconds_ = 0.0;
    std::exception_ptr error_;
    Threads threads_;
};

}  // namespace sapper
