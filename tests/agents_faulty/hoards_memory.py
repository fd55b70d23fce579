"""It takes all the memory that it can get."""


def choose(view):
    hoard = []
    while True:
        hoard.append(bytearray(50_000_000))
