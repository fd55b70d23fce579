"""It opens cells that are open already."""


def choose(view):
    if view.told:
        return view.told[0]
    return next(cell for cell in range(view.level.size) if view[cell] <= 8)
