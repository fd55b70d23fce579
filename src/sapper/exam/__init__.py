"""An exam for reasoners: questions about positions, with answers that the engine grades.

`make_items` makes questions, and `score_answer` scores a single answer, for example as the reward
when a language model is trained (verifying.py). The command `sapper exam` gives whole exams.

Files:

    items.py      an item (one question), its JSON form, and the settings of an exam
    making.py     deals boards and chooses the same number of positions for each technique
    rendering.py  positions and tasks as text: the prompt of an item
    reading.py    finds the answer in what an examinee wrote
    asking.py     puts the questions to a program or to a language model on a server
    playing.py    whole games: the `play` part
    grading.py    points for each answer
    verifying.py  points for a single answer, with the reason
    scores.py     the scores of an examinee, with intervals
    report.py     scores as rows of text
    page.py       scores as an HTML page, with the worst answers and what refutes them
    baselines.py  examinees whose answers are computed, for comparison
    secret.py     exams from a secret salt, which is revealed only after the exam
"""

from sapper.exam.grading import Scale
from sapper.exam.items import ExamError, Item, load_items
from sapper.exam.verifying import AnswerScore, make_items, score_answer

__all__ = [
    "AnswerScore",
    "ExamError",
    "Item",
    "Scale",
    "load_items",
    "make_items",
    "score_answer",
]
