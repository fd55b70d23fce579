"""The studies of the lab. Each repeats an experiment of the course, with its figures beside ours.

The number of games is at least the course's own. All ten take under 15 minutes on two cores.
A study of your own is a value like these in a file of yours: see docs/lab.md.
"""

from __future__ import annotations

from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.lab.study import Figure, Player, Plot, Study, player

EVERYONE = tuple(Player(name) for name in AGENTS)
COURSE = ("easy", "medium", "hard")
HARD_75 = "30x16x75/given"

difficulty = Study(
    name="difficulty",
    question="How do won, stuck, lost and time grow from easy to hard?",
    about=(
        "The exercise's own question. Each program of the course was run on the three levels, "
        "on 5 to 1,000 games. A player is stuck when it has no move that it is willing to "
        "make; one that guesses is never stuck, and loses instead."
    ),
    levels=("easy", "medium", HARD_75, "hard"),
    players=EVERYONE,
    games=1000,
    plots=(Plot("outcomes"), Plot("times", "ms"), Plot("trade", levels=(HARD_75, "hard"))),
    course=(
        Figure("A", "easy", "resolution", (5, 5), 0.29),
        Figure("A", "medium", "resolution", (5, 5), 2.65),
        Figure("A", "hard", "resolution", (2, 5), 168.49, left=20.33),
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
        Figure("D", "easy", "resolution-shortest", (9, 10), note="at most 1 s a game"),
        Figure("D", "medium", "resolution-shortest", (9, 10), note="at most 5 s a game"),
        Figure("D", "hard", "resolution-shortest", (1, 10), note="at most 30 s a game"),
        Figure("D", "easy", "resolution-shortest", (87, 100), 0.07, note="rerun"),
        Figure("D", "medium", "resolution-shortest", (40, 45), 0.46, note="rerun"),
        Figure("D", "hard", "resolution-shortest", (1, 9), 5.7, note="rerun"),
        Figure("E", "easy", "binary", (8, 8), steps=31.6, note="starts at a 0"),
        Figure("E", "medium", "binary", (7, 8), steps=62.4, note="starts at a 0"),
        Figure("E", "hard", "binary", (2, 8), note="starts at a 0"),
        Figure("E", "easy", "binary", (754, 1000), note="starts at a 0; rerun"),
        Figure("E", "medium", "binary", (832, 1000), 0.002, note="starts at a 0; rerun"),
        Figure("E", "hard", "binary", (75, 1000), 0.008, note="starts at a 0; rerun"),
    ),
)

FACTORS = ("given*0.5", "given", "given*2", "given*5", "given*10")
TOLD = ("given(8)", "given(16)", "given(32)", "given(64)", "given(128)", "given(all)")

safe_cells = Study(
    name="safe-cells",
    question="What do more cells told safe at the start buy, and what do they cost?",
    about=(
        "Program A expected games to be faster with more cells told safe, and found them "
        "slower: more clauses in KB at once. B found that more told cells help on easy, D "
        "that they help most on hard. Look at whether time rises or falls, and at the matched "
        "pairs behind it."
    ),
    levels=(
        *(f"{level}/{rule}" for level in COURSE for rule in FACTORS),
        *(f"medium/{rule}" for rule in TOLD),
    ),
    players=(
        Player("resolution"),
        Player("resolution-endgame"),
        Player("resolution-shortest"),
    ),
    games=200,
    plots=(
        Plot("curve", "won", "told"),
        Plot("curve", "ms", "told"),
        Plot("curve", "matched", "told"),
    ),
    course=(
        Figure("A", "medium/given(8)", "resolution", (5, 5), 1.47, rounds=0.6),
        Figure("A", "medium/given(16)", "resolution", (5, 5), 2.65, rounds=0.8),
        Figure("A", "medium/given(32)", "resolution", (5, 5), 3.59, rounds=0),
        Figure("A", "medium/given(64)", "resolution", (5, 5), 3.88, rounds=0),
        Figure("A", "medium/given(128)", "resolution", (5, 5), 3.61, rounds=0),
        Figure("A", "medium/given(all)", "resolution", (5, 5), 2.73, rounds=0),
        Figure("B", "easy/given*0.5", "resolution-endgame", (32, 50), rounds=1.18),
        Figure("B", "easy/given", "resolution-endgame", (42, 50), rounds=0.46),
        Figure("B", "easy/given*2", "resolution-endgame", (43, 50), rounds=0.62),
        Figure("D", "easy/given", "resolution-shortest", (9, 10)),
        Figure("D", "medium/given", "resolution-shortest", (9, 10)),
        Figure("D", "hard/given", "resolution-shortest", (1, 10)),
        Figure("D", "easy/given*5", "resolution-shortest", (10, 10)),
        Figure("D", "medium/given*5", "resolution-shortest", (9, 10)),
        Figure("D", "hard/given*5", "resolution-shortest", (4, 10)),
        Figure("D", "hard/given*10", "resolution-shortest", (7, 10)),
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
)

start_rule = Study(
    name="start-rule",
    question="How much does the first zero matter: any, safe, open, or cells given?",
    about=(
        "Program C found that a 0 among the told cells decides whether a game starts at all; "
        "E starts at a 0 always. Under rule any, a player that never guesses is stuck before "
        "its first move."
    ),
    levels=tuple(
        f"{level}/{rule}" for level in COURSE for rule in ("any", "safe", "open", "given")
    ),
    players=(
        Player("resolution-endgame"),
        Player("resolution-vote"),
        Player("binary"),
        Player("binary-ratio"),
        Player("odds"),
    ),
    games=400,
    plots=(Plot("outcomes"), Plot("curve", "guesses", "rule")),
    course=(
        Figure("E", "easy/open", "binary", (754, 1000), steps=31.6, note="won: rerun"),
        Figure("E", "medium/open", "binary", (832, 1000), steps=62.4, note="won: rerun"),
        Figure("E", "hard/open", "binary", (75, 1000), steps=345, note="won: rerun; steps: 2 won"),
    ),
)

kb_growth = Study(
    name="kb-growth",
    question="How long do KB and KB0 get, and how much of a game's time is pairwise matching?",
    about=(
        "Program D left pairwise matching out since it costs a lot of time, A blamed long "
        "games on the length of KB. A clue that decides by itself never enters KB, so on easy "
        "boards KB stays almost empty."
    ),
    levels=COURSE,
    players=(
        Player("resolution"),
        Player("resolution-vote"),
        Player("resolution-shortest"),
        Player("resolution-full"),
    ),
    games=200,
    measures=("history",),
    plots=(Plot("growth", "kb"), Plot("growth", "kb0"), Plot("setting", "match_share")),
    course=(
        Figure("A", "easy", "resolution", seconds=0.29),
        Figure("A", "medium", "resolution", seconds=2.65, rounds=0.8),
        Figure("A", "hard", "resolution", seconds=168.49),
        Figure("B", "hard", "resolution", rounds=5.18),
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
    ),
    games=100,
    plots=(
        Plot("setting", "won", WIDTH),
        Plot("setting", "ms", WIDTH),
        Plot("setting", "matched", WIDTH),
        Plot("trade", levels=("hard",)),
    ),
    course=(
        Figure("A", "hard", "k=2", (2, 5), 168.49, note="k = 2"),
        Figure("B", "hard", "k=2", (3, 100), note="k = 2, with mine count"),
        Figure("D", "hard", "facts only", (1, 10), note="facts only, guesses"),
        Figure(
            "E", "hard", "k=2 w=2", (75, 1000), 0.008, note="two literals, starts at a 0; rerun"
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
)

guessing = Study(
    name="guessing",
    question="Which guess is best when nothing is certain?",
    about=(
        "Program D guesses by the shortest clause, C planned a vote of the literals, E the "
        "lowest ratio of mines to cells around a clue. All play the same boards up to their "
        "first guess, so the difference is the guess alone."
    ),
    levels=COURSE,
    players=tuple(player("resolution-endgame", guess, label=guess) for guess in GUESSES),
    games=400,
    plots=(
        Plot("outcomes"),
        Plot("setting", "won"),
        Plot("setting", "guesses"),
        Plot("duels", levels=("hard",)),
    ),
    course=(
        Figure("C", "easy", "none", (760, 1000), note="about; voting was planned"),
        Figure("D", "easy", "shortest", (9, 10)),
        Figure("D", "medium", "shortest", (9, 10)),
        Figure("D", "hard", "shortest", (1, 10)),
        Figure("E", "hard", "none", (75, 1000), note="rerun; starts at a 0; ratio was planned"),
    ),
)

three_bv = Study(
    name="three-bv",
    question="How do 3BV, openings and islands of a board bear on winning it, and on time?",
    about=(
        "Program B suggested to relate 3BV, the fewest clicks that open a board, to how hard "
        "it is. Boards are sorted into bins of equally many games. Openings are the regions "
        "of zeros, islands the groups of cells that touch none."
    ),
    levels=("easy", "medium", "hard"),
    players=(Player("resolution-endgame"), Player("odds")),
    games=1500,
    measures=("board",),
    plots=(
        Plot("binned", "won", "three_bv"),
        Plot("binned", "ms", "three_bv"),
        Plot("binned", "won", "openings"),
        Plot("binned", "won", "islands"),
    ),
    course=(
        Figure("B", "easy", "resolution-endgame", (85, 100), note="suggested this study"),
        Figure("B", "medium", "resolution-endgame", (94, 100), note="suggested this study"),
        Figure("B", "hard", "resolution-endgame", (3, 100), note="suggested this study"),
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
    levels=("easy", "hard"),
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
        Figure("E", "hard", "binary", (75, 1000), note="rerun; 32 of 92 stuck falsely"),
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
        agents,
    )
}
