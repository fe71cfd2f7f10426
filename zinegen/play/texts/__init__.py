"""What people and the program write for a season, as text."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.play.texts.chance_file import Draw, Throws, parse_secret
    from zinegen.play.texts.close_file import PressReceipt, Receipt, Status
    from zinegen.play.texts.order_file import OrderSlot, parse_order_file, write_order_file
    from zinegen.play.texts.rulings_file import GmRuling, RulingKind, read_rulings
    from zinegen.play.texts.toml_text import ORDERS, RULINGS, SETTINGS, parse_toml

_HOMES = {
    "chance_file": "Draw Throws parse_secret",
    "close_file": "PressReceipt Receipt Status",
    "order_file": "OrderSlot parse_order_file write_order_file",
    "rulings_file": "GmRuling RulingKind read_rulings",
    "toml_text": "ORDERS RULINGS SETTINGS parse_toml",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
