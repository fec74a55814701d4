"""`learned`, the player that `simlab train` makes: what search found out in minutes, as a small net that answers in microseconds."""
