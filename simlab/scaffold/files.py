"""Files that were not there."""

from pathlib import Path

from simlab.errors import InputError


def write_new(path: Path, text: str) -> None:
    """Write a file, and the folders it needs; what exists is left alone."""
    if path.exists():
        raise InputError(f"{path} exists already: choose another name")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
