"""Writes into docs/game.schema.json what docs/records.md says of records: `python -m tools.game_schema`.

The rest of the schema is written by hand and stays as it is.
"""

from __future__ import annotations

import json
from pathlib import Path

from tools.record_page import NUMBERS, PATTERNS, TEXTS, Held, RecordPage, Table, parse, read_page
from zinegen.play.records.codec import Json, canonical

DOCS = Path(__file__).parents[1] / "docs"
SCHEMA = DOCS / "game.schema.json"
OF_RECORDS = "record."
"""How the names of those definitions begin that follow from the page."""
_STRETCH = r"^\d+-\d+$"
_VALUE: Json = {
    "anyOf": [
        {"type": "integer"},
        {"type": "boolean"},
        {"type": "string"},
        {"type": "array", "items": {"type": "string"}},
    ]
}


def write_schema(schema: bytes, page: str) -> bytes:
    """Return the schema of exported games with what a page says of records."""
    data = json.loads(schema)
    work = _Definitions(read_page(page))
    work.refer("the record")
    work.refer("board")
    own = {name: held for name, held in data["$defs"].items() if not name.startswith(OF_RECORDS)}
    data["$defs"] = {**own, **work.made}
    return canonical(data)


class _Definitions:
    """The definitions of all objects that others lead to."""

    def __init__(self, page: RecordPage) -> None:
        self.page = page
        self.made: dict[str, Json] = {}

    def refer(self, form: str) -> Json:
        """Return a reference to what an object has to be, which is made when it is first asked for."""
        name = OF_RECORDS + form.removeprefix("the ").replace(" ", "-")
        if name not in self.made:
            self.made[name] = {}  # it may lead to itself
            self.made[name] = self._define(form)
        return {"$ref": f"#/$defs/{name}"}

    def _define(self, form: str) -> Json:
        if form.startswith("difference of "):
            table = self.page.table_of(form.removeprefix("difference of "))
            return _object(
                {key: self._difference(parse(said.holds)) for key, said in table.items()}
            )
        if form not in self.page.kinds:
            return self._table(self.page.table_of(form))
        shared, kinds = self.page.table_of(form), self.page.kinds[form]
        return {
            "type": "object",
            "required": ["is"],
            "properties": {"is": {"enum": [*sorted(kinds)]}},
            "allOf": [
                {
                    "if": {"properties": {"is": {"const": name}}},
                    "then": self._table({**shared, **own}, {"is": {"const": name}}),
                }
                for name, own in sorted(kinds.items())
            ],
        }

    def _table(self, table: Table, more: dict[str, Json] | None = None) -> Json:
        properties = {key: self.describe(parse(said.holds)) for key, said in table.items()}
        required = sorted(key for key, said in table.items() if not said.left_out)
        return _object({**properties, **(more or {})}, required)

    def describe(self, held: Held) -> Json:
        """Return what a value has to be."""
        match held.form:
            case "or":
                return {"anyOf": [self.describe(part) for part in held.parts]}
            case "list":
                return {"type": "array", "items": self.describe(held.parts[0])}
            case "fixed":
                parts: list[Json] = [self.describe(part) for part in held.parts]
                number = len(parts)
                return {
                    "type": "array",
                    "prefixItems": parts,
                    "minItems": number,
                    "maxItems": number,
                }
            case "table":
                return {"type": "object", "additionalProperties": self.describe(held.parts[1])}
            case form if form in TEXTS:
                return {"type": "string"}
            case form if form in NUMBERS:
                return {"type": "integer"}
            case form if form in PATTERNS:
                return {"type": "string", "pattern": f"^{PATTERNS[form]}$"}
            case form if form in self.page.words:
                return {"enum": [*sorted(self.page.words[form])]}
            case "flag":
                return {"type": "boolean"}
            case "null":
                return {"type": "null"}
            case "value":
                return _VALUE
            case form:
                return self.refer(form)

    def _difference(self, held: Held) -> Json:
        """Return what may be said of a value that is not as it was."""
        ways: dict[str, Json] = {"whole": self.describe(held)}
        kept = held.parts[0] if held.form == "or" else held
        match kept.form:
            case "table":
                ways["put"] = self.describe(kept)
                ways["gone"] = {"type": "array", "items": {"type": "string"}}
            case "list":
                item = self.describe(kept.parts[0])
                stretch: Json = {"type": "string", "pattern": _STRETCH}
                ways["list"] = {"type": "array", "items": {"anyOf": [item, stretch]}}
            case form if self.page.table_of(form):
                ways["in"] = self.refer(f"difference of {form}")
            case _:
                pass
        return _object(ways)


def _object(properties: dict[str, Json], required: list[str] | None = None) -> Json:
    found: dict[str, Json] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    if required:
        found["required"] = [*required]
    return found


if __name__ == "__main__":
    SCHEMA.write_bytes(
        write_schema(SCHEMA.read_bytes(), (DOCS / "records.md").read_text(encoding="utf-8"))
    )
