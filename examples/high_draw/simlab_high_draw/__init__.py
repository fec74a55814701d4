"""High Draw: one card each, a few chances to exchange it, the highest card wins."""
