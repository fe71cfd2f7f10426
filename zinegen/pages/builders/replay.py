"""A game's replay: its page and its frame for other sites, and what both are made from."""

from collections.abc import Sequence

from zinegen.archive.folder.game_file import Settings
from zinegen.drawing.replay.names import GameName, SeasonTitle
from zinegen.geometry.shape import TENTHS
from zinegen.pages.contents import Zine
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.views import ReplayView, SeasonLine, SeasonView
from zinegen.pages.words.visible_text import one_line
from zinegen.play.records.records import SeasonRecord


def make_replay(
    settings: Settings,
    zine: Zine,
    maps: MapQueue,
    seasons: Sequence[tuple[SeasonRecord, SeasonView, SeasonLine]],
) -> ReplayView | None:
    """Return the replay of a game; None of one of which nothing has been played or drawn.

    ``seasons`` are those that are over: a preview should not make it anew with every order.
    """
    shape = seasons[0][0].before.board.shape if seasons else None
    if shape is None:
        return None
    views = [view for _, view, _ in seasons]
    slug = views[0].game.slug
    game = GameName(
        id=slug,
        title=one_line(settings.title),
        variant=settings.variant.id,
        powers=settings.powers,
        seasons=tuple(
            SeasonTitle(id=one.anchor, name=one.name, headline=one.headline) for one in views
        ),
    )
    frame = f"games/{slug}/embed.html"
    return ReplayView(
        uri=f"games/{slug}/replay.md",
        frame=frame,
        address=zine.url and zine.find_whole(frame),
        files={"data": maps.replay(game, (record for record, _, _ in seasons))},
        seasons=tuple(line for _, _, line in seasons),
        anchors=tuple(one.anchor for one in views),
        size=(shape.width // TENTHS, shape.height // TENTHS),
    )
