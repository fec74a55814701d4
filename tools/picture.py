"""The terminal picture of the README: a comparison as it is printed, as SVG (`python -m tools.picture`, a minute)."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

TYPED = "simlab compare showdown target=40 --games 20000"
PICTURE = Path(__file__).parent.parent / "docs" / "terminal.svg"
WIDE = 100
FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)  # the picture needs no network: any fixed-width font will do


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", *TYPED.split(), "--out", f"{folder}/run"]
        printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    PICTURE.write_text(drawn(printed.replace(f"{folder}/run", "reports/compare-showdown")), encoding="utf-8")


def drawn(printed: str) -> str:
    console = Console(record=True, width=WIDE, file=sys.stderr, force_terminal=False)
    console.print(Text(f"$ {TYPED}", style="bold green"))
    for line in sentences(printed):
        console.print(Text(line, style="bold" if line.startswith("What") else ""))
    return FONT.sub("", console.export_svg(title="Did my tweak help?"))


def sentences(printed: str) -> list[str]:
    """What is said, without the table; lines that were broken are one again."""
    lines: list[str] = []
    for line in printed.splitlines():
        if line.startswith(("What", "- ", "who played", "report:")):
            lines.append(line)
        elif lines and line and not line.startswith(" ") and lines[-1].startswith("- "):
            lines[-1] += line if lines[-1].endswith(" ") else f" {line}"
    return lines


if __name__ == "__main__":
    main()
