"""The colours of the maps on dark paper: what each colour of `style` becomes there.

A map is drawn once, in the colours of light paper. Its file has a style sheet besides, by which a browser
exchanges each of them where the page round it, or the reader's own choice, is dark. Programs that know
no style sheets show light paper, and so does print.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zinegen.drawing import style

DARK: Mapping[str, str] = {
    style.PAPER: "#191815",
    style.SEA: "#112025",
    style.LAKE: "#12272e",
    style.SHALLOWS: "#132f38",
    style.SEA_TINTS[1]: "#011d32",
    style.SEA_TINTS[2]: "#0a1420",
    style.WAVE: "#4a6d7d",
    style.LAKE_SHORE: "#5d8494",
    style.SHORE: "#6f96a6",
    style.SEA_LINE: "#6c97a9",
    style.SEA_NAME: "#a5cfe1",
    style.SEA_ICE: "#4a5d67",
    style.ICE: "#7d949f",
    style.CRACK: "#a9c6d3",
    style.ISLE: "#3a372f",
    style.CLOSED: "#2a2822",
    style.HATCHING: "#5f594c",
    style.DOTS: "#6d6657",
    style.SAND: "#4d4633",
    style.GHOST: "#b09c6c",
    style.PEAK: "#cbbb9b",
    style.RANGE: "#7d6c58",
    style.ROCK: "#dccbb1",
    style.GAP: "#38291c",
    style.BORDER: "#d6cdbb",
    style.FRONTIER: "#fbf5e8",
    style.INK: "#fdfaf3",
    style.FAILED: "#ff7a6b",
    style.GAINED: "#6fd08a",
    style.GONE: "#a39a8b",
    style.HALO: "#100f0c",
    style.CHANGED: "#ff5cb6",
    **{
        light: dark
        for hues in (*style.COLOURS.values(), *style.SPARE, style.NEUTRAL)
        for light, dark in zip(
            (hues.ink, *hues.shades), (hues.dark_ink, *hues.dark_shades), strict=True
        )
    },
}
"""The counterpart of every colour."""


def write_dark_sheet(colours: Iterable[tuple[str, str]]) -> str:
    """Return the style sheet for dark paper of a picture that has some colours.

    ``colours`` are pairs of an attribute, ``fill`` or ``stroke``, and a colour of light paper.
    """
    rules = "".join(
        f'[{attribute}="{colour}"]{{{attribute}:{DARK[colour]}}}'
        for attribute, colour in sorted(colours)
    )
    return f"@media (prefers-color-scheme:dark){{{rules}}}"
