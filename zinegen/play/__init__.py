"""A season played: from what a turn's texts say to what came of it."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.play.deadlines import Turn, deadline_phases, takes_events
    from zinegen.play.maps.base_map import load_board
    from zinegen.play.maps.map_file import map_text, read_map
    from zinegen.play.names import SeasonName, digest, is_slug, power_of, power_slug
    from zinegen.play.order_findings import CheckResult
    from zinegen.play.scenarios.questions import answer
    from zinegen.play.scenarios.scenarios import Scenario, parse_scenario, run_scenario, text_of
    from zinegen.play.season import HandedIn, play_season
    from zinegen.play.setups import (
        SecretSetup,
        Setup,
        apply_event_lines,
        keeps_secrets,
        start_board,
        start_state,
    )

__all__ = [
    "CheckResult",
    "HandedIn",
    "Scenario",
    "SeasonName",
    "SecretSetup",
    "Setup",
    "Turn",
    "answer",
    "apply_event_lines",
    "deadline_phases",
    "digest",
    "is_slug",
    "keeps_secrets",
    "load_board",
    "map_text",
    "parse_scenario",
    "play_season",
    "power_of",
    "power_slug",
    "read_map",
    "run_scenario",
    "start_board",
    "start_state",
    "takes_events",
    "text_of",
]

_HOMES = {
    "deadlines": "Turn deadline_phases takes_events",
    "maps.base_map": "load_board",
    "maps.map_file": "map_text read_map",
    "names": "SeasonName digest is_slug power_of power_slug",
    "order_findings": "CheckResult",
    "scenarios.questions": "answer",
    "scenarios.scenarios": "Scenario parse_scenario run_scenario text_of",
    "season": "HandedIn play_season",
    "setups": "SecretSetup Setup apply_event_lines keeps_secrets start_board start_state",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
