"""Claims that the safest cell is safe, which is often right, but only by luck."""

from sapper import odds


def choose(view):
    chances = odds(view)
    return chances.safe[0] if chances.safe else chances.safest
