"""Answers as a notebook shows them: a title, sentences, a table. Plain HTML without scripts, so that it prints and travels."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

MOST = 60  # rows of a table; the rest is in the data


def cell(title: str = "", sentences: Iterable[str] = (), tables: Iterable[str] = ()) -> str:
    """One answer."""
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return "".join([f"<h3>{escape(title)}</h3>" if title else "", f"<ul>{items}</ul>" if items else "", *tables])


def table(head: Sequence[Any], rows: Sequence[Sequence[Any]], title: str = "") -> str:
    """Rows under a head; many are cut, and it says so."""
    line = "".join(f"<th>{escape(str(name))}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(entry))}</td>" for entry in row) + "</tr>" for row in rows[:MOST])
    more = f"<p>and {len(rows) - MOST} more</p>" if len(rows) > MOST else ""
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}<thead><tr>{line}</tr></thead><tbody>{body}</tbody></table>{more}"
