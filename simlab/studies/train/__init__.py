"""What `simlab train` does: games in which search teaches, a net fitted to them, and the same again with the net at the table."""
