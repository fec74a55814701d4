"""Pages to be filled in: escaped texts, numbers as JSON in which no tag can start, and the page's own style and script."""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from simlab.reports.playing_cards.drawn import style as card_style

TEMPLATES = Path(__file__).parent / "templates"
BREAKABLE = re.compile(r"_|\S{25}")
PIECE = re.compile(r"\s*(?:[^\s_]{1,24}_*|_+)|\s+$")


def template(name: str) -> Template:
    """A page to be filled in; whatever goes into it is escaped."""
    pages = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    pages.filters |= {"soft": soft, "tie": tie}
    return pages.get_template(name)


def tie(text: str) -> str:
    """A number and its `%` stay on one line."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def soft(text: str) -> Markup:
    """Places where a long name may break: after underscores, and within what has no end."""
    if not BREAKABLE.search(text):
        return escape(text)
    return Markup("<wbr>").join(PIECE.findall(text))


def bundle(cards: bool = False) -> dict[str, Any]:
    """Style and script, with the script's hash for the content security policy; the style of cards where any are drawn."""
    style, script = ((TEMPLATES / name).read_text(encoding="utf-8") for name in ("style.css", "report.js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    style += card_style() if cards else ""
    return {"style": Markup(style), "script": Markup(script), "script_hash": f"sha256-{digest}"}


def tagless(data: Any) -> str:
    """JSON in which no tag, comment or entity can start."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
