"""An endless loop."""


def choose(view):
    while view:
        pass
