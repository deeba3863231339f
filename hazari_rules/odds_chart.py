"""A bar chart of frequencies as SVG, drawn by hand: no dependency, readable in any browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

_WIDTH, _LABEL, _BAR, _ROW, _TOP = 720, 170, 400, 24, 64


@dataclass(frozen=True, slots=True)
class Panel:
    """One block of bars: a title and (label, value from 0 to 1, text behind the bar) each."""

    title: str
    bars: Sequence[tuple[str, float, str]]


def bar_chart(title: str, note: str, panels: Sequence[Panel]) -> str:
    """The panels one below the other, every bar to the same scale, as one SVG document.

    >>> chart = bar_chart("Odds", "", [Panel("Three cards", [("Troy", 0.0024, "0.24 %")])])
    >>> chart.startswith("<svg"), "Troy" in chart
    (True, True)
    """
    top = max((value for panel in panels for _, value, _ in panel.bars), default=0) or 1
    lines = [_text(16, 30, title, 'font-size="20" font-weight="bold"'), _text(16, 50, note)]
    y = _TOP
    for panel in panels:
        y += 28
        lines.append(_text(16, y, panel.title, 'font-size="15" font-weight="bold"'))
        for label, value, text in panel.bars:
            y += _ROW
            width = max(value / top * _BAR, 1 if value else 0)
            lines.append(_text(_LABEL - 10, y, label, 'text-anchor="end"'))
            lines.append(
                f'<rect x="{_LABEL}" y="{y - 13}" width="{width:.1f}" height="17" fill="#2f6f8f"/>'
            )
            lines.append(_text(_LABEL + round(width) + 8, y, text))
        y += 12
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y + 16}"'
        f' width="{_WIDTH}" height="{y + 16}" role="img" font-family="sans-serif" font-size="13">'
    )
    return "\n".join(
        [head, f"<title>{escape(title)}</title>", '<rect width="100%" height="100%" fill="#fff"/>',
         *lines, "</svg>\n"]
    )  # fmt: skip


def _text(x: int, y: int, text: str, style: str = "") -> str:
    space = " " if style else ""
    return f'<text x="{x}" y="{y}" fill="#222"{space}{style}>{escape(text)}</text>'
