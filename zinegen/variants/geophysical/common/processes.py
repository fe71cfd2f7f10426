"""The kinds of transformation of the ground: their words, how they are written, and what they do."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from zinegen.languages.texts import N_


class Process(StrEnum):
    """The kinds of transformation, by the words with which they are ordered."""

    UPLIFT = "Uplift"
    RAISE = "Raise"
    ERODE = "Erode"
    OROGENESIS = "Orogenesis"
    MOUNTAIN = "Mountain"
    ICE_ADVANCE = "Ice advance"
    GLACIATE = "Glaciate"
    ICE_RETREAT = "Ice retreat"
    MELT = "Melt"
    CREATE_CENTRE = "Create centre"
    EARTHQUAKE = "Earthquake"
    SEAL = "Seal"
    CANAL = "Canal"
    OPEN = "Open"
    CLOSE = "Close"


CENTRE = "([supply] (centre|center|centres|centers) | sc | s c)"
TO_LAND = "(-|into) land"
MOUNTAINS = "orogenesis|orogenisis|mountain|mountains"
"""The second is Maiden's own spelling."""
WATERWAY = "[[the] ([natural] waterway|canal) [of|in|through]]"

PATTERNS: Mapping[Process, str] = {
    Process.UPLIFT: f"[marine] [platform] uplift [of] [:] {{at:province}} [{TO_LAND}]"
    f" | raise {{at:province}} {TO_LAND}",
    Process.RAISE: f"(raise | [marine] [platform] uplift [of] [:]) {{at:province}} [{TO_LAND}]",
    Process.ERODE: "(erode|erosion) [of] [:] {at:province} [(-|into) [a] (sea|water|lake|land)]",
    Process.OROGENESIS: f"({MOUNTAINS}) [in|of] [:] {{at:province}}"
    " | raise {at:province} [(-|into) [a] (mountain|mountains)]",
    Process.MOUNTAIN: f"({MOUNTAINS}) [in|of] [:] {{at:province}}"
    " | raise {at:province} (-|into) [a] (mountain|mountains)",
    Process.ICE_ADVANCE: "(ice|glacier) (advance|advances) [-|into|over|in] {at:province}"
    " | glaciate {at:province}",
    Process.GLACIATE: "(glaciate|glaciation) [of] {at:province}"
    " | ice (advance|advances) [-|into|over|in] {at:province}",
    Process.ICE_RETREAT: "(ice|glacier) (retreat|retreats) [from|in] {at:province} | melt {at:province}",
    Process.MELT: "(melt|melting) [of] {at:province} | ice (retreat|retreats) [from|in] {at:province}",
    Process.CREATE_CENTRE: f"(create|new) [a|an] [new] {CENTRE} [in|at] {{at:province}}",
    Process.EARTHQUAKE: "(earthquake|quake) [at|on|between|along] [the] [border] ~ {border}",
    Process.SEAL: "(seal|sealing) [of] [the] [rift|border] ~ {border}",
    Process.CANAL: "[build|dig] [a] canal [in|through] {at:province} ~ [from]"
    " ({sea:province} (-|/|&) {other:province} | {sea:province} (-|/|&) canal"
    " | canal (-|/|&) {sea:province}) ~",
    Process.OPEN: f"(open|opening) [of] {WATERWAY} {{at:province}}",
    Process.CLOSE: f"(close|closing) [of] {WATERWAY} {{at:province}}",
}
"""The pattern of each process; ``-`` also stands for ``to``."""


EXAMPLES: Mapping[Process, tuple[str, str, str]] = {
    Process.UPLIFT: (N_("uplift of a water"), "Uplift NTH", N_("The water becomes land.")),
    Process.RAISE: (N_("raising of a water"), "Raise NTH", N_("The water becomes land.")),
    Process.ERODE: (N_("erosion"), "Erode Mun", N_("Land becomes water, a mountain becomes land.")),
    Process.OROGENESIS: (
        N_("birth of a mountain"),
        "Orogenesis Boh",
        N_("The land becomes a mountain."),
    ),
    Process.MOUNTAIN: (
        N_("birth of a mountain"),
        "Mountain Boh",
        N_("The land becomes a mountain."),
    ),
    Process.ICE_ADVANCE: (
        N_("advance of the ice"),
        "Ice advance BAR",
        N_("Ice covers the province."),
    ),
    Process.GLACIATE: (N_("glaciation"), "Glaciate StP", N_("Ice covers the province.")),
    Process.ICE_RETREAT: (N_("retreat of the ice"), "Ice retreat BAR", N_("The ice there melts.")),
    Process.MELT: (N_("melting"), "Melt StP", N_("The ice there melts.")),
    Process.CREATE_CENTRE: (
        N_("new centre"),
        "Create centre Ruh",
        N_("A supply centre is founded there."),
    ),
    Process.EARTHQUAKE: (
        N_("earthquake"),
        "Earthquake Mun/Bur",
        N_("Opens a rift along the border."),
    ),
    Process.SEAL: (
        N_("sealing of a rift"),
        "Seal Mun/Bur",
        N_("The rift along the border closes."),
    ),
    Process.CANAL: (
        N_("canal"),
        "Canal Spa MAO-GOL",
        N_("A canal through the land links its waters."),
    ),
    Process.OPEN: (
        N_("opening of a waterway"),
        "Open Con",
        N_("Fleets can pass through the land again."),
    ),
    Process.CLOSE: (
        N_("closing of a waterway"),
        "Close Con",
        N_("No fleet passes through the land any more."),
    ),
}
"""What each process is called in messages, a line that orders it, and what it does."""
