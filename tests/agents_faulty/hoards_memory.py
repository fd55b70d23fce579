"""Uses all the memory it can get."""


def choose(view):
    hoard = []
    while True:
        hoard.append(bytearray(50_000_000))
