"""What is told while games are played."""


class Progress:
    """Says nothing; the command line shows it."""

    def start(self, games: int, done: int) -> None: ...

    def advance(self, games: int) -> None: ...

    def expect(self, games: int) -> None:
        """So many more are to be played than was said."""

    def stop(self) -> None: ...

    def notice(self, text: str) -> None: ...
