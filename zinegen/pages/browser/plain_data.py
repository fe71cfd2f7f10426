"""Data as JSON knows it, and the questions of pages."""

from collections.abc import Mapping
from typing import TypeAlias, TypeVar

from zinegen.errors import NotationError

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
Request: TypeAlias = Mapping[str, Json]
"""A question."""
Kind = TypeVar("Kind")


def get_value(request: Request, key: str, kind: type[Kind], default: Kind | None = None) -> Kind:
    """Return what a question says under a key.

    Raises NotationError when that is missing, or of another kind.
    """
    value = request.get(key, default)
    if not isinstance(value, kind):
        raise NotationError(f"{key!r} is missing or of another kind")
    return value
