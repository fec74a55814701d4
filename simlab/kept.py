"""What a command worked out and may need again: read back only if it is what was written there, else worked out again.

A file begins with a checksum of its name and its content: damaged, copied over another or written by an older version, it counts as
absent.
"""

import hashlib
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.disk import write_whole

MAGIC = b"simlab kept 1\n"
HEAD = len(MAGIC) + hashlib.sha256().digest_size

Arrays = dict[str, npt.NDArray[Any]]


def keep_arrays(path: Path, **arrays: npt.ArrayLike) -> None:
    """Whole, or not at all; what the system refuses is raised."""
    content = BytesIO()
    np.savez(content, **arrays)  # type: ignore[arg-type]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, MAGIC + seal(path, content.getvalue()) + content.getvalue())


def kept_arrays(path: Path) -> Arrays | None:
    """What was kept there; nothing where it is not just that."""
    with suppress(OSError):
        raw = path.read_bytes() if path.is_file() else b""
        content = raw[HEAD:]
        if raw.startswith(MAGIC) and seal(path, content) == raw[len(MAGIC) : HEAD]:
            with np.load(BytesIO(content), allow_pickle=False) as file:
                return dict(file)
    return None


def seal(path: Path, content: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + b"\0" + content).digest()
