"""An independent replay of the events in a knowledge base, from their JSON alone.

It shares no code with the logic. A clause is a frozenset of signed integers, and everything that an
event claims about clauses is checked against the clauses that are in KB at that time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

from reference import around

Lits: TypeAlias = frozenset[int]


class BadEventError(Exception):
    pass


def need(is_true: object, what: str) -> None:
    if not is_true:
        raise BadEventError(what)


class Replay:
    """Follows a game on a board with these mines (mutable).

    If the agent `asks`, it knows only the numbers that it has asked for, and other open cells count
    as hidden: it asks for the cell that it opened last, and for safe cells that are open already.
    """

    def __init__(self, width: int, height: int, mines: frozenset[int], asks: bool = False) -> None:
        self.width, self.height, self.mines, self.asks = width, height, mines, asks
        self.clauses: dict[int, Lits] = {}
        self.origins: dict[int, Any] = {}
        self.live: set[int] = set()
        self.facts: dict[int, int] = {}  # the ids of literals
        self.decisions = 0
        self.open: set[int] = set()  # the cells whose numbers the agent knows
        self.asked: set[int] = set()  # the cells that the last decision opened

    def decision(self, told: Mapping[str, Any], symbols: str) -> None:
        """Check a decision made in a position, which is given as its symbols in one line."""
        self.decisions += 1
        need(told["number"] == self.decisions, "decisions are numbered")
        for i, clause in sorted((int(i), clause) for i, clause in told["clauses"].items()):
            self._clause(i, clause)
        self.new = set(map(int, told["clauses"]))
        events = told["events"]
        self._late(told["late"], symbols)
        for at, event in enumerate(events):
            for cell in (cell for cell, then in told["late"] if then == at):
                need(-cell - 1 in self.facts, "it asks for a cell that it does not know to be safe")
                self.open.add(cell)
            need(hasattr(self, f"_{event['kind']}"), f"{event['kind']} is not a kind of event")
            getattr(self, f"_{event['kind']}")(event, events, symbols)
        need(
            [one["kind"] in ("decide", "guess", "stuck") for one in events].count(True) == 1,
            "one decision",
        )
        used = self.live | set(self.facts.values())
        need(self.new <= used | self.gone(events) | self.steps(events, told), "an id has no event")
        for number, one in enumerate(told["rounds"], 1):
            need(one["number"] == number, "rounds are numbered")
            need(one["last"] < len(events) - 1, "a round includes the decision")
            pairs = [e for e in events[one["first"] : one["last"] + 1] if e["kind"] == "match"]
            need(len(pairs) == one["pairs"], "a round has another number of pairs")
            need(one["why"] in ("fact", "given", "pairs", "nothing"), "a round ends in another way")
            need((one["why"] == "fact") == any(e["facts"] for e in pairs), "a round's fact")
        matches = [i for i, e in enumerate(events) if e["kind"] == "match"]
        inside = [i for r in told["rounds"] for i in range(r["first"], r["last"] + 1)]
        need(set(matches) <= set(inside) and len(set(inside)) == len(inside), "rounds")

    def _late(self, late: Sequence[tuple[int, int | None]], symbols: str) -> None:
        """Check which open cells count as hidden at first."""
        cells = {cell for cell, _ in late}
        open_cells = {cell for cell, symbol in enumerate(symbols) if symbol.isdigit()}
        need(len(cells) == len(late) and cells <= open_cells - self.open, "a cell is not late")
        new = open_cells - cells - self.open
        need(self.asks or not cells, "the agent sees all open cells")
        need(not self.asks or self.decisions == 1 or new <= self.asked, "it did not ask for these")
        need(all(then is None or then > 0 for _, then in late), "it knows these from the start")
        self.open |= new

    def gone(self, events: Sequence[Mapping[str, Any]]) -> set[int]:
        return {i for event in events for i, _, _ in event["leave"]}

    def steps(self, events: Sequence[Mapping[str, Any]], told: Mapping[str, Any]) -> set[int]:
        """Ids that are not in KB: steps of refutations, and clauses before they were shortened."""
        refuted = {i for event in events for i in event.get("steps", ())}
        short = [event for event in events if event.get("short") and event["kind"] == "insert"]
        whole = [frozenset(event["clause"]) for event in short]
        return refuted | {int(i) for i in told["clauses"] if self.clauses[int(i)] in whole}

    def _clause(self, i: int, clause: Mapping[str, Any]) -> None:
        literals, parents, origin = clause["literals"], clause["parents"], clause["origin"]
        need(i == len(self.clauses), "ids are consecutive")
        need(len(set(map(abs, literals))) == len(literals), "a literal is there twice")
        result = frozenset(literals)
        need(any(self._true(x) for x in result), f"{literals} is false on the board")
        if parents:
            need(all(p < i for p in parents), "a parent comes later")
            got = self.clauses[parents[0]]
            for parent in parents[1:]:
                got = self._resolvent(got, self.clauses[parent])
            need(got == result, f"{i} is not what its parents give")
            units = all(len(self.clauses[p]) == 1 for p in parents[1:])
            expected = self.origins[parents[0]] if units else None
            need(origin == expected, f"the origin of {i}")
        else:
            need(origin is not None, "an axiom has an origin")
        self.clauses[i], self.origins[i] = result, origin

    def _true(self, literal: int) -> bool:
        return (abs(literal) - 1 in self.mines) == (literal > 0)

    def _resolvent(self, a: Lits, b: Lits) -> Lits:
        clash = [x for x in a if -x in b]
        need(len(clash) == 1, f"{sorted(a)} and {sorted(b)} clash in {clash}")
        return (a | b) - {clash[0], -clash[0]}

    # -- what happens to a clause ------------------------------------------------------------

    def _settle(self, i: int, literal: int) -> None:
        need(self.clauses[i] == {literal}, "a fact is another clause")
        need(i in self.new and literal not in self.facts, "a fact is not new")
        self.facts[literal] = i

    def _leave_subsumed(self, event: Mapping[str, Any], by: int) -> None:
        weaker = {i for i in self.live if self.clauses[by] < self.clauses[i]}
        said = {i for i, why, who in event["leave"] if why == "subsumed" and who == by}
        need(said == weaker, "not exactly the subsumed clauses leave")
        self.live -= weaker

    def _becomes(
        self, clause: Lits, one: Mapping[str, Any], event: Mapping[str, Any], new: dict[str, Any]
    ) -> None:
        """Check the fate `one` of a clause. `new` has the ids and facts that no fate has used."""
        fate, by, short = one["fate"], one["by"], one["short"]
        false = {x for x in clause if -x in self.facts}
        if short is not None:
            need(false and {self.facts[-x] for x in false} == set(short["facts"]), "short: facts")
            need(clause - false == set(short["to"]), "short: the rest")
            clause -= false
        elif fate != "satisfied":
            need(not false, "a false literal was left in")
        if fate == "satisfied":
            need(any(self.facts.get(x) == by for x in clause), "no such fact satisfies it")
            return
        need(fate == "duplicate" or not any(x in self.facts for x in clause), "it is satisfied")
        inside = {i for i in self.live if self.clauses[i] <= clause}
        if fate == "enters":
            i = new["enter"].pop(0)
            need(i in self.new and i not in self.live, "the id is not new")
            need(self.clauses[i] == clause and len(clause) > 1, "another clause enters")
            need(not inside, "a clause in KB subsumes it")
            self._leave_subsumed(event, i)
            self.live.add(i)
        elif fate == "fact":
            i, literal = new["facts"].pop(0)
            need(clause == {literal}, "another fact")
            self._settle(i, literal)
        elif fate == "duplicate":
            held = self.facts.get(next(iter(clause))) if len(clause) == 1 else None
            held = next((i for i in inside if self.clauses[i] == clause), held)
            need(by is not None and by == held, "KB does not have it")
        elif fate == "subsumed":
            need(by in inside and self.clauses[by] < clause, "no stricter clause")
        elif fate == "wide":
            need(by is None, "no clause makes it needless")
            need(all(len(self.clauses[i]) < len(clause) for i in self.live), "it is not wide")
        else:
            raise BadEventError(f"{fate} is not a fate of this clause")

    def _one(self, clause: Lits, event: Mapping[str, Any]) -> None:
        new = {"enter": list(event["enter"]), "facts": list(event["facts"])}
        self._becomes(clause, event, event, new)
        need(new == {"enter": [], "facts": []}, "the event changes more than it says")
        ids = {*event["enter"]}
        left = [(who, why) for _, why, who in event["leave"] if why != "lost"]
        need(all(who in ids and why == "subsumed" for who, why in left), "something else leaves")

    # -- events --------------------------------------------------------------------------------

    def _opened(self, event: Mapping[str, Any], _: Any, symbols: str) -> None:
        need(all(symbols[cell].isdigit() for cell in event["cells"]), "a cell is not open")
        need(set(event["cells"]) <= self.open, "the agent does not know this cell")
        self._safe(event, "open")

    def _given(self, event: Mapping[str, Any], _: Any, symbols: str) -> None:
        need(all(symbols[cell] == "+" for cell in event["cells"]), "a cell is not given")
        self._safe(event, "given as safe")

    def _safe(self, event: Mapping[str, Any], origin: str) -> None:
        new = [-cell - 1 for cell in event["cells"] if -cell - 1 not in self.facts]
        need([literal for _, literal in event["facts"]] == new, "other cells are facts")
        need(new and not event["enter"] and not event["leave"], "nothing else changes")
        for i, literal in event["facts"]:
            need(self.origins[i] == origin, "a cell has another origin")
            self._settle(i, literal)

    def _oracle(self, event: Mapping[str, Any], *_: Any) -> None:
        need(event["facts"] and not event["enter"] and not event["leave"], "facts only")
        for i, literal in event["facts"]:
            need(self.origins[i] == event["method"], "the origin is another method")
            self._settle(i, literal)

    def _clue(self, event: Mapping[str, Any], events: list[Any], symbols: str) -> None:
        need(not (event["enter"] or event["leave"] or event["facts"]), "a clue changes KB")
        clue, cells, known = event["clue"], event["cells"], event["known"]
        hidden = set(range(len(symbols))) - self.open
        number = len(self.mines)
        if clue is not None:
            need(clue in self.open, "the agent does not know this clue")
            hidden &= set(around(self.width, self.height, clue))
            number = int(symbols[clue])
        need(set(known) <= self.facts.keys(), "what is taken for granted is not known")
        need(not {abs(x) - 1 for x in known} & set(cells), "a known cell is among the others")
        said = {*cells, *(abs(x) - 1 for x in known)}
        need(said == hidden, "other cells than the hidden ones")
        m, n = len(cells), event["mines"]
        need(n == number - sum(x > 0 for x in known), "the number of mines")
        at = events.index(event)
        rows: list[Lits] = []
        for one in events[at + 1 :]:
            if one["kind"] != "insert" or one["head"] != at:
                break
            need(one["row"] == len(rows), "rows are numbered")
            rows.append(frozenset(one["clause"]))
        need(rows and len(set(rows)) == len(rows), "the clauses of a clue")
        bare = [row - {-x for x in known} for row in rows]
        positive = [row for row in bare if min(row) > 0]
        negative = [row for row in bare if max(row) < 0]
        need([len(positive), len(negative)] == event["counts"], "the numbers of clauses")
        need(len(positive) + len(negative) == len(rows), "a clause with both signs")
        for row in positive:
            need({x - 1 for x in row} <= set(cells) and len(row) > m - n, "it does not follow")
        for row in negative:
            need({-x - 1 for x in row} <= set(cells) and len(row) > n, "it does not follow")
        total = m if n in (0, m) else comb(m, m - n + 1) + comb(m, n + 1)
        need(event["whole"] == (len(rows) == total), "it is not the whole clue")
        if event["whole"]:
            mine, safe = [cell + 1 for cell in cells], [-cell - 1 for cell in cells]
            want = {frozenset(some) for some in combinations(mine, m - n + 1)} if n else set()
            want |= {frozenset(some) for some in combinations(safe, n + 1)} if n < m else set()
            need({*bare} == want, "other clauses than those of exactly n mines")

    def _insert(self, event: Mapping[str, Any], events: list[Any], _: str) -> None:
        head = events[event["head"]]
        need(head["kind"] == "clue", "the head is not a clue")
        for i in [*event["enter"], *(i for i, _ in event["facts"])]:
            origin = "mine count" if head["clue"] is None else head["clue"]
            need(self.origins[i] == origin, "the origin is another clue")
        self._one(frozenset(event["clause"]), event)

    def _match(self, event: Mapping[str, Any], events: list[Any], _: str) -> None:
        need({event["left"], event["right"]} <= self.live, "a matched clause is not in KB")
        left, right = self.clauses[event["left"]], self.clauses[event["right"]]
        clash = {abs(x) - 1 for x in left if -x in right}
        need(event["on"] in clash, "they do not clash there")
        fate, result = event["fate"], event["result"]
        if fate in ("tautology", "overtaken"):
            need(result is None, "there is no result")
            need(fate == "overtaken" or len(clash) > 1, "they clash in one literal")
        else:
            need(result is not None, "there is a result")
            need(frozenset(result) == self._resolvent(left, right), "another result")
        if fate == "overtaken":
            later = events[events.index(event) + 1 :]
            other = next(one for one in later if one["fate"] != "overtaken")
            rest = frozenset(other["result"])
            need({event["left"], event["right"]} & {other["left"], other["right"]}, "another pair")
            need(rest < left or rest < right, "the other pair removes none of them")
        if fate == "known":
            by = event["by"]
            need(by in self.live and self.clauses[by] <= set(result), "KB does not have it")
        if fate in ("tautology", "overtaken", "known", "wide"):
            lost = all(why == "lost" for _, why, _ in event["leave"])
            need(lost and not (event["enter"] or event["facts"]), "nothing changes")
        else:
            self._one(frozenset(result), event)
        self._lose(event)

    def _lose(self, event: Mapping[str, Any]) -> None:
        """An agent may lose the clauses of the pair that it has matched."""
        pair = {event["left"]: event["right"], event["right"]: event["left"]}
        lost = {i: other for i, why, other in event["leave"] if why == "lost"}
        need(all(i in self.live and pair.get(i) == lost[i] for i in lost), "what is lost")
        self.live -= lost.keys()

    def _refute(self, event: Mapping[str, Any], *_: Any) -> None:
        clause = frozenset(event["clause"])
        if event["steps"]:
            need(self.clauses[event["steps"][-1]] == clause, "the last step is another clause")
        self._one(clause, event)

    def _sweep(self, event: Mapping[str, Any], *_: Any) -> None:
        facts = {i: literal for literal, i in self.facts.items()}
        need(event["leave"] and {*event["by"]} <= facts.keys(), "no facts")
        shorter = []
        for i, why, by in event["leave"]:
            if why == "subsumed":
                continue
            need(by in event["by"] and i in self.live, "it is not swept out of KB")
            literal = facts[by]
            need((literal if why == "satisfied" else -literal) in self.clauses[i], why)
            self.live.discard(i)
            if why == "shortened":
                shorter.append(i)
        swept = {facts[i] for i in event["by"]}
        for i in self.live:
            need(not self.clauses[i] & (swept | {-x for x in swept}), "a clause is left behind")
        need([one["id"] for one in event["short"]] == shorter, "what was shortened")
        new = {"enter": list(event["enter"]), "facts": list(event["facts"])}
        for one in event["short"]:
            self._becomes(self.clauses[one["id"]], one, event, new)
        need(new == {"enter": [], "facts": []}, "the sweep changes more")

    def _decide(self, event: Mapping[str, Any], *_: Any) -> None:
        need(event["cells"], "nothing is opened")
        need(all(-cell - 1 in self.facts for cell in event["cells"]), "a cell is not known")
        self._flags(event)

    def _guess(self, event: Mapping[str, Any], *_: Any) -> None:
        (cell,) = event["cells"]
        need(not {cell + 1, -cell - 1} & self.facts.keys(), "the cell is known")
        self._flags(event)

    def _stuck(self, event: Mapping[str, Any], _: Any, symbols: str) -> None:
        need(not event["cells"] and not event["flags"], "it moves")
        safe = [-x - 1 for x in self.facts if x < 0]
        need(all(symbols[cell].isdigit() for cell in safe), "a safe cell is hidden")

    def _flags(self, event: Mapping[str, Any]) -> None:
        self.asked = {*event["cells"]}
        need(all(cell + 1 in self.facts for cell in event["flags"]), "a flag is not known")
