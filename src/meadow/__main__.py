"""`python -m meadow` is the command `meadow`."""

from meadow.cli import main

main()
