"""Playing a game: drivers at full speed, one table at Python speed, transcripts."""
