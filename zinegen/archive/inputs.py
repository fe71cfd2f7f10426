"""What a season was judged from, as digests: a record tells by them when an input was changed afterwards."""

from __future__ import annotations

from collections.abc import Mapping

from zinegen.archive.canonical import canonical
from zinegen.archive.counting import Count
from zinegen.archive.files import digest
from zinegen.archive.games import SEASONS, Game, Season
from zinegen.archive.results import rules_of


def inputs_of(
    game: Game, season: Season, count: Count, previous: Mapping[str, str]
) -> Mapping[str, str]:
    """Return the digests of everything that was read to judge a season."""
    base = f"{SEASONS}/{season.slug}"
    found = {
        "game.toml#rules": digest(canonical(rules_of(game.settings))),
        f"{base}/season.toml#phases": digest(
            canonical([str(phase) for phase in season.deadline.phases])
        ),
        **previous,
        **{f"{base}/{file.name}": file.sha256 for file in count.files.values()},
    }
    found |= {f"{base}/{name}": sha256 for name, sha256 in season.digests.items()}
    return dict(sorted(found.items()))
