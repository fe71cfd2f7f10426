"""Records of seasons: what was judged, as data and as the text of `result.json`."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.play.records.codec import Json, canonical, decode, encode, fields_of, parse_json
    from zinegen.play.records.positions import apply_difference, difference, encode_position
    from zinegen.play.records.public_records import public_record
    from zinegen.play.records.records import PhaseRecord, SeasonRecord
    from zinegen.play.records.result_text import encode_record, read_record

_HOMES = {
    "codec": "Json canonical decode encode fields_of parse_json",
    "public_records": "public_record",
    "positions": "apply_difference difference encode_position",
    "records": "PhaseRecord SeasonRecord",
    "result_text": "encode_record read_record",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
