"""What was read to judge a season, by the digests in its record, and what was changed since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from zinegen.languages.texts import N_, gettext
from zinegen.play.chance import ChanceSettings
from zinegen.play.names import digest, digest_text
from zinegen.play.records.codec import Json, canonical

RULES = "game.toml#rules"
"""The digest of the rule set with its options and languages, and of how the game begins."""
COMMITMENT = "game.toml#commitment"
"""The digest of the commitment to the GM's secret; records in the first form have none."""
NONCES = "game.toml#nonces"
"""The digest of the words of the players, as it stands in records."""
ADDED = N_("{path} was added after the season was recorded")
GONE = N_("{path} is gone, or does not count any more")
EDITED = N_("{path} was edited after the season was recorded")
PLEDGE = (COMMITMENT, NONCES)


def digest_said(said: Mapping[str, Json]) -> Mapping[str, str]:
    """Return the digests of settings, by their keys among a record's inputs."""
    return {key: digest(canonical(value)) for key, value in said.items()}


def digest_words(words: Iterable[str]) -> str:
    """Return the digest of words for chance that stands in records, in whatever sequence they are said."""
    return digest(canonical([*sorted(words)]))


def say_pledge(chance: ChanceSettings) -> Mapping[str, Json]:
    """Return what a game's throws are bound to, by its keys among a record's inputs."""
    form = {"lottery_form": chance.lottery_form} if chance.lottery_form else {}
    said: Json = {"commitment": chance.commitment, "chain": chance.chain, **form}
    return {COMMITMENT: said, NONCES: [*sorted(chance.nonces)]}


NO_COMMITMENT = digest_said(say_pledge(ChanceSettings()))[COMMITMENT]
"""The digest where a game is committed to nothing: no throw can follow from a secret."""


_PARTS = {
    "commitment": N_("the commitment in {file}"),
    "nonces": N_("the list of nonces in {file}"),
    "map": N_("the map in {file}"),
    "deadline": N_("the deadline in {file}"),
}


def is_press(path: str) -> bool:
    """Tell whether a key among a record's inputs is an item of press."""
    return path.endswith(".md")


def describe_input(path: str) -> str:
    """Return what was read to judge a season, by its key among a record's inputs, as people call it."""
    file, _, part = path.partition("#")
    return gettext(_PARTS[part], file=file) if part in _PARTS else file


def is_unchanged(content: bytes, then: str) -> bool:
    """Tell whether a file's digest is the one that it had; line ends of Windows do not count."""
    return then in {digest(content), digest_text(content)}


def list_edited_files(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the files whose digests differ between the inputs of two records, with what became of each.

    That is a text to be translated, in which ``{path}`` stands for the file.
    """
    for path in sorted({*then, *now}):
        before, after = then.get(path), now.get(path)
        if before == after or (before is None and _is_free(path, then)):
            continue
        if path in PLEDGE and then.get(COMMITMENT) == NO_COMMITMENT:
            continue
        name = describe_input(path)
        match before, after:
            case None, _:
                yield name, ADDED
            case _, None:
                yield name, GONE
            case _:
                yield name, EDITED


def _is_free(path: str, inputs: Mapping[str, str]) -> bool:
    """Tell whether a digest need not be in a record: of late press, and in the first form of records."""
    is_new = path in PLEDGE or path.endswith("#deadline")
    return is_press(path) or (is_new and COMMITMENT not in inputs)
