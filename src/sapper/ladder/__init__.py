"""Techniques from easy to hard, and boards made and measured by them.

    techniques.py    the ladder: what each technique is, exactly
    rungs.py         which technique settles which cell, by the engine
    closure.py       the same by the rules below, which return what they settle and the clues used
    single_clue.py, two_clues.py, chain.py, combination.py, case_split.py, mine_count.py: the rules;
                     finding.py and clue.py are their nouns, linear.py is for sums
    solution.py      a board, solved by certain moves
    dealer.py        boards that techniques solve; rating.py and puzzle.py use them too
    board_certificate.py    a file that shows how to win a board

The rules know nothing of `sapper.explain`, which makes arguments from what they found.
"""
