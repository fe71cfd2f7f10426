"""The benchmarks are run by hand: a rename must not leave one of them behind."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

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


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_benchmark_finds_all_that_it_measures(script: Path, monkeypatch) -> None:
    monkeypatch.syspath_prepend(script.parent)  # as where it is run by itself
    assert callable(load(script).main)


def test_the_figures_of_builds_are_put_between_their_marks_and_nowhere_else(tmp_path: Path) -> None:
    site = load(ROOT / "benchmarks/bench_site.py")
    page = tmp_path / "benchmarks.md"
    page.write_bytes((ROOT / "docs/benchmarks.md").read_bytes())
    head, _, rest = page.read_text().partition(site.BEGIN)
    tail = rest.partition(site.END)[2]
    builds = {"edited": 1.0, "untouched": 0.5, "forgotten": 4.0}
    found = site.Measured(pages=1000, bare=2.0, builds=builds, first=9.0, preview=0.7)
    site.write_table([found], page)
    text = page.read_text()
    assert text.startswith(head)
    assert text.endswith(tail)
    assert "| 1,000 season pages, nothing edited | 0.5 s | 2.0 s | 0.25 |" in text
    site.write_table([found], page)
    assert page.read_text().count("nothing edited |") == 1


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
