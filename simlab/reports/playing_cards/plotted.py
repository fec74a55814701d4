"""Playing cards in charts: the same drawing as on pages, as patches of matplotlib, alone or in a line of words."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import acos, degrees, sqrt
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.offsetbox import AnnotationBbox, DrawingArea, HPacker, OffsetBox, TextArea
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from simlab.reports.playing_cards.drawn import drawing, shapes, split
from simlab.reports.playing_cards.sight import pieces

INKS = {"black": "#1d2327", "red": "#b3261e", "green": "#1c6b43", "gold": "#8a5a00"}  # as in cards.css
BOXES = {"face": ("#fffefb", "#8b8f92", 1.0), "back": ("#0b5d7a", "none", 1.0), "veil": ("#0b5d7a", "none", 0.55)}
LETTERS = {"rank": 24.0, "rank two": 20.0, "rank alone": 38.0}
TOKEN = re.compile(r"([A-Za-z])|(-?\d*\.?\d+)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}  # numbers of a command; small letters: from where one is
MOVED = re.compile(r"translate\((\S+) (\S+)\) scale\((\S+)\)")

Spot = tuple[float, float]


def card_picture(code: str, height: float, down: bool = False) -> DrawingArea:
    """A card of so many points."""
    wide, tall = (float(part) for part in drawing()["box"].split()[2:])
    scale, (_, suit) = height / tall, split(code)
    area = DrawingArea(wide * scale, height)
    to_points = Affine2D().scale(1, -1).translate(0, tall).scale(scale)  # a page's y goes down
    for kind, attributes, text in shapes(code, down):
        area.add_artist(artist(kind, attributes, text, INKS[suit["ink"] if suit else "black"], to_points, scale))
    return area


def artist(kind: str, attributes: dict[str, str], text: str, ink: str, to_points: Affine2D, scale: float) -> Artist:
    """One shape of a card."""
    if kind == "rect":
        x, y, width, height, corner = (float(attributes[name]) for name in ("x", "y", "width", "height", "rx"))
        ground, edge, alpha = BOXES[attributes["class"]]
        low = to_points.transform((x, y + height))
        style = f"round,pad=0,rounding_size={corner * scale}"
        return FancyBboxPatch(tuple(low), width * scale, height * scale, style, fc=ground, ec=edge, alpha=alpha, lw=1.5 * scale)
    if kind == "text":
        x, y = to_points.transform((float(attributes["x"]), float(attributes["y"])))
        place = "center" if attributes["text-anchor"] == "middle" else "left"
        return Text(x, y, text, fontsize=LETTERS[attributes["class"]] * scale, color=ink, ha=place, va="baseline", weight="bold")
    return suit_patch(attributes, ink, to_points, scale)


def suit_patch(attributes: dict[str, str], ink: str, to_points: Affine2D, scale: float) -> PathPatch:
    """A suit, or the lines of a back."""
    path, found = outline(attributes["d"]), MOVED.fullmatch(attributes.get("transform", ""))
    own = Affine2D() if found is None else Affine2D().scale(float(found[3])).translate(float(found[1]), float(found[2]))
    whole = (own + to_points).transform_path(path)
    if attributes.get("class") == "weave":
        return PathPatch(whole, fc="none", ec="#dcecf2", lw=1.6 * scale)
    return PathPatch(whole, fc=ink, lw=0)


# --- the outlines of suits, as SVG writes them ----------------------------------------------------------------------------------


@cache
def outline(written: str) -> Path:
    """A path of SVG: the few commands that the drawing uses."""
    spots: list[Spot] = []
    codes: list[Any] = []
    here, start = (0.0, 0.0), (0.0, 0.0)
    for command, numbers in commands(written):
        if command == "M":
            start = (numbers[0], numbers[1])
        for spot, code in segment(command, numbers, here, start):
            spots.append(spot)
            codes.append(code)
        here = spots[-1]
    return Path(spots, codes)


def commands(written: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; one that is written once may be meant several times."""
    command, numbers = "", list[float]()
    for letter, number in TOKEN.findall(written):
        command, numbers = (letter, []) if letter else (command, [*numbers, float(number)])
        if len(numbers) == TAKES[command.upper()]:
            yield command, numbers
            numbers = []


def segment(command: str, numbers: list[float], here: Spot, start: Spot) -> list[tuple[Spot, Any]]:
    kind, (x, y) = command.upper(), here if command.islower() else (0.0, 0.0)
    if kind == "Z":
        return [(start, Path.CLOSEPOLY)]
    if kind in "HV":
        return [((x + numbers[0], here[1]) if kind == "H" else (here[0], y + numbers[0]), Path.LINETO)]
    if kind in "ML":
        return [((x + numbers[0], y + numbers[1]), Path.MOVETO if kind == "M" else Path.LINETO)]
    if kind == "C":
        return [((x + numbers[k], y + numbers[k + 1]), Path.CURVE4) for k in (0, 2, 4)]
    return [(spot, Path.CURVE4) for spot in arc(here, (x + numbers[5], y + numbers[6]), numbers[0], numbers[3] > 0, numbers[4] > 0)]


def arc(one: Spot, two: Spot, radius: float, large: bool, sweep: bool) -> list[Spot]:
    """Part of a circle between two spots, as curves."""
    middle, half = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2), ((two[0] - one[0]) / 2, (two[1] - one[1]) / 2)
    chord = sqrt(half[0] ** 2 + half[1] ** 2)
    radius = max(radius, chord)
    off = sqrt(radius**2 - chord**2) / chord * (1 if large != sweep else -1)
    centre = (middle[0] - off * half[1], middle[1] + off * half[0])
    first, last = (angle(spot, centre) for spot in (one, two))
    turn = (last - first) % 360 if sweep else -((first - last) % 360)
    ends = (first, first + turn) if turn > 0 else (first + turn, first)
    corners = np.asarray(Path.arc(*ends).vertices, np.float64)
    curve = corners[1:] if turn > 0 else corners[::-1][1:]
    return [(centre[0] + radius * float(x), centre[1] + radius * float(y)) for x, y in curve]


def angle(spot: Spot, centre: Spot) -> float:
    x, y = spot[0] - centre[0], spot[1] - centre[1]
    found = degrees(acos(max(-1.0, min(1.0, x / sqrt(x * x + y * y)))))
    return found if y >= 0 else -found


# --- in a line of words ---------------------------------------------------------------------------------------------------------


def has_cards(names: Sequence[str]) -> bool:
    return any("card" in piece for name in names for piece in pieces(name))


def line_picture(words: str, height: float, letters: float = 10.0) -> HPacker:
    """Words and cards in their order."""
    found = [piece for piece in pieces(words) if "card" in piece or piece["text"].strip()]
    parts: list[Any] = [part_picture(piece, height, letters) for piece in found]
    return HPacker(children=parts, pad=0, sep=2.5, align="center")


def part_picture(piece: dict[str, Any], height: float, letters: float) -> OffsetBox:
    if "card" in piece:
        return card_picture(piece["card"], height, piece["down"])
    return TextArea(piece["text"].strip(), textprops={"size": letters})


def name_rows_with_cards(axes: Axes, names: Sequence[str], height: float) -> None:
    """Names of lines at the left of a chart, their cards drawn."""
    axes.set_yticks(range(len(names)), [""] * len(names))
    for y, name in enumerate(names):
        box = AnnotationBbox(
            line_picture(name, height), (0, y), xybox=(-6, 0), xycoords=axes.get_yaxis_transform(), boxcoords="offset points",
            box_alignment=(1.0, 0.5), frameon=False, pad=0, annotation_clip=False,
        )  # fmt: skip
        axes.add_artist(box)
