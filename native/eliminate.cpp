// Dynamic programming over partial sums, with the boxes in a good order.
//
// Boxes are filled one after another. The boxes filled so far affect the later ones only through
// the number of mines that each unfinished clue still needs. So two fillings that agree on these
// numbers are merged into one state. The number of states depends on how many clues are unfinished
// at once, not on the number of fillings. That is why long borders are cheap and only wide borders
// are expensive. The method is called bucket elimination (Dechter 1999). Minesweeper programs
// merged equal remainders before any paper that we know of described this.
//
// The order of the boxes is greedy: the next clue to finish is the unfinished clue whose remaining
// boxes touch the fewest new clues.
//
// A key stores the remainders, one in each nibble. Giving k mines to a box subtracts k from the
// nibbles of its clues, which means subtracting the same constant from every key. So if a layer is
// sorted, its images under each k are sorted too, and the next layer is a merge of at most nine
// sorted lists. Merging needs no hash table and gives the same order on every machine.

#include "eliminate.hpp"

#include <algorithm>
#include <string>

namespace sapper {
namespace {

[[noreturn]] void refuse(const std::string& what, std::size_t limit, const Border& border) {
    throw TooWide("a connected border of " + std::to_string(border.clues.size()) + " clues and " +
                  std::to_string(border.cells) + " cells is too wide: it needs more than " +
                  std::to_string(limit) + " " + what);
}

// Marks the states that reach the end, and cuts the arcs to all other states.
void cut_dead_ends(const Border& border, Elimination& graph) {
    graph.possible.assign(border.boxes.size(), 0);
    const std::size_t layers = graph.order.size();
    for (std::uint32_t s = graph.layer_begin[layers]; s < graph.layer_begin[layers + 1]; ++s) {
        graph.states[s].alive = true;
    }
    for (std::size_t layer = layers; layer-- > 0;) {
        unsigned possible = 0;
        for (std::uint32_t s = graph.layer_begin[layer]; s < graph.layer_begin[layer + 1]; ++s) {
            Elimination::State& state = graph.states[s];
            state.alive = false;
            for (unsigned j = 0; j < state.arcs; ++j) {
                std::uint32_t& target = graph.targets[state.first_arc + j];
                if (graph.states[target].alive) {
                    state.alive = true;
                    possible |= 1U << (state.least + j);
                } else {
                    target = Elimination::dead;
                }
            }
        }
        graph.possible[static_cast<std::size_t>(graph.order[layer])] =
            static_cast<std::uint16_t>(possible);
    }
}

}  // namespace

void Eliminator::choose_order(const Border& border, const Limits& limits, std::vector<int>& order) {
    const std::size_t clues = border.clues.size();
    order.clear();
    ordered_.assign(border.boxes.size(), 0);
    opened_.assign(clues, 0);
    boxes_left_.resize(clues);
    for (std::size_t c = 0; c < clues; ++c) {
        boxes_left_[c] = border.box_begin[c + 1] - border.box_begin[c];
    }
    open_.clear();

    const auto each_box = [&](int clue, auto&& f) {
        const auto c = static_cast<std::size_t>(clue);
        for (int i = border.box_begin[c]; i < border.box_begin[c + 1]; ++i) {
            const int b = border.clue_boxes[static_cast<std::size_t>(i)];
            if (!ordered_[static_cast<std::size_t>(b)]) f(b);
        }
    };
    const auto newly_open = [&](int b) {
        int count = 0;
        for (const int clue : border.boxes[static_cast<std::size_t>(b)].clue_span()) {
            const auto c = static_cast<std::size_t>(clue);
            if (!opened_[c] && boxes_left_[c] > 1) ++count;
        }
        return count;
    };

    int current = static_cast<int>(clues) - 1;  // the far end of the breadth-first walk
    for (;;) {
        while (boxes_left_[static_cast<std::size_t>(current)] > 0) {
            int chosen = -1;
            int fewest = 99;
            each_box(current, [&](int b) {
                const int count = newly_open(b);
                if (count < fewest) {
                    fewest = count;
                    chosen = b;
                }
            });
            order.push_back(chosen);
            ordered_[static_cast<std::size_t>(chosen)] = 1;
            for (const int clue : border.boxes[static_cast<std::size_t>(chosen)].clue_span()) {
                const auto c = static_cast<std::size_t>(clue);
                --boxes_left_[c];
                if (!opened_[c]) {
                    opened_[c] = 1;
                    open_.push_back(clue);
                }
            }
        }
        std::erase_if(open_,
                      [&](int clue) { return boxes_left_[static_cast<std::size_t>(clue)] == 0; });
        if (open_.empty()) break;
        if (open_.size() > limits.open_clues) {
            refuse("clues half done at once", limits.open_clues, border);
        }
        int fewest = 1 << 20;
        for (const int clue : open_) {
            int cost = 0;
            each_box(clue, [&](int b) { cost += 16 * newly_open(b) + 1; });
            if (cost < fewest) {
                fewest = cost;
                current = clue;
            }
        }
    }
}

void Eliminator::merge_layer(Elimination& graph, std::size_t layer, const Key& unit, int size) {
    const std::size_t count = keys_.size();
    const std::uint32_t begin = graph.layer_begin[layer];
    const Elimination::State* states = graph.states.data() + begin;
    next_.clear();
    const auto next_begin = static_cast<std::uint32_t>(graph.states.size());

    std::array<std::size_t, 9> head{};  // by k: the first state whose image is not merged yet
    std::array<Key, 9> image{};
    std::array<Key, 9> step{};
    const auto advance = [&](int k) {
        const auto u = static_cast<std::size_t>(k);
        std::size_t i = head[u];
        while (i < count && (k < states[i].least || k >= states[i].least + states[i].arcs)) ++i;
        head[u] = i;
        if (i < count) image[u] = keys_[i].minus(step[u]);
    };
    int running = 0;  // lists that are not exhausted; they are at the front of `ks`
    std::array<int, 9> ks{};
    for (int k = 0; k <= size; ++k) {
        const auto u = static_cast<std::size_t>(k);
        step[u] = {unit.high * u, unit.low * u};
        advance(k);
        if (head[u] < count) ks[static_cast<std::size_t>(running++)] = k;
    }
    while (running > 0) {
        int best = 0;
        for (int j = 1; j < running; ++j) {
            const auto a = static_cast<std::size_t>(ks[static_cast<std::size_t>(j)]);
            const auto b = static_cast<std::size_t>(ks[static_cast<std::size_t>(best)]);
            if (image[a] < image[b]) best = j;
        }
        const int k = ks[static_cast<std::size_t>(best)];
        const auto u = static_cast<std::size_t>(k);
        if (next_.empty() || !(next_.back() == image[u])) next_.push_back(image[u]);
        const Elimination::State& state = states[head[u]];
        graph.targets[state.first_arc + static_cast<std::uint32_t>(k - state.least)] =
            next_begin + static_cast<std::uint32_t>(next_.size() - 1);
        ++head[u];
        advance(k);
        if (head[u] == count) {
            std::swap(ks[static_cast<std::size_t>(best)], ks[static_cast<std::size_t>(--running)]);
        }
    }
    graph.states.resize(next_begin + next_.size());
    keys_.swap(next_);
}

void Eliminator::eliminate(const Border& border, const Limits& limits, Elimination& graph) {
    choose_order(border, limits, graph.order);

    const std::size_t clues = border.clues.size();
    slot_.assign(clues, -1);
    cells_left_.assign(clues, 0);
    for (const Box& box : border.boxes) {
        for (const int clue : box.clue_span()) {
            cells_left_[static_cast<std::size_t>(clue)] += box.size;
        }
    }
    std::uint32_t free_slots = 0xFFFFFFFFU;
    graph.layer_begin.clear();
    graph.states.clear();
    graph.targets.clear();
    keys_.assign(1, Key{});
    graph.states.emplace_back();
    graph.layer_begin.push_back(0);

    for (std::size_t layer = 0; layer < graph.order.size(); ++layer) {
        const Box& box = border.boxes[static_cast<std::size_t>(graph.order[layer])];
        const auto n = static_cast<std::size_t>(box.clue_count);
        std::array<int, 8> slot{};
        std::array<int, 8> cells_after{};
        Key unit;
        std::uint32_t freed = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const auto c = static_cast<std::size_t>(box.clues[i]);
            if (slot_[c] < 0) {
                if (free_slots == 0) {
                    refuse("clues half done at once", limits.open_clues, border);
                }
                slot_[c] = std::countr_zero(free_slots);
                free_slots &= free_slots - 1;
                for (Key& key : keys_) key.add(slot_[c], border.lacking[c]);
            }
            slot[i] = slot_[c];
            unit.add(slot[i], 1);
            cells_after[i] = cells_left_[c] -= box.size;
            // The remainder will be 0 after this box, so another clue can use the nibble.
            if (cells_after[i] == 0) freed |= 1U << slot[i];
        }

        const std::uint32_t begin = graph.layer_begin[layer];
        std::size_t arcs = graph.targets.size();
        for (std::size_t s = 0; s < keys_.size(); ++s) {
            int least = 0;
            int most = box.size;
            for (std::size_t i = 0; i < n; ++i) {
                const int lacking = keys_[s].nibble(slot[i]);
                least = std::max(least, lacking - cells_after[i]);
                most = std::min(most, lacking);
            }
            Elimination::State& state = graph.states[begin + s];
            state.first_arc = static_cast<std::uint32_t>(arcs);
            state.least = static_cast<std::uint8_t>(least);
            state.arcs = static_cast<std::uint8_t>(std::max(0, most - least + 1));
            arcs += state.arcs;
        }
        if (arcs > limits.arcs) refuse("steps", limits.arcs, border);
        graph.targets.resize(arcs);
        graph.layer_begin.push_back(static_cast<std::uint32_t>(graph.states.size()));
        merge_layer(graph, layer, unit, box.size);
        free_slots |= freed;
        if (keys_.size() > limits.states) refuse("states at once", limits.states, border);
    }
    graph.layer_begin.push_back(static_cast<std::uint32_t>(graph.states.size()));
    cut_dead_ends(border, graph);
}

}  // namespace sapper
