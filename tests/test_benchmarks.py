"""The benchmarks are run by hand: a rename must not leave one of them behind."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parents[1] / "benchmarks").glob("bench_*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_benchmark_finds_all_that_it_measures(script: Path, monkeypatch) -> None:
    monkeypatch.syspath_prepend(script.parent)  # as where it is run by itself
    spec = spec_from_file_location(script.stem, script)
    assert spec is not None
    assert spec.loader is not None
    benchmark = module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    assert callable(benchmark.main)
