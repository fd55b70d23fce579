"""`python -m sapper` does the same as the command `sapper`."""

from sapper_command import main

main()
