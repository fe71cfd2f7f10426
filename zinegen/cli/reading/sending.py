"""How mails go out: settings from outside the repository, a dry run, and the list of what was sent."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from zinegen.archive.files import lock_folder, make_folder, read_plain
from zinegen.cli.exits import CANNOT, DONE, WRONG, print_error
from zinegen.cli.keys import find_configuration_folder
from zinegen.delivery.mail_settings import MAIL_SETTINGS, MailSettings, read_mail_settings
from zinegen.delivery.receivers import Planned, list_receivers, plan_letters
from zinegen.delivery.sent_list import SentEntry, SentList, State
from zinegen.delivery.smtp import DeliveryError, Outcome, OutgoingMail, send_mails
from zinegen.errors import GameFolderError
from zinegen.notation.findings import as_text
from zinegen.pages.outgoing.messages import Envelope, Letter, make_message

SETTINGS, SENT = "mail.toml", "mail-sent.jsonl"
TEXT, PASSWORD, LASTING = "ZINEGEN_MAIL", "ZINEGEN_SMTP_PASSWORD", "ZINEGEN_SENT"
"""Variables of the environment: the settings themselves, the password, and the folder of what was sent."""
EXAMPLE = "[smtp] with host and from, and a [[reader]] with mail for each"
SHOWN = 5
"""So many of those who have had it already are named."""


def load_mail_settings() -> MailSettings:
    """Return the settings of mails from the environment, or from the user's configuration folder.

    Raises GameFolderError where there are none, where they lie in the zine, or where they are wrong.
    """
    text, path = os.environ.get(TEXT), find_configuration_folder() / SETTINGS
    if not text:
        if not path.is_file():
            raise GameFolderError(
                f"nothing is sent: there is no {path}. It is written by you, outside every repository:"
                f" {EXAMPLE}; docs/mail.md shows one"
            )
        if path.resolve().is_relative_to(Path.cwd().resolve()):
            raise GameFolderError(
                f"nothing is sent: {path} lies in the zine, where it gets published"
            )
    content = text.encode() if text else read_plain(path, MAIL_SETTINGS.limit)
    shown = TEXT if text else str(path)
    settings, findings = read_mail_settings(content, shown, os.environ.get(PASSWORD, ""))
    if settings is None:
        print_error(as_text(findings).rstrip())
        raise GameFolderError(f"nothing is sent: {shown} has to be mended first")
    is_secret = settings.password and not os.environ.get(PASSWORD) and not text
    if is_secret and os.name == "posix" and path.stat().st_mode & 0o077:
        print_error(f"warning: others on this machine can read {path}: chmod 600 {path}")
    return settings


def find_sent_folder() -> Path:
    """Return the folder of what was sent; raises GameFolderError on a machine that forgets it."""
    named = os.environ.get(LASTING)
    if named:
        folder = Path(named)
        if folder.resolve().is_relative_to(Path.cwd().resolve()):
            raise GameFolderError(
                f"{LASTING} names a folder in the zine, where addresses get published"
            )
        return folder
    if os.environ.get("CI"):
        raise GameFolderError(
            "nothing is sent: what was sent to whom is written down, and this machine forgets it,"
            f" so that a second run would send everything again; {LASTING} names a folder that lasts"
        )
    return find_configuration_folder()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be sent, and how."""

    letter: Letter
    host: str
    game: str
    """The game it is about; empty for an issue."""
    players: Mapping[str, str]
    """The addresses of those to whom it goes because they play, by power."""
    alone: bool = False
    """It is for these players and nobody else."""
    dry_run: bool = False
    again: bool = False


def send_letter(wanted: Wanted, settings: MailSettings) -> int:
    """Send a letter to all who are to get it and have not had it, or say who they are."""
    folder = find_sent_folder()
    make_folder(folder)
    readers = settings if not wanted.alone else _without_readers(settings)
    with lock_folder(folder):
        sent = SentList.read(folder / SENT)
        letter = wanted.letter
        receivers = list_receivers(readers, wanted.game, wanted.players)
        plan = plan_letters(receivers, letter.number, letter.digest, sent, again=wanted.again)
        click.echo(f"{letter.subject}")
        if not plan:
            print_error(f"nobody is to get it: {_say_why_nobody(wanted)}")
            return WRONG
        if wanted.dry_run:
            for one in plan:
                address = one.receiver.address
                who = show_address(address.addr_spec, str(address))
                what = hide_address(one.what, address.addr_spec)
                click.echo(f"  {who} ({one.receiver.because}): {what}")
            return DONE
        return _send(plan, wanted, settings, sent)


def _say_why_nobody(wanted: Wanted) -> str:
    if wanted.alone:
        return f"the player has no mail in {wanted.game}'s game.toml, or has left the list"
    return f"no [[reader]] of {SETTINGS} wants it, and no player's mail is known"


def _without_readers(settings: MailSettings) -> MailSettings:
    return MailSettings(
        host=settings.host,
        port=settings.port,
        security=settings.security,
        sender=settings.sender,
        left=settings.left,
    )


def _send(plan: Sequence[Planned], wanted: Wanted, settings: MailSettings, sent: SentList) -> int:
    letter, due = wanted.letter, [one for one in plan if one.is_due]
    mails = {}
    for one in due:
        envelope = Envelope(
            sender=settings.sender, receiver=one.receiver.address, leave=find_way_out(settings)
        )
        content = make_message(letter, envelope, wanted.host)
        mails[one.receiver.key] = OutgoingMail(to=one.receiver.address.addr_spec, content=content)
    keys = {mail.to: key for key, mail in mails.items()}
    troubles: list[str] = []
    done: list[str] = []

    def begin(mail: OutgoingMail) -> None:
        key = keys[mail.to]
        sent.add([SentEntry(number=letter.number, to=key, state=State.BEGUN, digest=letter.digest)])

    def end(mail: OutgoingMail, outcome: Outcome) -> None:
        key, digest = keys[mail.to], letter.digest
        entry = SentEntry(
            number=letter.number, to=key, state=outcome.state, digest=digest, why=outcome.why
        )
        sent.add([entry])
        if outcome.state is State.SENT:
            done.append(key)
            click.echo(f"  {show_address(mail.to)}: sent")
        else:
            why = hide_address(outcome.why, mail.to)
            troubles.append(f"  {show_address(mail.to)}: {outcome.state}: {why}")

    code = DONE
    try:
        send_mails(settings, [*mails.values()], begin, end)
    except DeliveryError as problem:
        troubles.append(f"{problem}")
        code = CANNOT
    for line in troubles:
        print_error(line)
    _tell_others([one for one in plan if not one.is_due])
    if code == CANNOT:
        left = len(due) - len(done)
        print_error(
            f"{left} of {len(due)} mails were not sent; typed again, this goes on where it stopped"
        )
        return CANNOT
    click.echo(f"{len(done)} sent")
    unknown = any("nobody knows" in one.what for one in plan if not one.is_due)
    return WRONG if troubles or unknown else DONE


def _tell_others(others: Sequence[Planned]) -> None:
    """Say who gets nothing now, and why: all of whom something is not known, a few of the others."""
    plain = [
        one for one in others if one.what.startswith("had it") and "something else" not in one.what
    ]
    for one in others:
        if one not in plain[SHOWN:]:
            address = one.receiver.address.addr_spec
            click.echo(f"  {show_address(address)}: {hide_address(one.what, address)}")
    if len(plain) > SHOWN:
        click.echo(f"  and {len(plain) - SHOWN} more have had it")
    if len(plain) < len(others):
        click.echo("  --again sends it to all of them once more")


def show_address(address: str, whole: str = "") -> str:
    """Return an address as it may be printed: where a platform keeps the log, its domain alone."""
    if os.environ.get("CI"):
        return f"…@{address.rpartition('@')[2]}"
    return whole or address


def hide_address(text: str, address: str) -> str:
    """Return what is said of a receiver, such as a server's answer, as it may be printed."""
    return text.replace(address, show_address(address))


def find_way_out(settings: MailSettings) -> str:
    """Return where readers ask to leave the list: as the settings say, or else a mail to the sender."""
    return settings.leave or f"mailto:{settings.sender.addr_spec}?subject=leave"
