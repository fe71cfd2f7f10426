"""Everything that is read from or written to disk: maps, games, results, seals, scenarios."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.archive.closing.arrivals import Arrival, Version, read_arrivals, write_arrivals
    from zinegen.archive.closing.check import check_folder
    from zinegen.archive.closing.close import CloseResult, close_game, record_due
    from zinegen.archive.closing.counting_files import count_order_files
    from zinegen.archive.closing.inbox import list_inbox
    from zinegen.archive.closing.progress import GameProgress, due_season, play
    from zinegen.archive.closing.receipts import CloseOptions
    from zinegen.archive.closing.reopen import reopen_season
    from zinegen.archive.closing.verify import Severity, verify_game
    from zinegen.archive.folder.chance import Dice, commitment
    from zinegen.archive.folder.game_file import read_settings
    from zinegen.archive.folder.games import BrokenGame, Game, open_game, open_sound_game
    from zinegen.archive.folder.hidden_file import (
        HIDDEN,
        hidden_toml,
        open_hidden_file,
        seal_hidden_file,
    )
    from zinegen.archive.folder.new_folders import NewGame, new_game
    from zinegen.archive.folder.press_files import PressSlot, parse_press_name
    from zinegen.archive.folder.season_folder import SeasonFolder, read_deadline
    from zinegen.archive.folder.toml_files import encode_toml, read_toml
    from zinegen.archive.mail.mail_orders import TakeOptions, read_mail_orders
    from zinegen.archive.mail.messages import read_message
    from zinegen.archive.own_maps import make_board, parse_own_map
    from zinegen.archive.result_file import describe_input, read_records, rules_of
    from zinegen.archive.scenario_files import read_scenario
    from zinegen.archive.sealing.sealed_files import (
        open_orders,
        open_press,
        seal_orders,
        seal_press,
        verify_orders,
        verify_press,
    )
    from zinegen.archive.sealing.sealed_records import open_sealed_records, public_record
    from zinegen.archive.seals import (
        SealError,
        decrypt,
        encrypt,
        make_key_pair,
        parse_identity,
        parse_open_key,
    )

__all__ = [
    "HIDDEN",
    "Arrival",
    "BrokenGame",
    "CloseOptions",
    "CloseResult",
    "Dice",
    "Game",
    "GameProgress",
    "NewGame",
    "PressSlot",
    "SealError",
    "SeasonFolder",
    "Severity",
    "TakeOptions",
    "Version",
    "check_folder",
    "close_game",
    "commitment",
    "count_order_files",
    "decrypt",
    "describe_input",
    "due_season",
    "encode_toml",
    "encrypt",
    "hidden_toml",
    "list_inbox",
    "make_board",
    "make_key_pair",
    "new_game",
    "open_game",
    "open_hidden_file",
    "open_orders",
    "open_press",
    "open_sealed_records",
    "open_sound_game",
    "parse_identity",
    "parse_open_key",
    "parse_own_map",
    "parse_press_name",
    "play",
    "public_record",
    "read_arrivals",
    "read_deadline",
    "read_mail_orders",
    "read_message",
    "read_records",
    "read_scenario",
    "read_settings",
    "read_toml",
    "record_due",
    "reopen_season",
    "rules_of",
    "seal_hidden_file",
    "seal_orders",
    "seal_press",
    "verify_game",
    "verify_orders",
    "verify_press",
    "write_arrivals",
]

_HOMES = {
    "closing.arrivals": "Arrival Version read_arrivals write_arrivals",
    "closing.check": "check_folder",
    "closing.close": "CloseResult close_game record_due",
    "closing.counting_files": "count_order_files",
    "closing.inbox": "list_inbox",
    "closing.progress": "GameProgress due_season play",
    "closing.receipts": "CloseOptions",
    "closing.reopen": "reopen_season",
    "closing.verify": "Severity verify_game",
    "folder.chance": "Dice commitment",
    "folder.game_file": "read_settings",
    "folder.games": "BrokenGame Game open_game open_sound_game",
    "folder.hidden_file": "HIDDEN hidden_toml open_hidden_file seal_hidden_file",
    "folder.new_folders": "NewGame new_game",
    "folder.press_files": "PressSlot parse_press_name",
    "folder.season_folder": "SeasonFolder read_deadline",
    "folder.toml_files": "encode_toml read_toml",
    "mail.mail_orders": "TakeOptions read_mail_orders",
    "mail.messages": "read_message",
    "own_maps": "make_board parse_own_map",
    "result_file": "describe_input read_records rules_of",
    "scenario_files": "read_scenario",
    "sealing.sealed_files": (
        "open_orders open_press seal_orders seal_press verify_orders verify_press"
    ),
    "sealing.sealed_records": "open_sealed_records public_record",
    "seals": "SealError decrypt encrypt make_key_pair parse_identity parse_open_key",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
