"""The language of the zine in a reader's browser: its catalogue is packed beside this module."""

from gettext import GNUTranslations
from pathlib import Path

from zinegen.languages.texts import ENGLISH, Language

FOLDER = Path(__file__).parent
ENDING = ".mo"


def find_packed_language(folder: Path = FOLDER) -> Language:
    """Return the language whose catalogue was packed; English where none was."""
    for path in folder.glob(f"*{ENDING}"):
        with path.open("rb") as file:
            return Language(code=path.stem, messages=GNUTranslations(file))
    return ENGLISH
