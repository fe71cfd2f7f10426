"""Options and languages changed in mid-game without a date: what is recorded could not be made again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

from zinegen.archive.folder.game_rules import DATED, LANGUAGES_KEY
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.result_file import rules_of
from zinegen.game.variant import OptionValue, Variant
from zinegen.game.wording import join_words
from zinegen.languages.names import SeasonInSentence
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding
from zinegen.notation.grammar.languages import LANGUAGES
from zinegen.play.names import digest
from zinegen.play.records.codec import canonical
from zinegen.play.records.records import SeasonRecord, waiting_finding
from zinegen.play.texts.toml_text import write_option
from zinegen.play.verification.digests import RULES

UNDATED = "G21"
_Recorded: TypeAlias = tuple[SeasonFolder, SeasonRecord]


def find_undated_changes(game: Game, records: Sequence[SeasonRecord]) -> tuple[Finding, ...]:
    """Return the error that the rules in game.toml are not those of a recorded season, if they are not."""
    recorded = list(zip(game.seasons, records, strict=False))
    wrong = [one for one in recorded if not _is_recorded_with(game, one, one[0].variant)]
    if not wrong:
        return ()
    season, now = wrong[0][0], wrong[0][0].variant
    then = _find_rules_then(game, wrong[0])
    place = f"{game.shown}/game.toml"
    if then is None:
        what = gettext(
            "the rule set or the start is another than when {season} was recorded",
            season=SeasonInSentence(season.slug),
        )
        hint = gettext("bring the old text back: neither can change in mid-game")
        return (waiting_finding(place, what, hint, UNDATED),)
    was, new = _list_decisions(then), _list_decisions(now)
    names = sorted(name for name in {*was, *new} if _write(name, then) != _write(name, now))
    told = [
        gettext("{then} then, {now} now", then=_write(name, then), now=_write(name, now))
        for name in names
    ]
    old = [
        gettext("bring {then} back", then=_write(name, then))
        if name in was
        else gettext("take {name} out again", name=name)
        for name in names
    ]
    dated = ", ".join(_write(name, now) for name in names)
    since = _find_first_season(game, recorded, wrong)
    hint = gettext(
        "{old}, and write at the end of the file, on lines of their own: {lines}",
        old=join_words(old),
        lines=f'[[{DATED}]], season = "{since}", {dated}',
    )
    what = gettext(
        "the rules are not those by which {season} was recorded: {changes}",
        season=SeasonInSentence(season.slug),
        changes=join_words(told),
    )
    return (waiting_finding(place, what, hint, UNDATED),)


def _is_recorded_with(game: Game, one: _Recorded, variant: Variant) -> bool:
    """Tell whether a season was recorded with a rule set; the oldest records do not say."""
    then, rules = one[1].inputs.get(RULES), variant.written_like(one[1].options)
    return then is None or then == digest(canonical(rules_of(game.settings, rules)))


def _find_rules_then(game: Game, one: _Recorded) -> Variant | None:
    """Return the rule set with the options and languages of a record; None where anything else differs.

    A record has the digest of its languages only, so they are tried.
    """
    season, record = one
    if record.variant != season.variant.id:
        return None
    bare = replace(season.variant, chosen=record.options)
    sets = (
        langs for count in range(len(LANGUAGES) + 1) for langs in combinations(LANGUAGES, count)
    )
    tried = (bare.with_languages(languages) for languages in sets)
    return next((then for then in tried if _is_recorded_with(game, one, then)), None)


def _find_first_season(game: Game, recorded: list[_Recorded], wrong: list[_Recorded]) -> str:
    """Return the season from which on the rules of today hold: the next one, or one recorded with them."""
    behind = recorded[recorded.index(wrong[-1]) + 1 :]
    if behind:
        return behind[0][0].slug
    rest = game.seasons[len(recorded) :]
    return rest[0].slug if rest else gettext("the next season")


def _list_decisions(variant: Variant) -> Mapping[str, OptionValue]:
    """Return the options that were chosen, and the languages if there are any besides English."""
    languages = {LANGUAGES_KEY: variant.languages} if variant.languages else {}
    return {**variant.chosen, **languages}


def _write(name: str, variant: Variant) -> str:
    """Return a decision as game.toml writes it, with the default where none was taken."""
    value = variant.languages if name == LANGUAGES_KEY else variant.option(name)
    return f"{name} = {write_option(value)}"
