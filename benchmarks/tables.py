"""The figures of a benchmark as rows of a table."""

from __future__ import annotations

from collections.abc import Iterable

Row = tuple[str, ...]
"""What was measured, then its figures, as the columns of the script's `HEAD` have them."""


def write_row(row: Row, columns: int) -> str:
    """Return a row as a line of a table in Markdown; raises ValueError if it has not so many columns."""
    if len(row) != columns:
        raise ValueError(f"{row} has {len(row)} columns and not {columns}")
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |"


def show(head: Row, rows: Iterable[Row]) -> None:
    """Print a table as it is measured."""
    print(write_row(head, len(head)))
    for row in rows:
        print(write_row(row, len(head)), flush=True)
