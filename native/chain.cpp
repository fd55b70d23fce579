// Chain: facts of the form "at least a and at most b mines among these cells", compared two at a
// time.
//
// The file src/sapper/ladder/techniques.py defines this rule and all other techniques. Facts are
// kept for these sets: the unknown cells of each clue, and for two clues that share cells, the
// shared cells and the other cells of each clue. Two facts about overlapping sets X and Y give
// bounds for the shared cells, and for the other cells of each set:
//
//     X & Y   at least max(0, least X - |X \ Y|, least Y - |Y \ X|), at most min(|X & Y|, most X,
//             most Y); or the known bounds of X & Y, if they are tighter
//     X \ Y   at least least X - most (X & Y), at most most X - least (X & Y).
//
// A bound is kept only if it is about one of these sets. But if any bound shows that its cells are
// all safe or all mines, these cells are settled. Bounds only get tighter and there are finitely
// many possible bounds, so the order of comparisons does not affect the result.
//
// Every set is a union of at most eight boxes (boxes.cpp), so a set is a short sorted list. When a
// fact gets tighter, it is queued and compared with all facts that overlap it. Other pairs are not
// compared again. If the fact about X & Y gets tighter, X and Y need not be compared with each
// other. Comparing the tighter fact with X and with Y gives the same bounds for X \ Y and Y \ X.

#include "chain.hpp"

#include <algorithm>
#include <array>

namespace sapper {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Set {
    std::array<int, 8> boxes{};
    int count = 0;
    int cells = 0;

    void add(int box, int size) {
        boxes[at(count++)] = box;
        cells += size;
    }
    friend bool operator==(const Set&, const Set&) = default;
};

struct Parts {
    Set shared, first, second;
};

Parts parts_of(const Set& first, const Set& second, const Border& border) {
    Parts parts;
    int i = 0;
    int j = 0;
    const auto add = [&](Set& set, int box) { set.add(box, border.boxes[at(box)].size); };
    while (i < first.count || j < second.count) {
        const int a = i < first.count ? first.boxes[at(i)] : second.boxes[at(j)] + 1;
        const int b = j < second.count ? second.boxes[at(j)] : a + 1;
        if (a == b) {
            add(parts.shared, a);
            ++i;
            ++j;
        } else if (a < b) {
            add(parts.first, a);
            ++i;
        } else {
            add(parts.second, b);
            ++j;
        }
    }
    return parts;
}

struct Fact {
    Set set;
    int least = 0;
    int most = 0;
    bool is_queued = false;
};

class Facts {
public:
    Facts(const Border& border, std::vector<SettledBox>& settled)
        : border_(border), settled_(settled), is_settled_(border.boxes.size(), 0) {
        make_sets();
        by_box_.resize(border.boxes.size());
        for (std::size_t i = 0; i < facts_.size(); ++i) {
            const Set& set = facts_[i].set;
            for (int k = 0; k < set.count; ++k) by_box_[at(set.boxes[at(k)])].push_back(i);
        }
        seen_.assign(facts_.size(), no_stamp);
        for (std::size_t clue = 0; clue < border.clues.size(); ++clue) {
            limit(clues_[clue], border.lacking[clue], border.lacking[clue]);
        }
    }

    void compare_all() {
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            const std::size_t one = queue_[next];
            facts_[one].is_queued = false;
            const Set set = facts_[one].set;
            for (int k = 0; k < set.count; ++k) {
                for (const std::size_t other : by_box_[at(set.boxes[at(k)])]) {
                    if (seen_[other] == next || other == one) continue;
                    seen_[other] = next;  // the position in the queue serves as a stamp
                    compare(facts_[one], facts_[other]);
                }
            }
        }
    }

private:
    static constexpr std::size_t no_stamp = static_cast<std::size_t>(-1);

    void make_sets() {
        for (std::size_t clue = 0; clue < border_.clues.size(); ++clue) {
            Set set;
            std::vector<int> boxes(border_.clue_boxes.begin() + border_.box_begin[clue],
                                   border_.clue_boxes.begin() + border_.box_begin[clue + 1]);
            std::sort(boxes.begin(), boxes.end());
            for (const int box : boxes) set.add(box, border_.boxes[at(box)].size);
            clues_.push_back(set);
        }
        std::vector<Set> sets = clues_;
        std::vector<int> near;
        for (int clue = 0; clue < static_cast<int>(clues_.size()); ++clue) {
            const Set& set = clues_[at(clue)];
            near.clear();
            for (int k = 0; k < set.count; ++k) {
                for (const int other : border_.boxes[at(set.boxes[at(k)])].clue_span()) {
                    if (other > clue) near.push_back(other);
                }
            }
            std::sort(near.begin(), near.end());
            near.erase(std::unique(near.begin(), near.end()), near.end());
            for (const int other : near) {
                const Parts parts = parts_of(set, clues_[at(other)], border_);
                for (const Set* part : {&parts.shared, &parts.first, &parts.second}) {
                    if (part->count > 0) sets.push_back(*part);
                }
            }
        }
        // Unused entries are 0, which is also a valid box, so compare the counts first.
        std::sort(sets.begin(), sets.end(), before);
        sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
        for (const Set& set : sets) facts_.push_back({set, 0, set.cells, false});
    }

    static bool before(const Set& a, const Set& b) {
        return a.count != b.count ? a.count < b.count : a.boxes < b.boxes;
    }

    Fact* find(const Set& set) {
        const auto place =
            std::lower_bound(facts_.begin(), facts_.end(), set,
                             [](const Fact& fact, const Set& s) { return before(fact.set, s); });
        return place != facts_.end() && place->set == set ? &*place : nullptr;
    }

    void limit(const Set& set, int least, int most) {
        if (set.count == 0) return;
        Fact* fact = find(set);
        if (fact != nullptr) {
            if (least <= fact->least && most >= fact->most) return;
            least = fact->least = std::max(fact->least, least);
            most = fact->most = std::min(fact->most, most);
            if (!fact->is_queued) {
                fact->is_queued = true;
                queue_.push_back(static_cast<std::size_t>(fact - facts_.data()));
            }
        }
        if (most != 0 && least != set.cells) return;
        for (int k = 0; k < set.count; ++k) {
            const int box = set.boxes[at(k)];
            if (is_settled_[at(box)]) continue;
            is_settled_[at(box)] = 1;
            settled_.push_back({box, most != 0});
        }
    }

    void compare(Fact one, Fact other) {
        const Parts parts = parts_of(one.set, other.set, border_);
        int least = std::max({0, one.least - parts.first.cells, other.least - parts.second.cells});
        int most = std::min({parts.shared.cells, one.most, other.most});
        limit(parts.shared, least, most);
        if (const Fact* known = find(parts.shared)) {
            least = std::max(least, known->least);
            most = std::min(most, known->most);
        }
        limit(parts.first, std::max(0, one.least - most),
              std::min(parts.first.cells, one.most - least));
        limit(parts.second, std::max(0, other.least - most),
              std::min(parts.second.cells, other.most - least));
    }

    const Border& border_;
    std::vector<SettledBox>& settled_;
    std::vector<char> is_settled_;
    std::vector<Set> clues_;
    std::vector<Fact> facts_;  // sorted by their sets
    std::vector<std::vector<std::size_t>> by_box_;
    std::vector<std::size_t> queue_, seen_;
};

}  // namespace

void apply_chain_rule(const Border& border, std::vector<SettledBox>& settled) {
    Facts(border, settled).compare_all();
}

}  // namespace sapper
