"""Words for people: what numbers, knobs and players are called, and how a text names a number. Knows no game and no run."""
