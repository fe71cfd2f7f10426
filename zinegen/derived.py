"""What follows from a frozen record is worked out once, and kept with the record."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields
from functools import cached_property, wraps
from typing import TypeVar, TypeVarTuple


@dataclass(frozen=True, eq=False)
class KeepsDerived:
    """A frozen dataclass without slots, which keeps what follows from it; `replace` begins anew."""

    @cached_property
    def memo(self) -> dict[Hashable, object]:
        """Finished values that follow from this record and the key alone; see `derive_once`."""
        return {}

    def __getstate__(self) -> dict[str, object]:
        """Leave what was derived behind when a record travels to another process."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


Keeper = TypeVar("Keeper", bound=KeepsDerived)
Arguments = TypeVarTuple("Arguments")
Value = TypeVar("Value")
_MISSING = object()


def derive_once(
    function: Callable[[Keeper, *Arguments], Value],
) -> Callable[[Keeper, *Arguments], Value]:
    """Let a function answer once for each record and arguments; on these alone its answers may depend."""

    @wraps(function)
    def answer(record: Keeper, *args: *Arguments) -> Value:
        memo, key = record.memo, (function, args)
        value = memo.get(key, _MISSING)
        if value is _MISSING:
            value = memo[key] = function(record, *args)
        return value  # type: ignore[return-value]

    return answer
