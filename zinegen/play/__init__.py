"""A season played: from what a turn's texts say to what came of it."""

from zinegen.late_names import late_names

_HOMES = {
    "chance": "Dice commitment",
    "deadlines": "Turn deadline_phases takes_events",
    "mails.mail_orders": "TakeOptions read_mail_orders",
    "maps.base_map": "load_board",
    "maps.map_file": "map_text read_map",
    "names": "SeasonName digest is_slug power_of power_slug",
    "order_findings": "CheckResult",
    "scenarios.questions": "answer",
    "scenarios.scenarios": "Scenario parse_scenario run_scenario text_of",
    "season": "HandedIn play_season",
    "setups": "SecretSetup Setup apply_event_lines keeps_secrets start_board start_state",
    "verification.digests": "describe_input",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
