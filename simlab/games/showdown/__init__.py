"""Two-draw poker with a last-trick showdown: score the best hand twice, win the fifth trick, race to 50."""
