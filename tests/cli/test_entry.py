"""How the program as a whole behaves: help, exit codes, faults."""

import pytest

from zinegen import cli


def test_every_command_of_the_contract_is_there(run) -> None:
    told = run("--help").out
    for name in (
        *("new", "check", "close", "build", "serve", "verify", "scenario", "adjudicate"),
        *("draw", "geojson", "keygen", "seal", "inbox", "open", "export", "variants"),
    ):
        assert f"\n  {name} " in told
        assert run(name, "--help").code == 0


@pytest.mark.parametrize("words", [("nonsense",), ("draw",), ("new", "x", "--nonsense")])
def test_words_that_make_no_sense_end_with_2(run, words: tuple[str, ...]) -> None:
    ended = run(*words)
    assert ended.code == 2
    assert "Error" in ended.err


def test_a_fault_of_the_program_is_told_without_a_traceback(run, monkeypatch) -> None:
    def broken(*_: object, **__: object) -> None:
        message = "the sky fell"
        raise KeyError(message)

    monkeypatch.setattr(cli.commands, "main", broken)
    monkeypatch.delenv("ZINEGEN_DEBUG", raising=False)
    ended = run("variants")
    assert ended.code == 2
    assert "a fault in the program: KeyError" in ended.err
