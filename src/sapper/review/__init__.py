"""Reviews a game, and separates luck from skill.

Files:

    judge.py        makes the review of a record
    review.py       a review: its moves and its figures
    label.py        the labels of moves, such as mistake
    account.py      luck, and the figures that players see
    start.py        the chance of winning before the first move
    chances.py      the chance of winning in each position, and the luck of numbers
    verdict.py      the messages about a game and its moves
    facts.py        what else there is to say about a game
    review_json.py  a review as JSON
    summary.py      the part of a review that a server keeps, and positions for practice
    game_html.py    a review as one HTML file
    many.py         many reviewed games: the win rate without luck, and techniques to practise
    many_html.py    many reviewed games as one HTML file
    metrics.py      the metrics of the Minesweeper community
    regions.py      the course of a game as 16 marks, for a card to share
"""

from sapper.review.account import Luck
from sapper.review.judge import BUDGET, ReviewError, protect_first, review, without_guessing
from sapper.review.label import Label
from sapper.review.review import Review, ReviewedMove

__all__ = [
    "BUDGET",
    "Label",
    "Luck",
    "Review",
    "ReviewError",
    "ReviewedMove",
    "protect_first",
    "review",
    "without_guessing",
]
