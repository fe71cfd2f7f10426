"""Mails as programs send them, a function or a text for each kind; all names and addresses are made up.

Whoever writes one has three orders for France in spring 1901: Paris to Burgundy, Brest to the Mid-Atlantic,
Marseilles to Spain.
"""

from __future__ import annotations

import base64
import quopri
from collections.abc import Mapping
from email.message import EmailMessage

ORDERS = "A Par - Bur\nF Bre - MAO\nA Mar - Spa\n"
HEAD = (
    "From: Cecile <cecile@example.org>\nTo: gm@example.org\nSubject: France, Spring 1901\n"
    "Date: Mon, 2 Nov 2026 20:15:00 +0100\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"
)
QUOTE = "> Deadline on Friday. What you sent last time:\n> A Par H\n> F Bre H\n> A Mar H\n"
OLD = "A Par H\nF Bre H\nA Mar H\n"


def plain(text: str, *, charset: str = "utf-8", coding: str = "8bit", extra: str = "") -> bytes:
    """Return a mail of one text in a charset and a transfer encoding."""
    body = text.encode(charset)
    if coding == "base64":
        body = base64.encodebytes(body)
    elif coding == "quoted-printable":
        body = quopri.encodestring(body)
    kind = f'text/plain; charset="{charset}"{extra}'
    head = f"{HEAD}Content-Type: {kind}\nContent-Transfer-Encoding: {coding}\n\n"
    return head.encode() + body


def html(body: str, *, charset: str = "utf-8", coding: str = "quoted-printable") -> bytes:
    """Return a mail of HTML alone."""
    return plain(body, charset=charset, coding=coding).replace(b"text/plain", b"text/html", 1)


def both(text: str, body: str) -> bytes:
    """Return a mail of two forms, of which programs show one."""
    return parts(
        "alternative", ("text/plain; charset=utf-8", text), ("text/html; charset=utf-8", body)
    )


def parts(kind: str, *inside: tuple[str, str]) -> bytes:
    """Return a mail of several parts: each its type with further headers, and its text."""
    made = "".join(f"--b1\nContent-Type: {head}\n\n{text}\n" for head, text in inside)
    return f'{HEAD}Content-Type: multipart/{kind}; boundary="b1"\n\n{made}--b1--\n'.encode()


def with_file(name: str, content: bytes, kind: str = "application/octet-stream") -> bytes:
    """Return a mail with its orders and a file attached."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "cecile@example.org", "gm@example.org", "Orders"
    mail.set_content(f"France\n{ORDERS}")
    main, sub = kind.split("/")
    mail.add_attachment(content, maintype=main, subtype=sub, filename=name)
    return mail.as_bytes()


FORWARD = {
    "Gmail": (
        "---------- Forwarded message ---------\nFrom: Cecile <cecile@example.org>\n"
        "Date: Mon, Nov 2, 2026 at 8:15 PM\nSubject: Orders\nTo: <deputy@example.org>\n"
    ),
    "Gmail in German": (
        "---------- Forwarded message ---------\nVon: Cecile <cecile@example.org>\n"
        "Date: Mo., 2. Nov. 2026 um 20:15 Uhr\nSubject: Befehle\nTo: <deputy@example.org>\n"
    ),
    "Outlook": (
        "________________________________\nFrom: Cecile <cecile@example.org>\n"
        "Sent: Monday, November 2, 2026 8:15 PM\nTo: Deputy <deputy@example.org>\nSubject: Orders\n"
    ),
    "Outlook in German": (
        "Von: Cecile <cecile@example.org>\nGesendet: Montag, 2. November 2026 20:15\n"
        "An: Deputy <deputy@example.org>\nBetreff: Befehle\n"
    ),
    "Outlook in French": (
        "De : Cecile <cecile@example.org>\nEnvoyé : lundi 2 novembre 2026 20:15\n"
        "À : Deputy <deputy@example.org>\nObjet : Ordres\n"
    ),
    "Apple Mail": (
        "Begin forwarded message:\n\nFrom: Cecile <cecile@example.org>\nSubject: Orders\n"
        "Date: 2 November 2026 at 20:15:00 CET\nTo: deputy@example.org\n"
    ),
    "Apple Mail in German": (
        "Anfang der weitergeleiteten Nachricht:\n\nVon: Cecile <cecile@example.org>\n"
        "Betreff: Befehle\nDatum: 2. November 2026 um 20:15:00 MEZ\nAn: deputy@example.org\n"
    ),
    "Apple Mail in French": (
        "Début du message transféré :\n\nDe: Cecile <cecile@example.org>\nObjet: Ordres\n"
        "Date: 2 novembre 2026 à 20:15:00 UTC+1\nÀ: deputy@example.org\n"
    ),
    "Thunderbird": (
        "-------- Forwarded Message --------\nSubject: Orders\nDate: Mon, 2 Nov 2026 20:15:00 +0100\n"
        "From: Cecile <cecile@example.org>\nTo: deputy@example.org\n"
    ),
    "Thunderbird in German": (
        "-------- Weitergeleitete Nachricht --------\nBetreff: Befehle\n"
        "Datum: Mon, 2 Nov 2026 20:15:00 +0100\nVon: Cecile <cecile@example.org>\nAn: deputy@example.org\n"
    ),
    "Thunderbird in French": (
        "-------- Message transféré --------\nSujet : Ordres\nDate : Mon, 2 Nov 2026 20:15:00 +0100\n"
        "De : Cecile <cecile@example.org>\nPour : deputy@example.org\n"
    ),
}
"""What programs put above a message that is passed on."""
ABOVE = {
    "Gmail": "On Mon, Nov 2, 2026 at 8:15 PM The GM <gm@example.org> wrote:\n",
    "Gmail, broken into two lines": (
        "On Mon, Nov 2, 2026 at 8:15 PM The Game Master of this game\n<gm@example.org> wrote:\n"
    ),
    "Gmail in German": "Am Mo., 2. Nov. 2026 um 20:15 Uhr schrieb The GM <gm@example.org>:\n",
    "Gmail in French": "Le lun. 2 nov. 2026 à 20:15, The GM <gm@example.org> a écrit :\n",
    "Gmail in Spanish": "El lun, 2 nov 2026 a las 20:15, The GM (<gm@example.org>) escribió:\n",
    "Gmail in Italian": "Il giorno lun 2 nov 2026 alle ore 20:15 The GM <gm@example.org> ha scritto:\n",
    "Gmail in Russian": "пн, 2 нояб. 2026 г. в 20:15, The GM <gm@example.org>:\n",  # noqa: RUF001
    "Apple Mail": "> On 2 Nov 2026, at 20:15, The GM <gm@example.org> wrote:\n> \n",
    "Apple Mail in German": "> Am 02.11.2026 um 20:15 schrieb The GM <gm@example.org>:\n> \n",
    "Thunderbird": "On 02/11/2026 20:15, The GM wrote:\n",
    "Thunderbird in German": "Am 02.11.26 um 20:15 schrieb The GM:\n",
    "mutt": "The GM <gm@example.org> [2026-11-02 20:15 +0100]:\n",
}
"""What programs put above what they quote."""

FORWARDED = {
    f"passed on by {who}": plain(f"For you.\n\n{head}\nFrance\n{ORDERS}")
    for who, head in FORWARD.items()
}
ANSWERS = {f"an answer by {who}": plain(f"{ORDERS}\n{head}{QUOTE}") for who, head in ABOVE.items()}
BELOW = {
    "an answer by Outlook, without marks": plain(
        f"{ORDERS}\n\n{FORWARD['Outlook'].replace('Cecile', 'GM').replace('cecile', 'gm')}\n{OLD}"
    ),
    "an answer by Outlook in German": plain(
        f"{ORDERS}\n\n{FORWARD['Outlook in German'].replace('Cecile', 'SL').replace('cecile', 'gm')}\n{OLD}"
    ),
    "an answer by Outlook in French": plain(
        f"{ORDERS}\n\n{FORWARD['Outlook in French'].replace('Cecile', 'MJ').replace('cecile', 'gm')}\n{OLD}"
    ),
    "an answer below the quotation": plain(f"{ABOVE['Thunderbird']}{QUOTE}\n{ORDERS}"),
    "an answer between the quoted lines": plain(
        f"{ABOVE['Gmail']}> Paris?\nA Par - Bur\n> Brest?\nF Bre - MAO\n> Marseilles?\nA Mar - Spa\n"
    ),
}
HTML_ORDERS = "<p>France</p><p>A Par - Bur<br>F Bre - MAO<br>A Mar - Spa</p>"
FORMS = {
    "HTML alone": html(f"<html><body>{HTML_ORDERS}</body></html>"),
    "HTML with a div for each line": html(
        "<div>France</div><div>A Par - Bur</div><div>F Bre - MAO</div><div>A Mar - Spa</div>"
    ),
    "HTML with a quotation in a blockquote": html(
        f"{HTML_ORDERS}<div class='gmail_quote'>On Mon, 2 Nov 2026 GM wrote:<blockquote>A Par H<br>F Bre H"
        "</blockquote></div>"
    ),
    "HTML with a table": html(
        "<table><tr><td>A Par</td><td>-</td><td>Bur</td></tr><tr><td>F Bre</td><td>-</td><td>MAO</td></tr>"
        "<tr><td>A Mar</td><td>-</td><td>Spa</td></tr></table>"
    ),
    "HTML with a list": html(
        "<ul><li>A Par - Bur</li><li>F Bre - MAO</li><li>A Mar - Spa</li></ul>"
    ),
    "HTML with a numbered list": html(
        "<ol><li>A Par - Bur</li><li>F Bre - MAO</li><li>A Mar - Spa</li></ol>"
    ),
    "HTML of Word, with its styles": html(
        "<html xmlns:o='urn:x'><head><style>p.MsoNormal{margin:0}</style></head><body>"
        "<!--[if gte mso 9]><xml></xml><![endif]--><p class=MsoNormal>A Par - Bur<o:p></o:p></p>"
        "<p class=MsoNormal>F Bre - MAO<o:p></o:p></p>"
        "<p class=MsoNormal>A Mar - Spa<o:p></o:p></p></body></html>"
    ),
    "HTML with entities": html(
        "<p>A&nbsp;Par &ndash;&nbsp;Bur<br>F&nbsp;Bre&#160;-&#160;MAO<br>A Mar &#8212; Spa</p>"
    ),
    "HTML with arrows": html("<p>A Par &rarr; Bur<br>F Bre -&gt; MAO<br>A Mar =&gt; Spa</p>"),
    "two forms, the same": both(f"France\n{ORDERS}", HTML_ORDERS),
    "two forms, the plain one empty": both(" ", HTML_ORDERS),
    "HTML in base64": html(HTML_ORDERS, coding="base64"),
    "HTML in UTF-16": html(HTML_ORDERS, charset="utf-16", coding="base64"),
}
CHARSETS = {
    "in base64": plain(f"France\n{ORDERS}", coding="base64"),
    "in quoted-printable, with soft breaks": plain(
        "Cher maître, voici les ordres de la République française pour le printemps, à très"
        f" bientôt !\n\n{ORDERS}",
        coding="quoted-printable",
    ),
    "in latin-1": plain(f"Grüße aus Paris, Élysée\n{ORDERS}", charset="iso-8859-1"),
    "in Windows' Western": plain(f"“France” – orders\n{ORDERS}", charset="cp1252"),
    "in UTF-16": plain(f"France\n{ORDERS}", charset="utf-16", coding="base64"),
    "in KOI8-R, with Russian words": plain(f"Привет, вот приказы\n{ORDERS}", charset="koi8-r"),
    "in Windows' Cyrillic": plain(f"С уважением, Сесиль\n{ORDERS}", charset="cp1251"),  # noqa: RUF001
    "in ISO-2022-JP": plain(f"よろしくお願いします\n{ORDERS}", charset="iso-2022-jp"),
    "in a charset that nobody knows": plain(f"France\n{ORDERS}").replace(
        b'"utf-8"', b'"x-unknown"'
    ),
    "in UTF-8 that says it is ASCII": plain(f"Voilà\n{ORDERS}").replace(b'"utf-8"', b'"us-ascii"'),
    "with a byte-order mark": plain(f"\ufeffFrance\n{ORDERS}"),
    "with the line ends of Windows": plain(f"France\n{ORDERS}").replace(b"\n", b"\r\n"),
    "in full-width letters": plain(
        ORDERS.translate({sign: sign + 0xFEE0 for sign in range(33, 127)})
    ),
}
WRITTEN = {
    "with blanks that do not break": plain(f"France\n{ORDERS}".replace(" ", "\u00a0")),
    "with thin and wide blanks": plain(
        "A\u2009Par -\u2003Bur\nF\u202fBre - MAO\nA Mar\u3000- Spa\n"
    ),
    "with dashes of a word processor": plain(ORDERS.replace(" - ", " – ")),
    "with long dashes and no blanks": plain("A Par—Bur\nF Bre—MAO\nA Mar—Spa\n"),
    "with arrows": plain(ORDERS.replace(" - ", " → ")),
    "with emoji": plain(f"Vive la France! 🇫🇷🥖\n{ORDERS}Good luck 👍\n"),
    "with emoji beside the orders": plain("A Par - Bur 💪\nF Bre - MAO ⚓\nA Mar - Spa 🇪🇸\n"),
    "with marks for right-to-left text": plain(
        f"\u200fFrance\u200f\n{ORDERS}".replace(" - ", "\u200e - ")
    ),
    "with invisible signs": plain(ORDERS.replace(" - ", "\u200b - \u200b")),
    "with soft hyphens": plain(ORDERS.replace("Bur", "Bur\u00ad")),
    "with bullets": plain("• A Par - Bur\n• F Bre - MAO\n• A Mar - Spa\n"),
    "with stars": plain("* A Par - Bur\n* F Bre - MAO\n* A Mar - Spa\n"),
    "with dashes before each": plain("- A Par - Bur\n- F Bre - MAO\n- A Mar - Spa\n"),
    "numbered": plain("1. A Par - Bur\n2. F Bre - MAO\n3. A Mar - Spa\n"),
    "numbered with brackets": plain("1) A Par - Bur\n2) F Bre - MAO\n(3) A Mar - Spa\n"),
    "with letters": plain("a) A Par - Bur\nb) F Bre - MAO\nc) A Mar - Spa\n"),
    "in bold, as Markdown": plain("**A Par - Bur**\n**F Bre - MAO**\n**A Mar - Spa**\n"),
    "in a block of code": plain(f"```\n{ORDERS}```\n"),
    "as a table of tabs": plain("A Par\t-\tBur\nF Bre\t-\tMAO\nA Mar\t-\tSpa\n"),
    "as a table with bars": plain("| A Par - Bur |\n| F Bre - MAO |\n| A Mar - Spa |\n"),
    "with commas at the ends": plain("A Par - Bur,\nF Bre - MAO,\nA Mar - Spa.\n"),
    "on one line": plain("A Par - Bur, F Bre - MAO, A Mar - Spa\n"),
    "with semicolons": plain("France: A Par - Bur; F Bre - MAO; A Mar - Spa\n"),
    "in whole words": plain(
        "Army Paris to Burgundy\nFleet Brest to Mid-Atlantic Ocean\nArmy Marseilles to Spain\n"
    ),
    "in capitals": plain("A PAR - BUR\nF BRE - MAO\nA MAR - SPA\n"),
    "with the lines flowed": plain(
        "A Par - \nBur\nF Bre - \nMAO\nA Mar - \nSpa\n", extra="; format=flowed"
    ),
    "with a line broken by the program": plain("A Par -\nBur\nF Bre - MAO\nA Mar -\nSpa\n"),
    "with blank lines between": plain(ORDERS.replace("\n", "\n\n")),
    "with a greeting and a close": plain(
        f"Hi Edmund,\n\nhere you go:\n\n{ORDERS}\nCheers,\nCecile\n"
    ),
    "with a date in the text": plain(
        f"Orders for France, Spring 1901, sent on 2 November:\n\n{ORDERS}"
    ),
}
AROUND = {
    "with a signature": plain(f"{ORDERS}\n-- \nCecile\nA Par H is my favourite order\n"),
    "with a signature without its blank": plain(f"{ORDERS}\n--\nCecile Roux\nParis\n"),
    "sent from a phone": plain(f"{ORDERS}\nSent from my iPhone\n"),
    "sent from a phone in German": plain(f"{ORDERS}\nVon meinem iPhone gesendet\n"),
    "sent from an Android in French": plain(f"{ORDERS}\nEnvoyé depuis mon appareil Galaxy\n"),
    "with an app's advertisement": plain(f"{ORDERS}\nGet Outlook for iOS<https://aka.ms/o0ukef>\n"),
    "with a company's notice": plain(
        f"{ORDERS}\nThis e-mail and any attachments are confidential. If you are not the intended"
        " recipient, please delete it.\n"
    ),
    "with a warning of the mail server": plain(
        f"CAUTION: This email originated from outside of the organization.\n\n{ORDERS}"
    ),
    "with a footer of a mailing list": plain(
        f"{ORDERS}\n_______________________________________________\nZine mailing list\n"
        "zine@lists.example.org\nhttps://lists.example.org/zine\n"
    ),
    "signed with PGP in the clear": plain(
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{ORDERS}"
        "-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCgAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
    ),
    "signed with PGP in the clear, dashes escaped": plain(
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n- -- orders --\n{ORDERS}"
        "-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCgAdFiEE\n-----END PGP SIGNATURE-----\n"
    ),
    "signed with PGP beside it": parts(
        'signed; micalg=pgp-sha256; protocol="application/pgp-signature"',
        ("text/plain; charset=utf-8", ORDERS),
        ('application/pgp-signature; name="signature.asc"', "-----BEGIN PGP SIGNATURE-----\nabc\n"),
    ),
    "signed with S/MIME": with_file("smime.p7s", b"0\x82", "application/pkcs7-signature"),
    "with a file of Outlook": with_file("winmail.dat", b"\x78\x9f\x3e\x22", "application/ms-tnef"),
    "with an invitation to a calendar": with_file(
        "invite.ics", b"BEGIN:VCALENDAR\r\nSUMMARY:Deadline\r\nEND:VCALENDAR\r\n", "text/calendar"
    ),
    "with a card of the sender": with_file(
        "cecile.vcf", b"BEGIN:VCARD\r\nEND:VCARD\r\n", "text/vcard"
    ),
    "with a picture in its signature": with_file("logo.png", b"\x89PNG\r\n", "image/png"),
    "with a document beside the orders": with_file("map.docx", b"PK\x03\x04", "application/vnd.x"),
    "with an answer asked for": plain(ORDERS).replace(
        b"MIME-Version", b"Disposition-Notification-To: cecile@example.org\nMIME-Version", 1
    ),
    "passed through a mailing list": plain(ORDERS).replace(
        b"Subject: France", b"List-Id: <zine.example.org>\nSubject: [Zine] France", 1
    ),
    "passed on as a file": parts(
        "mixed",
        ("text/plain", "See below."),
        ("message/rfc822", f"From: cecile@example.org\nSubject: Orders\n\nFrance\n{ORDERS}"),
    ),
    "with its orders in an attached text": parts(
        "mixed",
        ("text/plain", "Orders attached."),
        (
            'text/plain; name="orders.txt"\nContent-Disposition: attachment; filename="orders.txt"',
            ORDERS,
        ),
    ),
    "the text of a chat": f"[02.11.26, 20:15] Cecile: hi\n{ORDERS}".encode(),
    "a bare text": f"France\n{ORDERS}".encode(),
}
KINDS: Mapping[str, bytes] = {
    **FORWARDED,
    **ANSWERS,
    **BELOW,
    **FORMS,
    **CHARSETS,
    **WRITTEN,
    **AROUND,
}
"""Every kind whose three orders are read."""


ANSWERED = f"On Mon, 2 Nov 2026 GM wrote:\n\nOrders that lie there: \n{OLD}"
NO_ORDERS = {
    "a mail that could not be delivered": (
        parts(
            "report; report-type=delivery-status",
            ("text/plain", "Your message could not be delivered."),
            ("message/delivery-status", "Action: failed\nStatus: 5.1.1"),
            ("message/rfc822", f"From: gm@example.org\nSubject: France\n\n{OLD}"),
        ).replace(b"cecile@example.org", b"MAILER-DAEMON@mx.example.org", 1),
        "mail server's notice",
    ),
    "a bounce of an old server": (
        plain(f"Hi. This is the qmail-send program.\n\n--- Below is a copy:\n\n{OLD}").replace(
            b"cecile@example.org", b"MAILER-DAEMON@mx.example.org", 1
        ),
        "mail server's notice",
    ),
    "an answer of somebody on holiday": (
        plain(f"I am away until Friday.\n\n{OLD}").replace(
            b"MIME-Version", b"Auto-Submitted: auto-replied (vacation)\nMIME-Version", 1
        ),
        "automatic answer",
    ),
    "a holiday as Exchange has it": (
        plain(f"Out of office.\n\n{OLD}").replace(
            b"MIME-Version", b"X-Autoreply: yes\nMIME-Version", 1
        ),
        "automatic answer",
    ),
    "a mail encrypted with PGP": (
        plain("-----BEGIN PGP MESSAGE-----\n\nhQIMA\n=abcd\n-----END PGP MESSAGE-----\n"),
        "PGP or S/MIME",
    ),
    "a mail encrypted with PGP/MIME": (
        parts(
            'encrypted; protocol="application/pgp-encrypted"',
            ("application/pgp-encrypted", "Version: 1"),
            ("application/octet-stream", "-----BEGIN PGP MESSAGE-----\nabc"),
        ),
        "PGP or S/MIME",
    ),
    "a mail encrypted with S/MIME": (
        f"{HEAD}Content-Type: application/pkcs7-mime; smime-type=enveloped-data;\n"
        " name=smime.p7m\n\nMIAG\n".encode(),
        "PGP or S/MIME",
    ),
    "a word processor's file": (b"PK\x03\x04\x14\0\x06\0[Content_Types].xml", "word processor"),
    "an old word processor's file": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "word processor"),
    "a picture of orders": (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
    "a PDF": (b"%PDF-1.7\n\0", "a PDF"),
    "a recording": (b"RIFF\0\0\0\0WAVE", "a picture or a recording"),
    "a mail with nothing but a document": (
        parts("mixed", ("text/plain", "See the file."), ('application/x; name="o.docx"', "PK")),
        "no order in this message",
    ),
    "thanks": (plain("Thanks, that was fun!\n\nCecile\n"), "no order in this message"),
    "a question that names provinces": (
        plain("May I move from Paris to Burgundy if Germany is there?\n"),
        "",
    ),
    "nothing": (plain("\n\n"), "no order in this message"),
}
"""Messages without orders, each with what is said of it."""
ARMOUR = "-----BEGIN AGE ENCRYPTED FILE-----\nYWdlLWVuY3J5cHRpb24ub3Jn\n-----END AGE ENCRYPTED FILE-----\n"
SEALED = {
    "among the words": plain(f"Hi\n\n{ARMOUR}\nBye\n"),
    "quoted": plain("".join(f"> {line}\n" for line in ARMOUR.splitlines())),
    "passed on": plain(f"{FORWARD['Gmail']}\n{ARMOUR}"),
    "in HTML": html(f"<p>Hi</p><p>{ARMOUR.strip().replace(chr(10), '<br>')}</p>"),
    "in HTML, as a block": html(f"<pre>{ARMOUR}</pre>"),
    "in HTML, a div for each line": html(
        "".join(f"<div>{line}</div>" for line in ARMOUR.splitlines())
    ),
    "in base64": plain(ARMOUR, coding="base64"),
    "in quoted-printable": plain(ARMOUR, coding="quoted-printable"),
    "with blanks before each line": plain("".join(f"   {line}\n" for line in ARMOUR.splitlines())),
    "as an attached file": with_file("france.toml.age", ARMOUR.encode()),
    "in UTF-16": plain(ARMOUR, charset="utf-16", coding="base64"),
}
"""Ways in which a sealed file comes."""
