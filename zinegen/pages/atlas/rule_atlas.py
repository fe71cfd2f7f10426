"""The atlas of a rule set: how its games began, and how they ended."""

from collections.abc import Iterable, Iterator

from zinegen.pages.contents import GameContents, VariantView
from zinegen.pages.study_views import AtlasGame, AtlasView, RuleAtlas
from zinegen.pages.views import PageLink


def make_rule_atlas(variant: VariantView, games: Iterable[GameContents]) -> RuleAtlas | None:
    """Return the atlas of a rule set; None where no season of it has been played."""
    page = PageLink(text=variant.title, to=f"rules/{variant.id}.md")
    found = tuple(_list_games(page, games))
    return RuleAtlas(variant=page, start=variant.start, games=found) if found else None


def _list_games(page: PageLink, games: Iterable[GameContents]) -> Iterator[AtlasGame]:
    for game in games:
        head = game.view.head
        for study in game.studies if head.variant.to == page.to else ():
            if isinstance(study.view, AtlasView):
                yield AtlasGame(
                    game=PageLink(text=head.title, to=head.uri),
                    atlas=study.uri,
                    status=head.status_text,
                    start=study.view.start,
                    last=study.view.seasons[-1],
                )
