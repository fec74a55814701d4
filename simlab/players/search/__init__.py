"""`search`, the strong player that every game has: it imagines worlds, tries every action in them, and plays the best."""
