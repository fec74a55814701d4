"""Checksums that bind the files of a folder to each other: what was damaged or changed since is noticed when it is read.

A manifest ends with a checksum of itself and names those of the tables beside it; a page ends with a comment that names the manifest
(or the data) it was made of and the pictures beside it, and a checksum of itself. Folders of older versions have none: they are
read as they are.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from simlab.disk import read_whole
from simlab.errors import RunError

MANIFEST = "manifest.json"
FILES = "files"  # in a manifest: checksums of what lies beside it, by name
DONE = "done"  # the state of a manifest whose run has ended
AGAIN = "start the same command again: it mends this"
SEAL = b',\n "seal": "'
PAGE_END = re.compile(rb"\n<!-- simlab (\{[^<>]*\}) ([0-9a-f]{64}) -->\n\Z")


def checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def with_seal(content: Mapping[str, Any]) -> bytes:
    """A manifest as text, the checksum of all before it at its end."""
    body = json.dumps(content, indent=1, ensure_ascii=False).encode().removesuffix(b"\n}")
    return body + SEAL + checksum(body).encode() + b'"\n}'


def seal_of(raw: bytes) -> str:
    """The checksum at the end of a manifest; nothing where it has none, or a wrong one."""
    body, mark, end = raw.rpartition(SEAL)
    return checksum(body) if mark and end == checksum(body).encode() + b'"\n}' else ""


def manifest_in(raw: bytes) -> dict[str, Any]:
    """A manifest that is as it was written; a ValueError if not."""
    try:
        found = json.loads(raw)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(found, dict) or not isinstance(found.get("identity"), dict):
        raise ValueError("no manifest of a run")
    if FILES in found and not seal_of(raw):
        raise ValueError("not as it was written")
    return found


def checked(folder: Path, name: str, manifest: Mapping[str, Any]) -> bytes:
    """A file beside a manifest, as the manifest knows it."""
    content = read_whole(folder / name)
    if FILES in manifest and manifest[FILES].get(name) != checksum(content):
        raise RunError(f"{folder / name} is damaged, or not of this run; {AGAIN}")
    return content


def with_page_seal(page: str, made_of: str, folder: Path, files: Iterable[str]) -> bytes:
    """A page, and at its end what it was made of (a checksum) and the files that were written with it."""
    bound = json.dumps({"of": made_of, FILES: {name: checksum((folder / name).read_bytes()) for name in files}}, sort_keys=True)
    plain = re.sub("[-<>]", lambda sign: f"\\u{ord(sign[0]):04x}", bound)  # no sign that could end a comment
    body = page.encode() + f"\n<!-- simlab {plain} ".encode()
    return body + f"{checksum(body)} -->\n".encode()


def page_seal(raw: bytes) -> dict[str, Any] | None:
    """What the end of a page says it was made of; nothing where the page is not as it was written."""
    end = PAGE_END.search(raw)
    if end is None or checksum(raw[: end.start(2)]).encode() != end[2]:
        return None
    found: dict[str, Any] = json.loads(end[1])
    return found
