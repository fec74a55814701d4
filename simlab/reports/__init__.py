"""What a run directory says, for people: findings in words, charts, one page. Never imports a game."""
