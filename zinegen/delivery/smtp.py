"""The door to mail servers: one connection, one mail to each receiver, one answer to each."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from zinegen.delivery.mail_settings import MailSettings
from zinegen.delivery.sent_list import State
from zinegen.errors import ZinegenError

TIMEOUT = 30.0
"""Seconds in which a server must answer."""
PERMANENT = 500
"""Codes from here on say that trying again is of no use (RFC 5321, 4.2.1)."""


class DeliveryError(ZinegenError):
    """A server that cannot be reached, or lets nobody in: nothing has been sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingMail:
    """A whole message for one receiver."""

    to: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a server said to a mail."""

    state: State
    why: str = ""


@contextmanager
def _connected(settings: MailSettings, timeout: float) -> Iterator[smtplib.SMTP]:
    """Open a connection and log in; raises DeliveryError where that cannot be done."""
    place = f"{settings.host}:{settings.port}"
    try:
        context = ssl.create_default_context()
        if settings.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                settings.host, settings.port, timeout=timeout, context=context
            )
        else:
            server = smtplib.SMTP(settings.host, settings.port, timeout=timeout)
        if settings.security == "starttls":
            server.starttls(context=context)
        if settings.user:
            server.login(settings.user, settings.password)
    except smtplib.SMTPAuthenticationError:
        raise DeliveryError(
            f"{place} does not let {settings.user} in: look at user and password"
        ) from None
    except (smtplib.SMTPException, OSError, UnicodeError) as error:
        raise DeliveryError(f"{place} cannot be used: {_describe(error)}") from None
    try:
        yield server
    finally:
        try:
            server.quit()
        except (smtplib.SMTPException, OSError):
            server.close()


def send_mails(
    settings: MailSettings,
    mails: Sequence[OutgoingMail],
    begin: Callable[[OutgoingMail], object],
    end: Callable[[OutgoingMail, Outcome], object],
    timeout: float = TIMEOUT,
) -> None:
    """Send mails; ``begin`` is called before each, ``end`` once a server has answered to it.

    Where a connection breaks, ``end`` is not called for the mail that was under way, as nobody knows.
    Raises DeliveryError when that happens, or when the server cannot be used at all.
    """
    if not mails:
        return
    with _connected(settings, timeout) as server:
        for mail in mails:
            begin(mail)
            try:
                server.sendmail(settings.sender.addr_spec, [mail.to], mail.content)
            except smtplib.SMTPServerDisconnected as error:
                raise DeliveryError(f"the connection broke: {_describe(error)}") from None
            except smtplib.SMTPRecipientsRefused as error:
                code, text = next(iter(error.recipients.values()))
                end(mail, _judge(code, text))
            except smtplib.SMTPResponseException as error:
                end(mail, _judge(error.smtp_code, error.smtp_error))
            except OSError as error:
                raise DeliveryError(f"the connection broke: {_describe(error)}") from None
            else:
                end(mail, Outcome(state=State.SENT))


def _judge(code: int, text: bytes | str) -> Outcome:
    state = State.REFUSED if code >= PERMANENT else State.PUT_OFF
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return Outcome(state=state, why=f"{code} {' '.join(said.split())[:200]}")


def _describe(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__)[:200]
