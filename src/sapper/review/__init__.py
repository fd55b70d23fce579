"""The review of a game: what was luck and what was skill.

review.py   every move with its label, the chances to win, and the sum of it all
start.py    the chance to win before the first move
words.py    the verdict, and sentences about moves
page.py     a review as one HTML file
many.py     many games: how good a player is, luck taken out
report.py   the same as one HTML file
"""

from sapper.review.review import BUDGET, Label, Luck, Review, ReviewedMove, protected, review

__all__ = ["BUDGET", "Label", "Luck", "Review", "ReviewedMove", "protected", "review"]
