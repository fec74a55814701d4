"""`solved`: the player that plays by a strategy computed beforehand and kept in a file."""
