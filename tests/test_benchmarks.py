"""The benchmarks are run by hand: a rename must not leave one of them behind."""

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted((ROOT / "benchmarks").glob("bench_*.py"))


def load(script: Path) -> ModuleType:
    spec = spec_from_file_location(script.stem, script)
    assert spec is not None
    assert spec.loader is not None
    benchmark = module_from_spec(spec)
    sys.modules[script.stem] = benchmark  # where dataclasses look
    spec.loader.exec_module(benchmark)
    return benchmark


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find what scripts import from their own folder, as they do when they are run."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")


@pytest.fixture
def writer() -> ModuleType:
    return load(ROOT / "benchmarks/write_docs.py")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_benchmark_finds_all_that_it_measures(script: Path, writer: ModuleType) -> None:
    """And has a table in the page, with the columns that it measures."""
    benchmark, name = load(script), script.stem.removeprefix("bench_")
    assert callable(benchmark.main)
    assert callable(benchmark.measure_rows)
    block = writer.find_block((ROOT / "docs/benchmarks.md").read_text(), name)[1]
    about, empty, head, *_ = block.splitlines()
    assert about.startswith(writer.MEASURED)
    assert empty == ""
    assert head == writer.write_row(benchmark.HEAD, len(benchmark.HEAD))


def test_the_page_has_no_table_that_nothing_writes(writer: ModuleType) -> None:
    marks = re.findall(r"<!-- (\w+): written by", (ROOT / "docs/benchmarks.md").read_text())
    assert sorted(marks) == sorted(writer.SCRIPTS)


PAGE = """# How fast

Before. <!-- maps: written by `make bench` -->
<!-- end of maps -->
Between.
<!-- site: written by `make bench` -->
an old table
<!-- end of site -->
After.
"""


def test_what_scripts_measure_is_put_between_their_marks_and_all_else_stays(
    tmp_path: Path, writer: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that fails leaves its table as it was, and the next is measured all the same."""
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    maps = SimpleNamespace(HEAD=("what", "time"), measure_rows=lambda: iter([("a | b", "3 ms")]))
    site = SimpleNamespace(HEAD=("what", "time"), measure_rows=lambda: iter([("a", "b", "c")]))
    for name, script in (("bench_maps", maps), ("bench_site", site)):
        monkeypatch.setitem(sys.modules, name, script)
    monkeypatch.setattr(writer, "describe_run", lambda _load: "Today.")
    for _ in range(2):
        faults = list(writer.run_scripts(["site", "maps"], page))
        assert [one.partition(":")[0] for one in faults] == ["site was not measured"]
        table = "Today.\n\n| what | time |\n|---|--:|\n| a &#124; b | 3 ms |\n"
        assert page.read_text() == PAGE.replace("<!-- end of maps", f"{table}<!-- end of maps")


def test_when_and_where_something_was_measured_is_said(writer: ModuleType) -> None:
    python = sys.version.split()[0]
    said = f"cores, Python {python}, 2.5 other processes at work when it began."
    assert writer.describe_run(2.46).endswith(said)


def test_a_benchmark_that_there_is_not_is_told_before_anything_is_measured(
    writer: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["write_docs.py", "maps", "mapz"])
    with pytest.raises(SystemExit) as ended:
        writer.main()
    assert ended.value.code == 2
    assert "no such benchmark: mapz" in capsys.readouterr().out


def test_a_build_is_told_with_its_ratio_and_what_is_wanted_of_so_many_pages() -> None:
    site = load(ROOT / "benchmarks/bench_site.py")
    builds = {"edited": 1.0, "untouched": 0.5, "forgotten": 4.0}
    first = {"first": 9.0, "first_by_clock": 6.0}
    found = site.Measured(pages=1150, bare=2.0, builds=builds, preview=0.7, **first)
    rows = list(found.rows())
    assert [row[1] for row in rows if "by the clock" in row[0]] == ["6.0 s"]
    assert rows[1] == ("1,150 season pages, nothing edited", "0.5 s", "2.0 s", "0.25", "0.1")
    assert {len(row) for row in rows} == {len(site.HEAD)}


def test_what_has_grown_more_than_a_fifth_over_its_budget_is_named(monkeypatch, capsys) -> None:
    """And the report passes all the same; each ratio that is measured has a budget."""
    quick = load(ROOT / "benchmarks/quick.py")
    budget = quick.read_budget()
    grown = {"build-edited": 1.21, "build-untouched": 1.19}
    ratios = [(name, most * grown.get(name, 0.9)) for name, most in budget.items()]
    monkeypatch.setattr(quick, "measure", lambda: iter(ratios))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    quick.main()
    told = capsys.readouterr().out.splitlines()
    assert next(line.split()[0] for line in told if "GREW: 21% over" in line) == "build-edited"
    assert [line for line in told if line.startswith("::")] == [
        f"::warning title=Over budget::{told[0]}"
    ]
    assert sum("just over" in line for line in told) == 1
    assert sum("in budget" in line for line in told) == len(budget) - 2
