"""Writes what benchmarks measure into docs/benchmarks.md: `make bench`, `make bench ONLY="site geometry"`.

Each script `bench_NAME.py` has a block in the page, between two marks, and gives the head of its table
(`HEAD`) and its rows (`measure_rows`). What was not measured this time stays, and so does all that people
wrote round the blocks. A script that fails leaves its block as it was, and is named at the end.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from tables import Row, write_row

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
SCRIPTS = tuple(sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py")))
MEASURED = "Measured"
"""The first word of the line that says when and where."""


def find_block(text: str, name: str) -> tuple[str, str, str]:
    """Return what stands before the block of a script, in it, and after it, the marks left out of it.

    Raises SystemExit when the page has no place for it.
    """
    begin, end = f"<!-- {name}: written by `make bench` -->\n", f"<!-- end of {name} -->"
    head, mark, rest = text.partition(begin)
    inside, other, tail = rest.partition(end)
    if not mark or not other:
        sys.exit(f"{PAGE.name} has no block for {name}: write {begin.strip()} and {end} there")
    return head + mark, inside, other + tail


def write_block(text: str, name: str, head: Row, rows: Iterable[Row], about: str) -> str:
    """Return a page with the block of a script written anew; raises ValueError if a row has other columns."""
    before, _, after = find_block(text, name)
    line = f"|{'|'.join(['---'] + ['--:'] * (len(head) - 1))}|"
    table = [write_row(row, len(head)) for row in rows]
    return before + "\n".join([about, "", write_row(head, len(head)), line, *table, ""]) + after


def describe_run(load: float) -> str:
    """Return when and where a script ran, and how much ran beside it when it began."""
    python = sys.version.split()[0]
    busy = f"{load:.1f} other processes at work when it began"
    return (
        f"{MEASURED} {datetime.now(UTC):%Y-%m-%d}: {os.cpu_count()} cores, Python {python}, {busy}."
    )


def run_scripts(names: Iterable[str], page: Path) -> Iterator[str]:
    """Run scripts by turns and write at once what each finds; yield what went wrong, a line each."""
    for name in names:
        print(f"== {name}", flush=True)
        about = describe_run(os.getloadavg()[0])
        try:
            script = importlib.import_module(f"bench_{name}")
            rows = []
            print(write_row(script.HEAD, len(script.HEAD)))
            for row in script.measure_rows():
                rows.append(row)
                print(write_row(row, len(script.HEAD)), flush=True)
            text = page.read_text(encoding="utf-8")
            page.write_text(write_block(text, name, script.HEAD, rows, about), encoding="utf-8")
        except (Exception, SystemExit) as problem:  # noqa: BLE001  (the others are still measured)
            yield f"{name} was not measured: {problem or type(problem).__name__}"


def main() -> None:
    """Run the scripts that are named, or all; end with 1 when one was not measured, 2 when there is none."""
    names = sys.argv[1:] or list(SCRIPTS)
    if unknown := sorted({*names} - {*SCRIPTS}):
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(SCRIPTS)}")
        sys.exit(2)
    for name in names:
        find_block(PAGE.read_text(encoding="utf-8"), name)
    faults = list(run_scripts(names, PAGE))
    print("\n".join(faults), file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
