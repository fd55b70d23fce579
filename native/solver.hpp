// Solver: certainty and exact odds for a position that changes move by move. See solver.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "boxes.hpp"
#include "combine.hpp"
#include "eliminate.hpp"
#include "position.hpp"
#include "weigh.hpp"

namespace sapper {

// One solved border. Kept as long as none of its clues changes.
struct Component {
    Border border;
    Elimination graph;
    Weights<double> weights;
    Weights<Wide> wide_weights;  // used instead when the counts do not fit a double
    int place_in_live = 0;
    bool is_wide = false;
    bool is_weighed = false;   // the forward pass is done
    std::string refusal;       // why there is no graph; nothing is known of its cells then
    std::vector<double> odds;  // by box, after weigh()
};

// An unknown place of which it is certain what it is.
struct CertainCell {
    int place = 0;
    bool is_mine = false;
};

// A Solver is a value: copying it copies the position with everything that is known about it. It
// holds no global state, so that each thread can own one.
class Solver {
public:
    Solver() = default;
    explicit Solver(Limits limits) : limits_(limits) {}

    // Whom to ask whether to stop; nobody, if nullptr. Copies ask as well.
    void set_stop(const Stop* stop) { limits_.stop = stop; }

    // Forgets everything.
    void reset(Grid grid, int mines);

    // Forgets everything and takes in a view, as Position::read.
    void read(Grid grid, int mines, const std::uint8_t* states);

    // The ladder, cheapest first. Each returns true if it settled a cell.
    bool apply_rules();  // trivial and pair rules, until nothing follows
    bool solve_components() {
        return solve_components(nullptr);
    }  // what follows from one component of the border by itself
    bool weigh();  // what follows with the mine count; and the odds of all cells

    // As solve_components(), but the certain cells go to `found` instead of being settled. It is
    // told of each only once, as long as the clues of its component do not change.
    void find_certain(std::vector<CertainCell>& found) { solve_components(&found); }

    // Climbs the ladder until nothing more is certain; the odds are then valid. Stops early when
    // the position is contradictory.
    void analyze();

    // How often solve_components() met a border that is too wide, and left it alone; weigh() throws
    // then.
    int refused() const { return refused_; }

    Position& position() { return position_; }
    const Position& position() const { return position_; }
    bool contradictory() const { return position_.broken(); }

    // After weigh() returned false and the position is not contradictory:
    double untouched_odds() const { return combination_.untouched_odds(); }
    double log10_boards() const { return combination_.log10_boards(); }
    double boards() const { return combination_.boards(); }

    // Of one unknown place.
    double odds_at(int place) const;
    // Unknown cells under no clue.
    int untouched() const;
    // The odds of the least risky unknown cell; 1 when there is none.
    double least_odds() const;

    // The least risky unknown place, or -1 if there is none. Equal risk: cells at the border first,
    // then those with the fewest hidden neighbours, then the first in reading order.
    int least_risky() const;

    // The place to open next: by the same rule a safe one if there is any, else the least risky. -1
    // when only mines are hidden.
    int safest_place() const;
    int safest() const {
        const int place = safest_place();
        return place < 0 ? -1 : position_.cell_of(place);
    }

    // Odds by cell, NaN where open.
    void write_odds(double* odds) const;

    const Combination& combination() const { return combination_; }

    template <class F>
    void for_components(F&& f) const {
        for (const int slot : live_) f(components_[static_cast<std::size_t>(slot)]);
    }

private:
    void count_work(std::size_t work);
    void forget();
    void retire(int slot);
    int new_slot();
    void run_forward(Component& component, std::size_t most);
    void run_backward(Component& component, std::size_t index);
    template <class Number>
    void run_backward_as(const Weights<Number>& weights, Component& component, std::size_t index);
    bool solve_components(std::vector<CertainCell>* found);
    bool settle_certain(const Component& component, std::vector<CertainCell>* found);
    int hidden_neighbours(int place) const;

    Limits limits_;
    int refused_ = 0;
    std::size_t work_ = 0;  // since `stop` was asked
    Position position_;
    Eliminator eliminator_;
    Combination combination_;
    std::vector<Component> components_;  // slots; those in live_ are current
    std::vector<int> live_;
    std::vector<int> free_;
    std::vector<int> owner_;       // by place: the slot of a clue's component, or -1
    std::vector<int> index_;       // by place: scratch of collect_border
    std::vector<double> scratch_;  // of the backward pass
    std::vector<BoxWeight<double>> box_weights_;
};

}  // namespace sapper
