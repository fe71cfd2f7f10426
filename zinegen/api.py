"""The engine for other programs: read orders, judge them, say what came of them, draw the map.

Everything here can be had from `zinegen` itself::

    import zinegen

    variant = zinegen.find_variant("standard")
    state = zinegen.start_game(variant)

States, orders and reports are frozen: judging a phase gives a new state and leaves the old one as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from zinegen import drawing
from zinegen.archive.closing.progress import GameProgress, play
from zinegen.archive.folder.games import BrokenGame, open_games
from zinegen.board.board import Power
from zinegen.game.orders import CoastChoice, Order, Sheet
from zinegen.game.state import GameState, Phase
from zinegen.game.variant import Variant
from zinegen.game.verdicts import OrderResult, Report
from zinegen.notation.grammar import writer
from zinegen.notation.grammar.names import names_for
from zinegen.notation.reading import reader
from zinegen.notation.reading.context import ORDERS
from zinegen.notation.reading.reader import Reading
from zinegen.pages.words.phrases import phrase_or_result
from zinegen.play import season
from zinegen.play.deadlines import Turn, deadline_phases
from zinegen.play.season import HandedIn, SeasonOutcome, throw_as_listed
from zinegen.play.setups import Setup, start_state
from zinegen.play.texts.order_file import write_order_file
from zinegen.play.texts.rulings_file import GmRuling
from zinegen.rules import compose


def start_game(
    variant: Variant, units: Mapping[str, Iterable[str]] | None = None, *, phase: str | None = None
) -> GameState:
    """Return the position in which a game of a rule set begins, or one with other units or in another phase.

    ``units`` are lines such as ``"F StP/sc"`` by power; ``phase`` is written ``"F1902M"``.
    Raises NotationError for a unit, power or phase that is none and for a unit where none can be, RulesError
    for two units in one province.
    """
    setup = Setup(
        phase=None if phase is None else Phase.parse(phase),
        units=None if units is None else {Power(power): tuple(own) for power, own in units.items()},
    )
    return start_state(variant, setup)


def read_orders(
    text: str, *, power: str, state: GameState, variant: Variant, section: str = ORDERS
) -> Reading:
    """Return the orders in a text, a line each, and a finding for every line that cannot be read.

    ``section`` is the heading of an order file under which the lines would stand: ``orders``, ``events``
    (what a power does to the map), ``coasts``, ``retreats`` or ``builds``. A line that cannot be read becomes
    an order, too, and is judged void, so that nothing is lost.
    """
    return reader.read_orders(
        text, power=Power(power), state=state, variant=variant, section=section
    )


def adjudicate(
    variant: Variant,
    state: GameState,
    orders: Mapping[str, Iterable[Order]],
    *,
    events: Mapping[str, Iterable[Order]] | None = None,
    coasts: Mapping[str, Iterable[Order]] | None = None,
    throws: Mapping[str, int] | None = None,
) -> tuple[GameState, Report]:
    """Return the state after a phase, in its next phase, and a report with a ruling for every unit and order.

    ``orders``, ``events`` and ``coasts`` hold what each power handed in under these headings. Where the rules
    throw dice, the report's ``needs`` names the throw and the state stays as it was: judge again with the
    result, a number from 1, under its label in ``throws``. Raises RulesError for a phase that the rule set
    does not know.
    """
    sheet = Sheet(
        orders=_by_power(orders),
        events=_by_power(events or {}),
        coasts={
            power: tuple(order for order in own if isinstance(order, CoastChoice))
            for power, own in _by_power(coasts or {}).items()
        },
        throws=dict(throws or {}),
    )
    return compose.adjudicate(variant, state, sheet)


def _by_power(orders: Mapping[str, Iterable[Order]]) -> dict[Power, tuple[Order, ...]]:
    return {Power(power): tuple(own) for power, own in orders.items()}


def play_season(
    variant: Variant,
    state: GameState,
    texts: Mapping[str, str | Mapping[str, str]],
    *,
    rulings: Iterable[GmRuling] = (),
    throws: Mapping[str, int] | None = None,
) -> SeasonOutcome:
    """Play all phases of the deadline before which a game stands, from what each power handed in for it.

    ``texts`` hold what stands under the headings of a power's order file (``orders``, ``events``,
    ``retreats``, ``builds``, ``coasts``), a line each; a mere text stands under ``orders``. Of the outcome,
    ``phases`` are those that were played, each with its report, ``findings`` what is wrong with the lines,
    and ``state`` the next position. Where a throw is missing, ``label`` names it: play again with the
    result, a number from 1, under that name in ``throws``. Raises NotationError for a power that is none.
    """
    turn = Turn(variant=variant, phases=deadline_phases(variant, state), state=state)
    names = names_for(state.board, state.powers)
    given = {
        names.power(power): {ORDERS: said} if isinstance(said, str) else said
        for power, said in texts.items()
    }
    handed = HandedIn(
        files={power: write_order_file(power, own) for power, own in given.items()},
        decisions=tuple(rulings),
        throw=throw_as_listed(throws or {}),
    )
    return season.play_season(turn, handed)


def write_order(order: Order, state: GameState) -> str:
    """Return an order in its one canonical writing, such as ``A Mun S A Ruh - Bur``."""
    return writer.write_order(order, state.board)


def explain(ruling: OrderResult, state: GameState) -> str:
    """Return in a sentence what came of an order and why; ``state`` is the one in which it was given."""
    return phrase_or_result(ruling, state)


def draw(state: GameState, report: Report | None = None, *, title: str = "") -> drawing.Scene:
    """Return the picture of a position, with the orders of a report on it and what became of them.

    `to_svg` makes text of it, `to_png` the bytes of a picture of some width in pixels.
    """
    if report is None:
        return drawing.draw_before(state, title=title)
    return drawing.draw_orders(state, report, title=title)


def open_zine(folder: Path | str = ".") -> Mapping[str, GameProgress | BrokenGame]:
    """Return the games of a zine by the names of their folders, each read as far as it can be told.

    Of a `GameProgress`, ``records`` are the seasons played so far and ``state`` is where the game stands; a
    `BrokenGame` holds its findings. Nothing is written.
    """
    found = open_games(Path(folder) / "games")
    return {game.slug: game if isinstance(game, BrokenGame) else play(game) for game in found}
