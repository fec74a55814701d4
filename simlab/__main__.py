"""`python -m simlab`: the same as the command `simlab`."""

from simlab.cli import main

main(prog_name="simlab")
