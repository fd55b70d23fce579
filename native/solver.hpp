// Solver: provable cells and exact odds for a position that changes move by move.
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

// A component is kept until one of its clues changes or a new clue joins it.
struct Component {
    Border border;
    Elimination graph;
    Weights<double> weights;
    Weights<Wide> wide_weights;  // used instead when the counts do not fit a double
    int place_in_live = 0;
    bool is_wide = false;
    bool is_weighed = false;  // the forward pass is done
    std::string refusal;  // why there is no graph, in which case nothing is known about its cells
    std::vector<double> odds;  // for each box, after weigh()
};

struct CertainCell {
    int place = 0;
    bool is_mine = false;
};

// Copying a Solver also copies the position and everything known about it.
class Solver {
public:
    Solver() = default;
    explicit Solver(Limits limits) : limits_(limits) {}

    // Sets the object that tells the solver when to stop. With nullptr, nothing stops the solver.
    void set_stop(const Stop* stop) { limits_.stop = stop; }

    void reset(Grid grid, int mines);

    void read(Grid grid, int mines, const std::uint8_t* states);

    // Each of these three functions returns true if it settled a cell.
    bool apply_rules();  // trivial and pair rules, until they find nothing more
    bool solve_components() {
        return solve_components(nullptr);
    }  // uses one component of the border at a time
    bool weigh();  // uses the mine count, and computes the odds of all cells

    // Lists the cells that solve_components() would settle, without settling them. A later call
    // lists a cell again only if its component has changed.
    void find_certain(std::vector<CertainCell>& found) { solve_components(&found); }

    // Applies all techniques until no more cells are provable, so that the odds are valid. Stops
    // early if the position is contradictory.
    void analyze();

    // The number of borders that solve_components() has skipped because they are too wide. As long
    // as the position has such a border, weigh() throws TooWide.
    int refused() const { return refused_; }

    Position& position() { return position_; }
    const Position& position() const { return position_; }
    bool contradictory() const { return position_.broken(); }

    // These values are valid after weigh() has returned false, if the position is not
    // contradictory.
    double untouched_odds() const { return combination_.untouched_odds(); }
    double log10_boards() const { return combination_.log10_boards(); }
    double boards() const { return combination_.boards(); }

    double odds_at(int place) const;
    int untouched() const;
    // The odds of the least risky unknown cell, or 1 if there is none.
    double least_odds() const;

    // The least risky unknown place, or -1 if there is none. Ties are broken in favour of cells at
    // the border, then of cells with the fewest hidden neighbours, then in reading order.
    int least_risky() const;

    // The place to open next, or -1 if only mines are hidden. A safe place is chosen if there is
    // one, otherwise the least risky place. Ties are broken as in least_risky().
    int safest_place() const;
    int safest() const {
        const int place = safest_place();
        return place < 0 ? -1 : position_.cell_of(place);
    }

    // Writes the odds of each cell, or NaN for an open cell.
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
    std::size_t work_ = 0;  // since the last check for a stop
    Position position_;
    Eliminator eliminator_;
    Combination combination_;
    std::vector<Component> components_;  // slots; the current ones are in live_
    std::vector<int> live_;
    std::vector<int> free_;
    std::vector<int> owner_;       // by place: the slot of the clue's component, or -1
    std::vector<int> index_;       // by place: scratch space for collect_border
    std::vector<double> scratch_;  // scratch space for the backward pass
    std::vector<BoxWeight<double>> box_weights_;
};

}  // namespace sapper
