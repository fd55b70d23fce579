"""Ignores the last row and column, because its ranges end one too early."""


def choose(view):
    if view.given:
        return view.given[0]
    width, height = view.level.width, view.level.height
    clues = []
    for row in range(height):
        for column in range(width):
            clue = row * width + column
            if view[clue] <= 8:
                near = [
                    r * width + c
                    for r in range(max(row - 1, 0), min(row + 2, height - 1))
                    for c in range(max(column - 1, 0), min(column + 2, width - 1))
                ]
                clues.append((clue, [cell for cell in near if view[cell] > 8]))
    mines = {cell for clue, hidden in clues if len(hidden) == view[clue] for cell in hidden}
    for clue, hidden in clues:
        left = [cell for cell in hidden if cell not in mines]
        if left and len(hidden) - len(left) == view[clue]:
            return left[0]
    return None
