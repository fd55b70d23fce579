"""Reasoning techniques from easy to hard, and boards that need them.

    techniques.py    exact definitions of all techniques
    rungs.py         the technique that settles each cell, found by the engine
    closure.py       the same in Python; it also finds the clues that each technique uses
    single_clue.py, two_clues.py, chain.py, combination.py, case_split.py, mine_count.py
                     a rule for each technique, used by closure.py and `sapper.explain`
    finding.py, clue.py, linear.py
                     data types and linear programming for the rules
    solution.py      how to solve a board without guessing
    dealer.py        deals boards that need certain techniques
    rating.py        how hard a board or position is
    puzzle.py        positions to practise one technique
    pattern_puzzle.py
                     positions to practise a pattern, such as 1-2-1
    board_certificate.py
                     a file that shows how to win a board

`sapper.explain` turns the findings of these rules into logical arguments. The files with the rules
do not import `sapper.explain`.
"""
