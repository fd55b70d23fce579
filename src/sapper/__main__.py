"""`python -m sapper` does the same as the command `sapper`."""

from sapper.cli import main

main()
