"""A pasted message as an order file: the desk reads it as `zinegen take` does."""

from collections.abc import Iterator

from zinegen.board.board import Power
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding
from zinegen.pages.browser.plain_data import Json
from zinegen.pages.browser.positions import PlayablePosition
from zinegen.play.mails.mail_orders import LEFT_OUT, MailOrders, read_mail_orders
from zinegen.play.mails.message_lines import ReceivedMessage, parse_text
from zinegen.play.mails.occasion import NO_ORDER, AwaitedOrders, RefusalError, TakeOptions
from zinegen.play.mails.reading_rows import list_rows
from zinegen.play.mails.standing import Standing, stand_as

NAME = "the message"
UNDO = "Undo brings them back"


def take_message(
    position: PlayablePosition, power: Power, message: str, file: str, title: str, *, amend: bool
) -> tuple[MailOrders | None, str]:
    """Return what a message comes to for a power, or why it comes to nothing.

    ``file`` is the order file that stands there now; with ``amend`` its other orders stay. ``title`` is the
    game's. Raises MessageError for a message that is too long.
    """
    awaited = AwaitedOrders(
        turn=position.turn,
        game=position.game,
        season=position.season,
        shown=position.shown,
        title=title,
        policy=position.policy,
    )
    options = TakeOptions(name=NAME, power=power, amend=amend, how_to_keep=UNDO)
    received = ReceivedMessage(texts=(parse_text(message),))

    def find_standing(whose: Power) -> Standing:
        content = file.encode("utf-8", "replace")
        return stand_as(awaited, awaited.parse(content, whose))

    try:
        found = read_mail_orders(awaited, received, options, find_standing)
    except RefusalError as problem:
        return None, problem.why
    return (found, "") if found.content else (None, gettext(NO_ORDER))


def describe_message(found: MailOrders) -> dict[str, Json]:
    """Return what was read of a message: the order file, and what of the message is not in it."""
    rows = [*list_rows(found.lines)]
    is_bare = found.is_clean and not found.is_change and all(one.is_order for one in rows)
    return {
        "text": found.content.decode(),
        "is_bare": is_bare,
        "read": sum(one.is_order for one in rows),
        "left_out": [
            {"first": one.first, "last": one.last, "text": one.text, "why": one.said}
            for one in rows
            if one.is_left_out
        ],
        "kept": [one.text for one in found.kept],
        "gone": [one.text for one in found.gone],
    }


def list_left_out(found: MailOrders) -> Iterator[Finding]:
    """Yield what is to be told of a message besides what is wrong with the order file."""
    lines = {one.number for one in found.lines if one.is_left_out}
    for one in found.findings:
        if one.code == LEFT_OUT or one.where.line in lines:
            yield one
