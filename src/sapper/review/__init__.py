"""The review of a game: what was luck and what was skill.

judge.py        the review of a record: each move judged, and the sum of it all
review.py       what a review is: its moves, its figures
label.py        what a move was, and when it is called that
account.py      luck, and the figures as a person reads them
start.py        the chance to win before the first move
verdict.py      what there is to say about a game and its moves
review_json.py  a review as JSON
summary.py      what a server keeps of a review, and positions to practise on
game_html.py    a review as one HTML file
many.py         many games: how good a player is, luck taken out
many_html.py    the same as one HTML file
metrics.py      what the community measures games by
"""

from sapper.review.account import Luck
from sapper.review.judge import BUDGET, protect_first, review
from sapper.review.label import Label
from sapper.review.review import Review, ReviewedMove

__all__ = ["BUDGET", "Label", "Luck", "Review", "ReviewedMove", "protect_first", "review"]
