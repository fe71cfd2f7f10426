"""Everything that is read from or written to disk: maps, games, results, seals, scenarios."""

from zinegen.late_names import late_names

_HOMES = {
    "closing.arrivals": "Arrival Version read_arrivals write_arrivals",
    "closing.check": "check_folder",
    "closing.close": "CloseResult close_game",
    "closing.counting_files": "count_order_files",
    "closing.inbox": "list_inbox",
    "closing.progress": "GameProgress due_season play",
    "closing.receipts": "CloseOptions",
    "closing.reopen": "reopen_season",
    "closing.verify": "Severity verify_game",
    "folder.game_file": "read_settings",
    "folder.games": "BrokenGame Game open_game open_sound_game",
    "folder.hidden_file": "HIDDEN hidden_toml open_hidden_file seal_hidden_file",
    "folder.new_folders": "NewGame new_game",
    "folder.press_files": "PressSlot parse_press_name",
    "folder.season_folder": "SeasonFolder read_deadline",
    "folder.toml_files": "encode_toml read_toml",
    "mail.messages": "read_message",
    "mail.season_messages": "await_orders",
    "own_maps": "make_board parse_own_map",
    "result_file": "read_records rules_of",
    "scenario_files": "read_scenario",
    "sealing.sealed_files": (
        "open_orders open_press seal_orders seal_press verify_orders verify_press"
    ),
    "sealing.sealed_records": "open_sealed_records",
    "seals": "SealError decrypt encrypt make_key_pair parse_identity parse_open_key",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
