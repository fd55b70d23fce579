"""The techniques of reasoning from easy to hard, and boards made and rated with them.

    techniques.py    exact definitions of all techniques
    rungs.py         the technique that settles each cell, found by the engine
    closure.py       the same in Python, with the rules below, which also return the clues they use
    single_clue.py, two_clues.py, chain.py, combination.py, case_split.py, mine_count.py: the rules
    finding.py, clue.py, linear.py: data types and linear programming for the rules
    solution.py      how to solve a board without guessing
    dealer.py        boards that need the techniques you ask for
    rating.py        how hard a board or position is
    puzzle.py        positions to practise one technique
    board_certificate.py    a file that shows how to win a board

The rules do not import `sapper.explain`, which turns their findings into arguments.
"""
