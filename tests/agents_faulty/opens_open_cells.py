"""Opens cells that are already open."""


def choose(view):
    if view.given:
        return view.given[0]
    return next(cell for cell in range(view.level.size) if view[cell] <= 8)
