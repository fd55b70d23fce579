"""The studies of the lab. All but the last repeat an experiment of the course, beside its figures.

Sapper began with an exercise of an AI course; A to E are five programs that were handed in for it.
A figure of theirs stands beside the player of the same method, start rule and guessing, and each
study ends with a verdict on what their reports claim. The number of games is at least the course's
own. All twelve take under half an hour on two cores.
A study of your own is a value like these in a file of yours: see docs/lab.md.
"""

from __future__ import annotations

from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.lab.player import Player, player
from sapper.lab.study.claims import (
    Bend,
    Claim,
    Mean,
    Minus,
    Over,
    Paired,
    Ranks,
    Separates,
    Split,
)
from sapper.lab.study.plan import Figure, Plot, Study
from sapper.ladder.techniques import Technique

# The agent of the dealer is complete, as others are; it has a study of its own.
EVERYONE = tuple(Player(name) for name in AGENTS if name != "techniques")
COURSE = ("easy", "medium", "hard")
HARD_75 = "30x16x75/given"

difficulty = Study(
    name="difficulty",
    question="How do won, stuck, lost and time grow from easy to hard?",
    about=(
        "The exercise's own question. Each program of the course was run on the three levels, "
        "on 5 to 1,000 games. A player is stuck when it has no move that it is willing to "
        "make; one that guesses is never stuck, and loses instead. Of the stuck ends, those with "
        "cells left and KB empty are what program C calls fail. E starts at a 0 always: its "
        "figures are in the study start-rule."
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
        Claim(
            "B, C",
            "medium is won more often than easy",
            "won on medium less won on easy, resolution-endgame",
            Minus(
                Mean("won", "medium", "resolution-endgame"),
                Mean("won", "easy", "resolution-endgame"),
            ),
            above=0,
            unit="%",
        ),
        Claim(
            "C",
            "with 99 mines games get stuck too easily, with 75 less so",
            "stuck with 99 mines less stuck with 75, resolution-rounds",
            Minus(
                Mean("stuck", "hard", "resolution-rounds"),
                Mean("stuck", HARD_75, "resolution-rounds"),
            ),
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
    question="What do more cells given as safe at the start buy, and what do they cost?",
    about=(
        "Program A expected games to be faster with more cells given as safe, and found them "
        "slower: more clauses in KB at once. B found that more given cells help on easy, D "
        "that they help most on hard. Look at whether time rises or falls, and at the matched "
        "pairs behind it."
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
        Claim(
            "A",
            "more given cells make a game slower",
            "time with 64 given cells over time with 8, textbook on medium",
            Over(
                Mean("ms", "medium/given(64)", "textbook"),
                Mean("ms", "medium/given(8)", "textbook"),
            ),
            above=1,
        ),
        Claim(
            "A",
            "... because more clauses are in KB at once",
            "mean length of KB with 64 given cells over that with 8, textbook on medium",
            Over(
                Mean("kb", "medium/given(64)", "textbook"),
                Mean("kb", "medium/given(8)", "textbook"),
            ),
            above=1,
        ),
        Claim(
            "A",
            "from 32 given cells on, no pairwise matching is needed",
            "rounds of matching per game with 32 given cells, textbook on medium",
            Mean("rounds", "medium/given(32)", "textbook"),
            below=0.1,
        ),
        Claim(
            "B",
            "twice as many given cells win more on easy",
            "won with x2 less won with x1, resolution-endgame on easy",
            Minus(
                Mean("won", "easy/given*2", "resolution-endgame"),
                Mean("won", "easy/given", "resolution-endgame"),
            ),
            above=0,
            unit="%",
        ),
        Claim(
            "B",
            "on medium the exercise's number of given cells is best",
            "won with x2 less won with x1, resolution-endgame on medium",
            Minus(
                Mean("won", "medium/given*2", "resolution-endgame"),
                Mean("won", "medium/given", "resolution-endgame"),
            ),
            below=0,
            unit="%",
        ),
        Claim(
            "D",
            "more given cells help more on hard than on easy",
            "what x5 wins more than x1 on hard, less the same on easy, resolution-shortest",
            Minus(
                Minus(
                    Mean("won", "hard/given*5", "resolution-shortest"),
                    Mean("won", "hard/given", "resolution-shortest"),
                ),
                Minus(
                    Mean("won", "easy/given*5", "resolution-shortest"),
                    Mean("won", "easy/given", "resolution-shortest"),
                ),
            ),
            above=0,
            unit="%",
        ),
        Claim(
            "D",
            "more given cells make a hard game faster",
            "time with x10 given cells over time with x1, resolution-shortest on hard",
            Over(
                Mean("ms", "hard/given*10", "resolution-shortest"),
                Mean("ms", "hard/given", "resolution-shortest"),
            ),
            below=1,
        ),
        Claim(
            "D",
            "more given cells help more than matching pairs does",
            "won by resolution-shortest with x5, less won by resolution with x1, on hard",
            Minus(
                Mean("won", "hard/given*5", "resolution-shortest"),
                Mean("won", "hard/given", "resolution"),
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
        "Program C varied the mines of a medium board: stuck games grow with the mines, and "
        "the time of won games grows linearly. A guess turns most of the stuck games into won "
        "ones; how many is the distance between the curves."
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
        Figure("C", "16x16x25/given", "resolution-rounds", (860, 1000), note="about, as medium"),
        Figure("B", "16x16x25/given", "resolution-endgame", (94, 100), note="as medium"),
    ),
    claims=(
        Claim(
            "C",
            "stuck games grow with the mines",
            "stuck with 40 mines less stuck with 20, resolution-rounds",
            Minus(
                Mean("stuck", "16x16x40/given", "resolution-rounds"),
                Mean("stuck", "16x16x20/given", "resolution-rounds"),
            ),
            above=0,
            unit="%",
        ),
        *(
            claim
            for name in ("textbook", "resolution-rounds")
            for claim in (
                Claim(
                    "C",
                    "the time of won games grows with the mines",
                    f"time of won games with 35 mines over that with 5, {name}",
                    Over(
                        Mean("ms", "16x16x35/given", name, only="won"),
                        Mean("ms", "16x16x5/given", name, only="won"),
                    ),
                    above=1,
                ),
                Claim(
                    "C",
                    "... linearly",
                    f"bend of the time of won games along the mines, {name} (0 is a straight line; "
                    "at 1/3, the slope doubles from the first half to the second)",
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
    question="How much does the first zero matter: any, safe, open, or cells given?",
    about=(
        "Program C found that a 0 among the given cells decides whether a game starts at all; "
        "E starts at a 0 always. Under rule any, a player that never guesses is stuck before "
        "its first move. With as many given cells as the exercise gives, one of them nearly always "
        "shows 0, so games with few given cells are played too: a game has started when a cell "
        "is open that was not told."
    ),
    levels=(
        *(f"{level}/{rule}" for level in COURSE for rule in ("any", "safe", "open", "given")),
        *FEW_GIVEN,
    ),
    players=(
        Player("resolution-endgame"),
        Player("resolution-rounds"),
        Player("resolution-vote"),
        Player("binary"),
        Player("binary-ratio"),
        Player("odds"),
    ),
    games=400,
    plots=(Plot("outcomes"), Plot("curve", "guesses", "rule")),
    course=(
        Figure("E", "easy/open", "binary", (8, 8), steps=31.6),
        Figure("E", "medium/open", "binary", (7, 8), steps=62.4),
        Figure("E", "hard/open", "binary", (2, 8), steps=345, note="steps: of the 2 that it won"),
        Figure("E", "easy/open", "binary", (754, 1000), note="rerun; under 1 ms a game"),
        Figure("E", "medium/open", "binary", (832, 1000), 0.002, note="rerun"),
        Figure("E", "hard/open", "binary", (75, 1000), 0.008, note="rerun"),
    ),
    claims=(
        *(
            Claim(
                "C",
                "a 0 among the given cells decides whether a game starts",
                "games that start with a 0 less games that start without, resolution-rounds on "
                f"{level}",
                Split("started", "zero", level, "resolution-rounds"),
                above=0.5,
                unit="%",
            )
            for level in FEW_GIVEN
        ),
        Claim(
            "C",
            "... so it matters in the exercise",
            "games of hard/given with a 0 among the given cells",
            Mean("zero", "hard/given", "resolution-rounds"),
            below=0.95,
            unit="%",
        ),
        Claim(
            "E",
            "about one hard game in ten is won",
            "won by binary on hard/open",
            Mean("won", "hard/open", "binary"),
            above=0.05,
            below=0.15,
            unit="%",
        ),
        Claim(
            "E",
            "a hard game takes four or five guesses",
            "guesses in a won game, binary-ratio on hard/open (with more, games are mostly lost)",
            Mean("guesses", "hard/open", "binary-ratio", only="won"),
            above=3.5,
            below=5.5,
        ),
    ),
    measures=("fail", "zero"),
)

kb_growth = Study(
    name="kb-growth",
    question="How long do KB and KB0 get, and how much of a game's time is pairwise matching?",
    about=(
        "Program D left pairwise matching out since it costs a lot of time, A blamed long "
        "games on the length of KB. C thought of keeping clues out of KB until something around "
        "them is known: textbook shows what that saves, since all its clues enter KB at once, as "
        "in the exercise. In the other players a clue that decides by itself never enters KB, so "
        "on easy boards KB stays almost empty."
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
        Claim(
            "A",
            "the longer KB gets, the longer a game takes",
            "rank correlation of a game's time and its mean length of KB, textbook on hard",
            Ranks("kb", "ms", "hard", "textbook"),
            above=0,
        ),
        *(
            Claim(
                "D",
                "pairwise matching within KB costs a lot of time",
                f"time spent on matching over all time, {name} on hard",
                Over(Mean("match_ms", "hard", name), Mean("ms", "hard", name)),
                above=0.5,
                unit="%",
            )
            for name in ("textbook", "resolution")
        ),
        *(
            Claim(
                "C",
                said,
                f"{measured}, deferring over not, textbook on {level}",
                Over(Mean(column, level, "textbook deferring"), Mean(column, level, "textbook")),
                below=1,
            )
            for level in ("medium", "hard")
            for said, measured, column in (
                ("keeping isolated clues out of KB keeps KB short", "mean length of KB", "kb"),
                ("... and saves time", "time", "ms"),
            )
        ),
        Claim(
            "C",
            "... and costs no wins",
            "won without deferring less won deferring, textbook on hard",
            Paired("hard", "textbook", "textbook deferring"),
            below=0.02,
            unit="%",
        ),
    ),
)

WIDTH = "one clause of a pair has at most k literals, a resolvent at most w"

matching_width = Study(
    name="matching-width",
    question="What does each extra literal in pairwise matching buy, and what does it cost?",
    about=(
        "The exercise matches only pairs where one clause has at most two literals. Program B "
        "asked whether hard boards get stuck because of that limit. What a wider matching "
        "wins, and what it costs, is the answer."
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
            Claim(
                "B",
                "k = 2 is enough",
                f"what {wider} wins more than k=2 on hard, on the same boards",
                Paired("hard", wider, "k=2"),
                below=0.05,
                unit="%",
            )
            for wider in ("k=3", "unlimited")
        ),
        Claim(
            "B",
            "hard gets stuck because the method can't do better",
            "won by the same method, mine count included, on hard: B won 3 of 100, at most 8.5%",
            Mean("won", "hard", "k=2, mine count"),
            below=0.085,
            unit="%",
        ),
        Claim(
            "D",
            "matching with the facts alone is enough",
            "what k=2 wins more than facts only on hard, on the same boards",
            Paired("hard", "k=2", "facts only"),
            below=0.05,
            unit="%",
        ),
    ),
)

THRESHOLD = "unknown cells from which the mine count is used"

endgame = Study(
    name="endgame",
    question="What does the mine count add, and from how many unknown cells on?",
    about=(
        "Program B turns the mine count into clauses when at most 10 cells are unmarked, C "
        "wanted it when stuck. The clauses grow as binomials of the unknown cells, so the "
        "threshold is a price."
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
        Claim(
            "B",
            "the mine count wins games",
            f"what using it from 10 unknown cells on wins more than never, on {level}",
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
    question="Which guess is best when nothing is certain?",
    about=(
        "Program D guesses by the shortest clause, C planned a vote of the literals, E the "
        "lowest ratio of mines to cells around a clue. All play the same boards up to their "
        "first guess, so the difference is the guess alone. (D itself matches with the facts "
        "only: the last player.)"
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
        Claim(
            course,
            said,
            f"what {guess} wins more than random on hard, on the same boards",
            Paired("hard", guess, "random"),
            above=0,
            unit="%",
        )
        for course, guess, said in (
            ("D", "shortest", "a cell of the shortest clause is a good guess"),
            ("C", "vote", "a vote of the literals finds a good guess"),
            ("E", "ratio", "the lowest ratio of mines to cells is a good guess"),
        )
    ),
)

BV_GIVEN = ("given*0.5", "given", "given*2")

three_bv = Study(
    name="three-bv",
    question="How do 3BV, openings and islands of a board bear on winning it, and on time?",
    about=(
        "Program B suggested to relate 3BV, the fewest clicks that open a board, to the number of "
        "given cells. Boards are sorted into bins of equally many games. Openings are the regions "
        "of zeros, islands the groups of cells that touch none."
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
            Claim(
                "B",
                "3BV predicts winning",
                f"chance that a board not won has the larger 3BV, resolution-endgame on {level}",
                Separates("three_bv", f"{level}/given", "resolution-endgame"),
                above=0.5,
                unit="%",
            )
            for level in COURSE
        ),
        *(
            Claim(
                "B",
                "with more given cells, 3BV matters less",
                f"that chance with x0.5 given cells less that with x2, on {level}",
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
    question="Forward or backward: what does it cost to reason by rules alone?",
    about=(
        "Program C thought of two first-order rules, chained forward or backward. Forward "
        "chaining holds the rules against a clue whenever something around it becomes known. "
        "Backward chaining asks for one hidden cell after the other whether it is safe, and looks "
        "at what could prove that. Both prove the same cells. A question that has a proof is "
        "answered from a few clues around; one that has none is given up only when nothing is left "
        "to look at, and most questions are of that kind. On hard, a game by backward "
        "chaining takes over 20 s, so it is left out here. `sapper prove` shows a single question."
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
            note="about; by resolution, rules were an idea for later",
        ),
    ),
    claims=(
        *(
            Claim(
                "C",
                "backward chaining can take the place of forward chaining",
                f"rules tried per game, backward over forward, on {level}",
                Over(Mean("tried", level, "rules backward"), Mean("tried", level, "rules")),
                below=1,
            )
            for level in ("easy", "medium")
        ),
        *(
            Claim(
                "C",
                "... at least for a cell that can be proved",
                f"rules tried per cell proved safe, backward over forward, on {level}",
                Over(Mean("per_proof", level, "rules backward"), Mean("per_proof", level, "rules")),
                below=1,
            )
            for level in ("easy", "medium")
        ),
    ),
)

agents = Study(
    name="agents",
    question="All agents on the same boards: who wins what others don't, who is stuck where?",
    about=(
        "The same boards for everyone, so that every two can be compared by the boards that "
        "only one of them wins. Of stuck games it is noted whether a cell was provably safe: "
        "an agent that is complete from the clues has none by the clues, one that is complete "
        "with the mine count has none at all. Program C counts a third end besides won and stuck: "
        "fail, when cells are left that mines wall in, and KB is empty."
    ),
    levels=("easy", "hard", "hard/open"),
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
        Figure("B", "easy", "resolution-endgame", (72, 100), note="rerun; 24 of 28 stuck falsely"),
        Figure("B", "hard", "resolution-endgame", (1, 30), note="rerun"),
        Figure("C", "hard", "resolution-rounds", (0, 4), note="rerun"),
        Figure("D", "hard", "resolution-shortest", (1, 9), note="rerun"),
        Figure("E", "hard/open", "binary", (75, 1000), note="rerun; 32 of 92 stuck falsely"),
    ),
    claims=(
        Claim(
            "E",
            "a consistency check is better than resolution",
            "what consistency wins more than resolution on hard, on the same boards",
            Paired("hard", "consistency", "resolution"),
            above=0,
            unit="%",
        ),
        Claim(
            "E",
            "... and cheaper",
            "time of consistency over that of resolution on hard",
            Over(Mean("ms", "hard", "consistency"), Mean("ms", "hard", "resolution")),
            below=1,
        ),
        Claim(
            "E",
            "clauses of two literals are enough",
            "what resolution wins more than binary on hard/open, on the same boards",
            Paired("hard/open", "resolution", "binary"),
            below=0.05,
            unit="%",
        ),
    ),
)

DENSITIES = (
    *(f"30x16x{mines}/open" for mines in range(50, 131, 20)),
    *(f"16x16x{mines}/open" for mines in (20, 30, 50, 60)),
)
RUNGS = tuple(
    player("techniques", most=str(rung).replace(" ", "_"), label=str(rung))
    for rung in Technique
    if rung > Technique.GIVEN
)
"""Players who know the techniques up to one, and never guess."""

no_guess = Study(
    name="no-guess",
    question="How many boards can be won without a guess, by level, density and technique?",
    about=(
        "Each player knows the techniques up to the one it is named after, and never guesses. The "
        "share that it wins is the share of boards that need no guess and no more than that "
        "technique, from the first click on. Case split adds next to nothing to combination: what "
        "the clues settle at all, sums of clues almost always settle."
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
    players=RUNGS,
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
