"""Formulas of the docs as drawings inside the page: a Sphinx extension that needs neither a network nor LaTeX.

`$...$` is set by matplotlib's own mathematics and written as an SVG path in the colour and size of the text around it.
"""

import re
from typing import Any

from matplotlib.path import Path as Outline
from matplotlib.textpath import TextPath

SIZE = 100.0  # units of the drawing for 1 em
LETTERS = {Outline.MOVETO: "M", Outline.LINETO: "L", Outline.CURVE3: "Q", Outline.CURVE4: "C", Outline.CLOSEPOLY: "Z"}
SPELLINGS = (  # of LaTeX that matplotlib does not know, and its own for them
    (r"\\[td]frac", r"\\frac"), (r"\\frac(\w)(\w)", r"\\frac{\1}{\2}"), (r"\\le(?![a-z])", r"\\leq"), (r"\\ge(?![a-z])", r"\\geq"),
    (r"\\big[lr]", ""), (r"\\text(?=\{)", r"\\mathrm"), (r"\\pmod (\w)", r"\\ (\\mathrm{mod}\\ \1)"),
)  # fmt: skip


def drawing(formula: str) -> str:
    """A formula as SVG, standing on the line of the text."""
    text = " ".join(formula.split())
    for there, here in SPELLINGS:
        text = re.sub(there, here, text)
    outline = TextPath((0, 0), f"${text}$", size=SIZE)
    box = outline.get_extents()
    left, bottom, wide, tall = box.x0 - 2, box.y0 - 2, box.width + 4, box.height + 4
    strokes = " ".join(stroke(points, code, bottom + tall) for points, code in outline.iter_segments(curves=True, simplify=False))
    size = f"width:{wide / SIZE:.3f}em;height:{tall / SIZE:.3f}em;vertical-align:{bottom / SIZE:.3f}em"
    view = f"{left:.0f} 0 {wide:.0f} {tall:.0f}"
    said = formula.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return f'<svg role="img" aria-label="{said}" viewBox="{view}" style="{size}" fill="currentColor"><path d="{strokes}"/></svg>'


def stroke(points: Any, code: Any, top: float) -> str:
    """One step of an outline; downwards is positive on a page."""
    if code == Outline.CLOSEPOLY:
        return "Z"
    pairs = [(points[k], top - points[k + 1]) for k in range(0, len(points), 2)]
    return LETTERS[code] + " ".join(f"{x:.0f},{y:.0f}" for x, y in pairs)


def inline(writer: Any, node: Any) -> None:
    from docutils.nodes import SkipNode

    writer.body.append(drawing(node.astext()))
    raise SkipNode


def displayed(writer: Any, node: Any) -> None:
    from docutils.nodes import SkipNode

    writer.body.append(f'<p style="text-align:center;overflow-x:auto">{drawing(node.astext())}</p>')
    raise SkipNode


def setup(app: Any) -> dict[str, bool]:
    app.add_html_math_renderer("drawings", (inline, None), (displayed, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
