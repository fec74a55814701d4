"""What came of each damage or hostile file: healed, refused in one line, or lost; told as a line of a table."""

from dataclasses import dataclass, field


@dataclass
class Count:
    """Tried, and how it ended."""

    what: str
    healed: int = 0  # the same answer, or the file was good after all
    refused: int = 0  # one line, nothing else
    lost: list[str] = field(default_factory=list)  # tracebacks, hangs, other answers

    @property
    def tried(self) -> int:
        return self.healed + self.refused + len(self.lost)

    def told(self) -> str:
        line = f"{self.what:44} tried {self.tried:5}  healed {self.healed:5}  refused {self.refused:5}  lost {len(self.lost):3}"
        print(line)
        return line
