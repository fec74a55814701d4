"""What is shown in a terminal or in one line: names and texts may hold anything, escapes that move the cursor too. Here they do not."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

MOST_SHOWN = 600  # letters of a line that complains
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # these let a text look like another one


def one_line(text: str, most: int = MOST_SHOWN) -> str:
    """One line, printable, of a bearable length."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return plain if len(plain) <= most else plain[: most - 3] + "..."


def shown(text: str) -> str:
    """A text of one or more lines without anything that a terminal would obey; what is left out leaves a trace."""
    if text.isprintable():
        return text
    return "".join(letter if letter in "\n\t" or not strange(letter) else "\N{REPLACEMENT CHARACTER}" for letter in text)


def strange(letter: str) -> bool:
    """Does not belong in a text: control characters, halves of characters, marks that turn the direction of reading."""
    return letter < " " or "\x7f" <= letter <= "\x9f" or "\ud800" <= letter <= "\udfff" or letter in TURNING


def first_strange(text: str) -> str:
    """The first character that does not belong in a text of lines, as `#x1b`; nothing when all do."""
    if text.isprintable():
        return ""
    return next((f"#x{ord(letter):02x}" for letter in text if strange(letter) and letter not in "\n\t"), "")


@contextmanager
def prints_aside() -> Iterator[None]:
    """What a policy file prints meanwhile is no part of the answer: it goes where progress is told."""
    if threading.current_thread() is not threading.main_thread():  # standard output is everybody's
        yield
        return
    with redirect_stdout(sys.stderr):
        yield
