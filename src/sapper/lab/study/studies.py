"""The built-in studies.

Five programs, A to E, were handed in for an AI course, each with a report. Most studies print the
results of these programs next to the results of our player that uses the same method. See
docs/lab.md for how to write your own study.
"""

from __future__ import annotations

from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.lab.player import Player, player
from sapper.lab.study.claims import (
    Bend,
    CourseClaim,
    Mean,
    Minus,
    Over,
    Paired,
    Separates,
    Split,
)
from sapper.lab.study.plan import Figure, Plot, Study
from sapper.ladder.techniques import Technique

# The agent `techniques` plays only in the no-guess study.
EVERYONE = tuple(
    Player(name) for name, preset in AGENTS.items() if name != "techniques" and not preset.mistaken
)
COURSE = ("easy", "medium", "hard")
HARD_75 = "30x16x75/given"


def _minus(column: str, level: str, other: str, player: str) -> Minus:
    return Minus(Mean(column, level, player), Mean(column, other, player))


def _over(column: str, level: str, other: str, player: str, only: str = "") -> Over:
    return Over(Mean(column, level, player, only), Mean(column, other, player, only))


difficulty = Study(
    name="difficulty",
    question="How do wins, stuck games, losses and time change from easy to hard?",
    about=(
        "The exercise asks this itself. Each program of the course was run on the three levels, "
        "for 5 to 1,000 games. A player is stuck when it has no move that it is willing to make. "
        "A player that guesses never gets stuck but may lose. If a player is stuck and its KB is "
        "empty, program C calls that a 'fail'. E always starts at a 0, so its figures are in the "
        "study start-rule."
    ),
    levels=("easy", "medium", HARD_75, "hard"),
    players=EVERYONE,
    games=1000,
    plots=(Plot("outcomes"), Plot("times", "ms"), Plot("trade", levels=(HARD_75, "hard"))),
    course=(
        Figure("A", "easy", "resolution", (5, 5), 0.29, 0.15),
        Figure("A", "medium", "resolution", (5, 5), 2.65, 1.86),
        Figure("A", "hard", "resolution", (2, 5), 168.49, 104.7, left=20.33),
        Figure("A", "easy", "resolution", (37, 40), 0.49, note="rerun"),
        Figure("A", "medium", "resolution", (7, 9), 6.8, note="rerun"),
        Figure("B", "easy", "resolution-endgame", (85, 100), rounds=0.82),
        Figure("B", "medium", "resolution-endgame", (94, 100), rounds=0.26),
        Figure("B", "hard", "resolution-endgame", (3, 100), rounds=5.18),
        Figure("B", "easy", "resolution-endgame", (72, 100), 0.04, note="rerun"),
        Figure("B", "medium", "resolution-endgame", (83, 100), 0.17, note="rerun"),
        Figure("B", "hard", "resolution-endgame", (1, 30), 1.3, note="rerun"),
        Figure("C", "easy", "resolution-rounds", (760, 1000), note="about"),
        Figure("C", "medium", "resolution-rounds", (860, 1000), note="about"),
        Figure("C", HARD_75, "resolution-rounds", (300, 1000), note="about"),
        Figure("C", "easy", "resolution-rounds", (144, 184), 0.18, note="rerun"),
        Figure("C", "medium", "resolution-rounds", (55, 60), 0.53, note="rerun"),
        Figure("C", HARD_75, "resolution-rounds", (4, 18), 3.1, note="rerun"),
        Figure("C", "hard", "resolution-rounds", (0, 4), 26, note="rerun"),
        Figure("D", "easy", "resolution-shortest", (9, 10), most=1),
        Figure("D", "medium", "resolution-shortest", (9, 10), most=5),
        Figure("D", "hard", "resolution-shortest", (1, 10), most=30),
        Figure("D", "easy", "resolution-shortest", (87, 100), 0.07, note="rerun"),
        Figure("D", "medium", "resolution-shortest", (40, 45), 0.46, note="rerun"),
        Figure("D", "hard", "resolution-shortest", (1, 9), 5.7, note="rerun"),
    ),
    claims=(
        CourseClaim(
            "B, C",
            "medium is won more often than easy",
            "wins on medium minus wins on easy, resolution-endgame",
            _minus("won", "medium", "easy", "resolution-endgame"),
            above=0,
            unit="%",
        ),
        CourseClaim(
            "C",
            "with 99 mines, games get stuck too easily; with 75 mines, less often",
            "stuck games with 99 mines minus stuck games with 75, resolution-rounds",
            _minus("stuck", "hard", HARD_75, "resolution-rounds"),
            above=0,
            unit="%",
        ),
    ),
    measures=("fail",),
)

FACTORS = ("given*0.5", "given", "given*2", "given*5", "given*10")
GIVEN = ("given(8)", "given(16)", "given(32)", "given(64)", "given(128)", "given(all)")

safe_cells = Study(
    name="safe-cells",
    question="What do more given cells gain, and what do they cost?",
    about=(
        "Program A expected games with more given cells to be faster, but they were slower, "
        "because KB held more clauses at once. B found that more given cells help on easy, D that "
        "they help most on hard. Look at whether time rises or falls, and at the number of "
        "matched pairs."
    ),
    levels=(
        *(f"{level}/{rule}" for level in COURSE for rule in FACTORS),
        *(f"medium/{rule}" for rule in GIVEN),
    ),
    players=(
        Player("resolution"),
        Player("textbook"),
        Player("resolution-endgame"),
        Player("resolution-shortest"),
    ),
    games=200,
    measures=("history",),
    plots=(
        Plot("curve", "won", "given"),
        Plot("curve", "ms", "given"),
        Plot("curve", "matched", "given"),
    ),
    course=(
        Figure("A", "medium/given(8)", "resolution", (5, 5), 1.47, 0.37, rounds=0.6),
        Figure("A", "medium/given(16)", "resolution", (5, 5), 2.65, 1.86, rounds=0.8),
        Figure("A", "medium/given(32)", "resolution", (5, 5), 3.59, 1.17, rounds=0),
        Figure("A", "medium/given(64)", "resolution", (5, 5), 3.88, 0.92, rounds=0),
        Figure("A", "medium/given(128)", "resolution", (5, 5), 3.61, 0.13, rounds=0),
        Figure("A", "medium/given(all)", "resolution", (5, 5), 2.73, 0.36, rounds=0),
        Figure("B", "easy/given*0.5", "resolution-endgame", (32, 50), rounds=1.18),
        Figure("B", "easy/given", "resolution-endgame", (42, 50), rounds=0.46),
        Figure("B", "easy/given*2", "resolution-endgame", (43, 50), rounds=0.62),
        Figure("D", "easy/given", "resolution-shortest", (9, 10), most=1),
        Figure("D", "medium/given", "resolution-shortest", (9, 10), most=5),
        Figure("D", "hard/given", "resolution-shortest", (1, 10), most=30),
        Figure("D", "easy/given*5", "resolution-shortest", (10, 10)),
        Figure("D", "medium/given*5", "resolution-shortest", (9, 10)),
        Figure("D", "hard/given*5", "resolution-shortest", (4, 10), most=25),
        Figure("D", "hard/given*10", "resolution-shortest", (7, 10), most=20),
    ),
    claims=(
        CourseClaim(
            "B",
            "with twice as many given cells, more easy games are won",
            "wins with twice as many given cells minus wins with the usual number, "
            "resolution-endgame on easy",
            _minus("won", "easy/given*2", "easy/given", "resolution-endgame"),
            above=0,
            unit="%",
        ),
        CourseClaim(
            "B",
            "on medium the exercise's number of given cells is best",
            "wins with twice as many given cells minus wins with the usual number, "
            "resolution-endgame on medium",
            _minus("won", "medium/given*2", "medium/given", "resolution-endgame"),
            below=0,
            unit="%",
        ),
        CourseClaim(
            "D",
            "more given cells help more on hard than on easy",
            "extra wins with five times as many given cells on hard minus extra wins on easy, "
            "resolution-shortest",
            Minus(
                _minus("won", "hard/given*5", "hard/given", "resolution-shortest"),
                _minus("won", "easy/given*5", "easy/given", "resolution-shortest"),
            ),
            above=0,
            unit="%",
        ),
    ),
)

mine_count = Study(
    name="mine-count",
    question="How do stuck games and time grow with the mines on a 16x16 board?",
    about=(
        "Program C varied the number of mines on a medium board. It found that stuck games grow "
        "with the mines and that the time of won games grows linearly. A player that guesses wins "
        "most of the games in which others are stuck. The distance between the curves shows how "
        "many."
    ),
    levels=tuple(f"16x16x{mines}/given" for mines in range(1, 41)),
    players=(
        Player("resolution"),
        Player("textbook"),
        Player("resolution-endgame"),
        Player("resolution-rounds"),
        Player("resolution-vote"),
        Player("odds"),
    ),
    games=200,
    plots=(
        Plot("curve", "won", "mines"),
        Plot("curve", "stuck", "mines"),
        Plot("curve", "lost", "mines"),
        Plot("curve", "won_ms", "mines"),
    ),
    course=(
        Figure(
            "C",
            "16x16x25/given",
            "resolution-rounds",
            (860, 1000),
            note="about; reported for medium",
        ),
        Figure("B", "16x16x25/given", "resolution-endgame", (94, 100), note="reported for medium"),
    ),
    claims=(
        CourseClaim(
            "C",
            "more mines mean more stuck games",
            "stuck games with 40 mines minus stuck games with 20, resolution-rounds",
            _minus("stuck", "16x16x40/given", "16x16x20/given", "resolution-rounds"),
            above=0,
            unit="%",
        ),
        *(
            claim
            for name in ("textbook", "resolution-rounds")
            for claim in (
                CourseClaim(
                    "C",
                    "with more mines, won games take longer",
                    f"time of won games with 35 mines / time with 5 mines, {name}",
                    _over("ms", "16x16x35/given", "16x16x5/given", name, only="won"),
                    above=1,
                ),
                CourseClaim(
                    "C",
                    "... linearly",
                    f"bend of the time of won games by number of mines, {name} (0 is a straight "
                    "line; at 1/3, the second half is twice as steep as the first)",
                    Bend(
                        "ms",
                        tuple((mines, f"16x16x{mines}/given") for mines in range(1, 41)),
                        name,
                        only="won",
                    ),
                    above=-1 / 3,
                    below=1 / 3,
                ),
            )
        ),
    ),
    measures=("fail",),
)

FEW_GIVEN = ("easy/given(3)", "medium/given(3)", "hard/given(6)")

start_rule = Study(
    name="start-rule",
    question="How much does the start rule matter: any, safe, open or given?",
    about=(
        "Program C found that a 0 among the given cells decides whether a game starts at all. E "
        "always starts at the first 0 in reading order, which given(zero) gives. Under the rule "
        "any, a player that never guesses is stuck before its first move. With the exercise's "
        "number of given cells, one of them nearly always shows 0, so this study also plays games "
        "with few given cells. A game has started once a cell is open that was not given."
    ),
    levels=(
        *(f"{level}/{rule}" for level in COURSE for rule in ("any", "safe", "open", "given")),
        *(f"{level}/given(zero)" for level in COURSE),
        *FEW_GIVEN,
    ),
    players=(
        Player("resolution-endgame"),
        Player("resolution-rounds"),
        Player("resolution-vote"),
        Player("binary"),
        Player("binary-ratio"),
        Player("sat"),
        Player("odds"),
    ),
    games=400,
    plots=(Plot("outcomes"), Plot("curve", "guesses", "rule")),
    course=(
        Figure("E", "easy/given(zero)", "binary", (8, 8), won_steps=31.6),
        Figure("E", "medium/given(zero)", "binary", (7, 8), won_steps=62.4),
        Figure("E", "hard/given(zero)", "binary", (2, 8), won_steps=345),
        Figure("E", "easy/given(zero)", "binary", (754, 1000), note="rerun; under 1 ms per game"),
        Figure("E", "medium/given(zero)", "binary", (832, 1000), 0.002, note="rerun"),
        Figure("E", "hard/given(zero)", "binary", (75, 1000), 0.008, note="rerun"),
    ),
    claims=(
        *(
            CourseClaim(
                "C",
                "a 0 among the given cells decides whether a game starts",
                "share of games that start if a given cell shows 0 minus the share if none does, "
                f"resolution-rounds on {level}",
                Split("started", "zero", level, "resolution-rounds"),
                above=0.5,
                unit="%",
            )
            for level in FEW_GIVEN
        ),
        CourseClaim(
            "C",
            "... so this matters in the exercise",
            "share of hard/given games in which a given cell shows 0",
            Mean("zero", "hard/given", "resolution-rounds"),
            below=0.95,
            unit="%",
        ),
        CourseClaim(
            "E",
            "about one hard game in ten is won",
            "wins of binary on hard/given(zero)",
            Mean("won", "hard/given(zero)", "binary"),
            above=0.05,
            below=0.15,
            unit="%",
        ),
        CourseClaim(
            "E",
            "a hard game needs four or five guesses",
            "guesses until the board is finished, sat on hard/open",
            Mean("needed", "hard/open", "sat"),
            above=3.5,
            below=5.5,
        ),
    ),
    measures=("fail", "zero", "finish"),
)

kb_growth = Study(
    name="kb-growth",
    question="How long do KB and KB0 get, and how much of a game's time is pairwise matching?",
    about=(
        "Program D left out pairwise matching because it costs a lot of time. A blamed long games "
        "on the length of KB. C suggested keeping clues out of KB until something around them is "
        "known. textbook shows what that saves, because its clues normally enter KB at once, as in "
        "the exercise. In the other players a clue that settles cells at once never enters KB, so "
        "KB stays almost empty on easy boards."
    ),
    levels=COURSE,
    players=(
        Player("textbook"),
        player("textbook", defer=True, label="textbook deferring"),
        Player("resolution"),
        Player("resolution-endgame"),
        Player("resolution-vote"),
        Player("resolution-shortest"),
        Player("resolution-full"),
    ),
    games=200,
    measures=("history",),
    plots=(Plot("growth", "kb"), Plot("growth", "kb0"), Plot("setting", "match_share")),
    course=(
        Figure("A", "easy", "resolution", seconds=0.29, sd=0.15),
        Figure("A", "medium", "resolution", seconds=2.65, sd=1.86, rounds=0.8),
        Figure("A", "hard", "resolution", seconds=168.49, sd=104.7),
        Figure("B", "easy", "resolution-endgame", rounds=0.82),
        Figure("B", "medium", "resolution-endgame", rounds=0.26),
        Figure("B", "hard", "resolution-endgame", rounds=5.18),
    ),
    claims=(
        *(
            CourseClaim(
                "C",
                said,
                f"{measured}, textbook deferring / textbook, on {level}",
                Over(Mean(column, level, "textbook deferring"), Mean(column, level, "textbook")),
                below=1,
            )
            for level in ("medium", "hard")
            for said, measured, column in (
                ("keeping isolated clues out of KB keeps KB short", "mean length of KB", "kb"),
                ("... and saves time", "time", "ms"),
            )
        ),
        CourseClaim(
            "C",
            "... and costs no wins",
            "wins without deferring minus wins with deferring, textbook on hard",
            Paired("hard", "textbook", "textbook deferring"),
            below=0.02,
            unit="%",
        ),
    ),
)

WIDTH = "one clause of a pair has at most k literals, a resolvent at most w"

matching_width = Study(
    name="matching-width",
    question="What does each extra literal in pairwise matching gain, and what does it cost?",
    about=(
        "The exercise matches only pairs in which one clause has at most two literals. Program B "
        "asked whether hard boards get stuck because of that limit. The answer is in the wins and "
        "the cost of wider matching."
    ),
    levels=COURSE,
    players=(
        player("rules", label="rules only"),
        player("resolution", k=1, label="facts only"),
        player("resolution", k=2, w=2, label="k=2 w=2"),
        player("resolution", k=2, w=3, label="k=2 w=3"),
        player("resolution", k=2, label="k=2 w=5"),
        player("resolution", k=2, w=None, label="k=2"),
        player("resolution", k=3, label="k=3 w=5"),
        player("resolution", k=3, w=None, pairs=5_000, label="k=3"),
        player("resolution", k=None, w=None, pairs=5_000, label="unlimited"),
        player("resolution", k=2, w=None, endgame=10, label="k=2, mine count"),
        player("resolution-shortest", label="facts only, guesses"),
    ),
    games=100,
    plots=(
        Plot("setting", "won", WIDTH),
        Plot("setting", "ms", WIDTH),
        Plot("setting", "matched", WIDTH),
        Plot("trade", levels=("hard",)),
    ),
    course=(
        Figure("A", "hard", "k=2", (2, 5), 168.49, 104.7),
        Figure("B", "hard", "k=2, mine count", (3, 100)),
        Figure("D", "hard", "facts only, guesses", (1, 10), most=30),
    ),
    claims=(
        *(
            CourseClaim(
                "B",
                "the limit of two literals is why games get stuck",
                f"wins of {wider} minus wins of k=2, on the same hard boards",
                Paired("hard", wider, "k=2"),
                above=0.05,
                unit="%",
            )
            for wider in ("k=3", "unlimited")
        ),
        CourseClaim(
            "B",
            "B asks: hard games get stuck because the method can't do better",
            "wins of the same method, with the mine count, on hard (B won 3 of 100, and the "
            "interval of that ends at 8.5%)",
            Mean("won", "hard", "k=2, mine count"),
            below=0.085,
            unit="%",
        ),
        CourseClaim(
            "D",
            "matching with facts only is enough",
            "wins of k=2 minus wins of facts only, on the same hard boards",
            Paired("hard", "k=2", "facts only"),
            below=0.05,
            unit="%",
        ),
    ),
)

THRESHOLD = "number of unknown cells at which the mine count is used"

endgame = Study(
    name="endgame",
    question="What does the mine count add, and when should an agent start to use it?",
    about=(
        "Program B turns the mine count into clauses once at most 10 cells are unmarked. C wanted "
        "to do so when stuck. The number of clauses grows like a binomial coefficient of the "
        "unknown cells, so a higher threshold costs more time."
    ),
    levels=COURSE,
    players=tuple(
        player("resolution", endgame=cells, label=str(cells)) for cells in (0, 3, 5, 8, 10, 12)
    ),
    games=300,
    plots=(
        Plot("setting", "won", THRESHOLD),
        Plot("setting", "ms", THRESHOLD),
    ),
    course=(
        Figure("A", "easy", "0", (5, 5), note="no mine count"),
        Figure("A", "easy", "0", (37, 40), note="no mine count; rerun"),
        Figure("B", "easy", "10", (85, 100)),
        Figure("B", "medium", "10", (94, 100)),
        Figure("B", "hard", "10", (3, 100)),
    ),
    claims=tuple(
        CourseClaim(
            "B",
            "the mine count wins games",
            "wins if the mine count is used at 10 unknown cells minus wins without the mine count, "
            f"on {level}",
            Paired(level, "10", "0"),
            above=0,
            unit="%",
        )
        for level in COURSE
    ),
    measures=("fail",),
)

guessing = Study(
    name="guessing",
    question="Which guess is best when no cell is provably safe?",
    about=(
        "Program D guesses a cell of the shortest clause. C planned a vote of the literals, E the "
        "lowest ratio of mines to cells around a clue. All players play alike up to their first "
        "guess, so only the guess makes a difference. The last player matches with facts only, "
        "as D does."
    ),
    levels=COURSE,
    players=(
        *(player("resolution-endgame", guess, label=guess) for guess in GUESSES),
        player("resolution-shortest", label="shortest, facts only"),
    ),
    games=400,
    plots=(
        Plot("outcomes"),
        Plot("setting", "won"),
        Plot("setting", "guesses"),
        Plot("duels", levels=("hard",)),
    ),
    course=(
        Figure("D", "easy", "shortest, facts only", (9, 10), most=1),
        Figure("D", "medium", "shortest, facts only", (9, 10), most=5),
        Figure("D", "hard", "shortest, facts only", (1, 10), most=30),
    ),
    claims=tuple(
        CourseClaim(
            course,
            said,
            f"wins of {guess} minus wins of random, on the same hard boards",
            Paired("hard", guess, "random"),
            above=0,
            unit="%",
        )
        for course, guess, said in (
            ("D", "shortest", "a cell from the shortest clause is a good guess"),
            ("C", "vote", "a vote among the literals finds a good guess"),
            ("E", "ratio", "the lowest ratio of mines to cells is a good guess"),
        )
    ),
)

BV_GIVEN = ("given*0.5", "given", "given*2")

three_bv = Study(
    name="three-bv",
    question="How do a board's 3BV, openings and islands affect winning and time?",
    about=(
        "Program B suggested relating 3BV to the number of given cells. 3BV is the smallest number "
        "of clicks that opens a board. Boards are sorted into bins with equal numbers of games. "
        "Openings are the regions of zeros. Islands are the groups of numbers that touch no zero."
    ),
    levels=tuple(f"{level}/{rule}" for level in COURSE for rule in BV_GIVEN),
    players=(Player("resolution-endgame"), Player("odds")),
    games=1000,
    measures=("board",),
    plots=(
        Plot("binned", "won", "three_bv"),
        Plot("binned", "ms", "three_bv"),
        Plot("binned", "won", "openings"),
        Plot("binned", "won", "islands"),
    ),
    course=(
        Figure("B", "easy/given*0.5", "resolution-endgame", (32, 50), rounds=1.18),
        Figure("B", "easy/given", "resolution-endgame", (85, 100), rounds=0.82),
        Figure("B", "easy/given*2", "resolution-endgame", (43, 50), rounds=0.62),
        Figure("B", "medium/given", "resolution-endgame", (94, 100), rounds=0.26),
        Figure("B", "hard/given", "resolution-endgame", (3, 100), rounds=5.18),
    ),
    claims=(
        *(
            CourseClaim(
                "B",
                "3BV predicts winning",
                "chance that a board that was not won has a larger 3BV than a board that was won, "
                f"resolution-endgame on {level}",
                Separates("three_bv", f"{level}/given", "resolution-endgame"),
                above=0.5,
                unit="%",
            )
            for level in COURSE
        ),
        *(
            CourseClaim(
                "B",
                "with more given cells, 3BV matters less",
                "the same chance with half as many given cells minus the chance with twice as "
                f"many, on {level}",
                Minus(
                    Separates("three_bv", f"{level}/given*0.5", "resolution-endgame"),
                    Separates("three_bv", f"{level}/given*2", "resolution-endgame"),
                ),
                above=0,
                unit="%",
            )
            for level in COURSE
        ),
    ),
)

chaining = Study(
    name="chaining",
    question="Which is cheaper when only rules are used, forward or backward chaining?",
    about=(
        "Program C thought of two first-order rules, chained forward or backward. Forward chaining "
        "tries the rules on a clue whenever something around it becomes known. Backward chaining "
        "asks of each hidden cell whether it is safe, and looks for a proof. Both prove the same "
        "cells. If there is a proof, a few clues nearby are enough. If there is none, the search "
        "ends only when it has tried everything, and most questions are of this kind. Hard is "
        "omitted, since backward chaining needs over 20 s per game there. `sapper logic course "
        "--position FILE --chain backward` shows a single question."
    ),
    levels=("easy", "medium"),
    players=(Player("rules"), player("rules", backward=True, label="rules backward")),
    games=60,
    measures=("tried",),
    plots=(
        Plot("times", "ms"),
        Plot("times", "tried"),
        Plot("times", "per_proof"),
        Plot("outcomes"),
    ),
    course=(
        Figure(
            "C",
            "medium",
            "rules",
            (860, 1000),
            note="about; with resolution, because C only planned the rules",
        ),
    ),
    claims=(
        *(
            CourseClaim(
                "C",
                "backward chaining is more efficient than forward chaining",
                f"rules tried per game, backward / forward, on {level}",
                Over(Mean("tried", level, "rules backward"), Mean("tried", level, "rules")),
                below=1,
            )
            for level in ("easy", "medium")
        ),
        *(
            CourseClaim(
                "C",
                "... at least for cells that can be proved",
                f"rules tried per cell proved safe, backward / forward, on {level}",
                Over(Mean("per_proof", level, "rules backward"), Mean("per_proof", level, "rules")),
                below=1,
            )
            for level in ("easy", "medium")
        ),
    ),
)

agents = Study(
    name="agents",
    question="Which boards does each agent win that others don't, and when is it stuck?",
    about=(
        "All agents play the same boards, so any two can be compared by the boards that only one "
        "of them wins. For stuck games the study records whether a cell was provably safe. An "
        "agent that is complete for the clues never misses a cell that the clues prove safe. One "
        "that is complete with the mine count never misses any. Program C counts a third outcome, "
        "'fail', when the remaining cells are walled in by mines and KB is empty."
    ),
    levels=("easy", "hard", "hard/given(zero)"),
    players=EVERYONE,
    games=300,
    measures=("audit", "fail"),
    plots=(
        Plot("duels", levels=("hard",)),
        Plot("stuck", levels=("hard",)),
        Plot("outcomes"),
    ),
    course=(
        Figure("A", "hard", "resolution", (2, 5), left=20.33),
        Figure(
            "B",
            "easy",
            "resolution-endgame",
            (72, 100),
            note="rerun; a cell was provable in 24 of 28 stuck games",
        ),
        Figure("B", "hard", "resolution-endgame", (1, 30), note="rerun"),
        Figure("C", "hard", "resolution-rounds", (0, 4), note="rerun"),
        Figure("D", "hard", "resolution-shortest", (1, 9), note="rerun"),
        Figure(
            "E",
            "hard/given(zero)",
            "binary",
            (75, 1000),
            note="rerun; a cell was provable in 32 of 92 stuck games",
        ),
    ),
    claims=(
        CourseClaim(
            "E",
            "a consistency check is better than resolution",
            "wins of consistency minus wins of resolution, on the same hard boards",
            Paired("hard", "consistency", "resolution"),
            above=0,
            unit="%",
        ),
        CourseClaim(
            "E",
            "... and cheaper",
            "time of consistency / time of resolution, on hard",
            Over(Mean("ms", "hard", "consistency"), Mean("ms", "hard", "resolution")),
            below=1,
        ),
        CourseClaim(
            "E",
            "clauses with two literals are enough",
            "wins of resolution minus wins of binary, on the same boards of hard/given(zero)",
            Paired("hard/given(zero)", "resolution", "binary"),
            below=0.05,
            unit="%",
        ),
    ),
)

DENSITIES = (
    *(f"30x16x{mines}/open" for mines in range(50, 131, 20)),
    *(f"16x16x{mines}/open" for mines in (20, 30, 50, 60)),
)

no_guess = Study(
    name="no-guess",
    question="How many boards can be won without a guess, by level, density and technique?",
    about=(
        "Each player is named after the hardest technique it uses, and never guesses. So its share "
        "of wins is the share of boards that can be won with that technique and without a guess. "
        "Case split adds almost nothing to combination, because almost every cell that the clues "
        "settle is settled by a sum of clues."
    ),
    levels=(
        "beginner",
        "intermediate",
        "expert",
        "beginner/safe",
        "intermediate/safe",
        "expert/safe",
        *DENSITIES,
    ),
    players=tuple(
        player("techniques", most=str(technique).replace(" ", "_"), label=str(technique))
        for technique in Technique
        if technique > Technique.GIVEN
    ),
    games=2000,
    plots=(
        Plot("outcomes", levels=("beginner", "intermediate", "expert")),
        Plot("curve", "won", "mines", levels=("intermediate", "expert", *DENSITIES)),
        Plot("setting", "won", levels=("beginner", "intermediate", "expert", "expert/safe")),
    ),
)

STUDIES: dict[str, Study] = {
    study.name: study
    for study in (
        difficulty,
        safe_cells,
        mine_count,
        start_rule,
        kb_growth,
        matching_width,
        endgame,
        guessing,
        three_bv,
        chaining,
        agents,
        no_guess,
    )
}
