"""A GM's first evening at the desk, click by click, in whatever browser: from an empty folder to readers.

It clicks what can be seen, by the words that stand on it, types letter by letter, and drops files in. Clicks
are counted, and so is what a person would have to type and to read.
"""

from __future__ import annotations

import base64
import json
import re
import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tests.desk.hands import PATIENCE
from zinegen.archive import seal_orders
from zinegen.play.texts import OrderSlot

SECONDS_TO_AIM = 2.0
"""What a click costs a person: to find the place, and to go there."""
LETTERS_A_SECOND = 3.0
"""Who has used a word processor types so fast."""
SECONDS_TO_READ = 15.0
"""What a screen that was not seen before costs: to read what stands on top, and where to go on."""
MOST_WORK = 240
"""Seconds within which the slowest command has ended, on a busy machine."""
GIT = re.compile(r"\bgit\b", re.IGNORECASE)
PLAYERS = {
    "Austria": "Bea",
    "England": "Cem",
    "France": "Dora",
    "Germany": "Emil",
    "Italy": "Fay",
    "Russia": "Gus",
    "Turkey": "Hana",
}
MAILS = {
    "Austria": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb",
    "England": "F Lon - NTH\nF Edi - NWG\nA Lvp - Yorx",
    "France": "A Par - Bur\nF Bre - Nrt\nA Mar H",
}
CHAT = "A Mun - Ruh\nF Kie - Den\nA Ber - Kie"
SEALED = {
    "Italy": "A Ven H\nA Rom - Apu\nF Nap - ION",
    "Russia": "A Mos - Ukr\nA War - Gal\nF Sev - BLA\nF StP/sc - GOB",
    "Turkey": "A Con - Bul\nF Ank - BLA\nA Smy - Con",
}
SEASON = "1901-1-spring"
_PRESSED = "(//a|//button|//summary)[normalize-space()={0} or @aria-label={0}]"
_FIELD = "//*[@id=//label[normalize-space()={0}]/@for]"
_BOX = "//label[contains(normalize-space(), {0})]"
_DROP = """const [place, files] = arguments
    const all = new DataTransfer()
    for (const [name, text] of files)
        all.items.add(new File([Uint8Array.from(atob(text), one => one.charCodeAt(0))], name))
    for (const kind of ["dragover", "drop"])
        document.querySelector(place).dispatchEvent(
            new DragEvent(kind, { dataTransfer: all, bubbles: true, cancelable: true }))"""


class Hands(Protocol):
    """A browser as hands use it; elements are found by XPath, and the first that can be seen is meant."""

    def go(self, address: str) -> None:
        """Go to an address."""

    def click(self, path: str) -> None:
        """Click what can be seen."""

    def type(self, path: str, text: str) -> None:
        """Put what is typed in the place of what stands in a field."""

    def choose(self, path: str, words: str) -> None:
        """Choose a line of a list."""

    def ask(self, script: str, *arguments: object) -> object:
        """Return what a script returns in the page; its arguments are data."""

    def draw(self, file: Path) -> None:
        """Keep a picture of what is seen."""


@dataclass(slots=True, kw_only=True)
class Evening:
    """One evening, as far as it has come."""

    hands: Hands
    look: Callable[[str], None] = lambda _: None
    """Is called with the name of each screen once it is seen."""
    clicks: int = 0
    letters: int = 0
    screens: dict[str, float] = field(default_factory=dict)
    """Seconds until each was there."""
    begun: float = field(default_factory=time.monotonic)

    @property
    def minutes(self) -> float:
        """What the evening takes a person who sees all this for the first time."""
        allowed = self.clicks * SECONDS_TO_AIM + self.letters / LETTERS_A_SECOND
        return (time.monotonic() - self.begun + allowed + len(self.screens) * SECONDS_TO_READ) / 60

    def press(self, words: str, name: str, *, waits: float = PATIENCE) -> None:
        """Click a link or button that leads to another page, and look at that."""
        self.hands.ask("window.isOld = true")
        begun = time.monotonic()
        self.click(_PRESSED, words)
        self.wait("!window.isOld && document.readyState === 'complete'", waits)
        self.see(name, begun)

    def see(self, name: str, begun: float) -> None:
        """Look at a page: what it says, and whether it says a word that nobody should have to know."""
        self.screens[name] = time.monotonic() - begun
        self.wait("[...document.images].every(one => one.complete)")
        said = str(self.hands.ask("return document.body.innerText"))
        assert not GIT.search(said), f"{name}: {GIT.search(said)}"
        self.look(name)

    def wait(self, script: str, seconds: float = PATIENCE) -> None:
        """Wait until something holds in the page."""
        end = time.monotonic() + seconds
        while not self.hands.ask(f"return {script}"):
            assert time.monotonic() < end, f"never true: {script}"
            time.sleep(0.02)

    def click(self, path: str, words: str) -> None:
        """Click something by the words that stand on it."""
        self.clicks += 1
        self.hands.click(path.format(_quote(words)))

    def tick(self, words: str) -> None:
        """Tick a box."""
        self.click(_BOX, words)

    def type(self, label: str, text: str) -> None:
        """Click into a field and type."""
        self.clicks += 1
        self.letters += len(text)
        self.hands.type(_FIELD.format(_quote(label)), text)

    def paste(self, label: str, text: str) -> None:
        """Click into a field and paste."""
        self.clicks += 1
        self.hands.type(_FIELD.format(_quote(label)), text)

    def choose(self, label: str, words: str) -> None:
        """Open a list and choose a line."""
        self.clicks += 2
        self.hands.choose(_FIELD.format(_quote(label)), words)

    def drop(self, place: str, files: Sequence[tuple[str, bytes]]) -> None:
        """Drag files from their folder into the page: to choose them, and to let them go there."""
        self.clicks += 2
        packed = [(name, base64.b64encode(content).decode()) for name, content in files]
        self.hands.ask(_DROP, place, packed)

    def rule(self, number: int, why: str, reading: str = "") -> None:
        """Rule on a question: as it is offered, or that its line is read otherwise."""
        where = f"(//fieldset)[{number}]"
        if reading:
            self.clicks += 2
            self.letters += len(reading)
            self.hands.click(f"{where}//label[contains(., 'is read as')]")
            self.hands.type(f"{where}//input[@aria-label='Read as']", reading)
        self.clicks += 1
        self.letters += len(why)
        self.hands.type(f"{where}//input[starts-with(@name, 'reason')]", why)

    def work(self, words: str, name: str) -> None:
        """Begin what takes a while, and wait until it is done."""
        self.press(words, f"{name}-begun")
        begun = time.monotonic()
        self.wait("document.querySelector('h1')?.innerText === 'Done'", MOST_WORK)
        self.see(name, begun)

    def told(self) -> str:
        """Return what the page says of what was done."""
        return str(self.hands.ask("return document.querySelector('[data-told]')?.innerText ?? ''"))


def _quote(words: str) -> str:
    """Return words as XPath has them."""
    return json.dumps(words, ensure_ascii=False)


def begin_zine(evening: Evening, address: str) -> None:
    """Name the zine, and begin a game of seven in it."""
    begun = time.monotonic()
    evening.hands.go(address)
    evening.see("new-zine", begun)
    evening.type("Name of the zine", "The Lighthouse")
    evening.type("Its editor and game master", "Ann")
    evening.tick("Orders are sealed until the deadline")
    evening.press("Begin the zine", "new-game")
    evening.type("Title", "Foghorn")
    for power, player in PLAYERS.items():
        evening.type(power, player)
    evening.press("Begin the game", "game")


def list_mails() -> list[tuple[str, bytes]]:
    """Return three mails as a mail program keeps them."""
    return [
        (
            f"{power}.eml",
            f"From: {PLAYERS[power]}@example.org\nSubject: {power}\n\n{lines}\n".encode(),
        )
        for power, lines in MAILS.items()
    ]


def seal_files(zine: Path) -> list[tuple[str, bytes]]:
    """Return three files as players seal them."""
    game = tomllib.loads((zine / "games/foghorn/game.toml").read_text())
    found = []
    for power, lines in SEALED.items():
        name = power.lower()
        slot = OrderSlot(
            game="foghorn", season=SEASON, power=power, shown=f"games/foghorn/seasons/{SEASON}"
        )
        text = (
            f'game = "foghorn"\nseason = "{SEASON}"\npower = "{name}"\norders = """\n{lines}\n"""\n'
        )
        keys = game["secrecy"]["gm_keys"]
        found.append((f"{name}.toml.age", seal_orders(text, slot, keys, "2026-11-28T00:00:00Z")))
    return found


def take_orders(evening: Evening, zine: Path) -> None:
    """Take three mails in, a message of a chat, and three sealed files."""
    for files, name in ((list_mails(), "mails"), (seal_files(zine), "sealed")):
        evening.drop(".d-drop", files)
        if name == "mails":
            evening.tick("take it although something does not fit")
        evening.press("Take in", name)
        assert "3 order files are written." in evening.told(), evening.told()
    evening.paste("Or paste a message", CHAT)
    evening.choose("Whose orders they are", "Germany")
    evening.press("Take in", "chat")
    assert "1 order file is written." in evening.told()


def close_season(evening: Evening) -> None:
    """Rule on two questions, look at the maps, and close."""
    evening.press("Look what would come of it", "close-sealed")
    evening.type("Why you look before the deadline", "All seven are in, and all agree.")
    evening.press("Unlock for ten minutes", "rulings")
    evening.rule(1, "England meant Yorkshire.")
    evening.rule(2, "As France said on the phone.", reading="F Bre - MAO")
    evening.press("Record these rulings", "look")
    assert evening.hands.ask("return [...document.images].every(one => one.naturalWidth > 100)")
    assert evening.hands.ask("return document.querySelectorAll('.d-map').length") == 2
    evening.press("Close it", "closed")
    assert "is recorded" in evening.told()


def write_issue(evening: Evening) -> None:
    """Write an issue with an editorial."""
    evening.press("Issues", "issues")
    evening.press("Write issue 1", "issue")
    evening.type("Title", "The first light")
    evening.type("Your text", "Seven keepers have lit their lamps.\n\nMay the fog be kind.")
    evening.press("Save", "saved")
    assert "Issue 1 is saved" in evening.told()


def publish(evening: Evening, repository: str, folder: Path) -> None:
    """Publish to a repository, and to a folder."""
    evening.press("Publish", "publish")
    evening.paste("Address of an empty repository", repository)
    evening.press("Connect this folder with it", "connected")
    evening.work("Publish to the repository", "sent")
    evening.press("Back", "after-sending")
    evening.type("Folder", str(folder))
    evening.work("Build and copy it there", "copied")
    evening.press("Back", "after-copying")


def look_around(evening: Evening) -> None:
    """Look at the screens that the evening did not lead to."""
    for words, name in (
        ("Today", "today"),
        ("Foghorn", "game-later"),
        ("Type orders: Austria", "orders"),
        ("← Foghorn", "game-again"),
        ("Remind who is missing", "remind"),
        ("← Foghorn", "game-again"),
        ("Take its record back", "reopen"),
        ("← Foghorn", "game-again"),
        ("The history of its files", "history"),
        ("Settings", "settings"),
        ("The zine", "settings-form"),
        ("The file itself: mkdocs.yml", "settings-file"),
        ("Safe", "safe"),
        ("Stop the desk", "stopped"),
    ):
        evening.press(words, name)
