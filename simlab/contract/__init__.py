"""What a game is: its rules, records, policies and all its other parts as data, and the check that it keeps its promises."""
