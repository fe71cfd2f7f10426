"""What the tests of pages share."""

from pathlib import Path

import pytest

from zinegen.pages.assemble import Press
from zinegen.pages.render import Addresses, Templates

TEMPLATES = Path(__file__).parents[2] / "templates" / "pages"


@pytest.fixture(scope="session")
def templates():
    """The project's own page templates."""
    return Templates(TEMPLATES, Addresses())


@pytest.fixture
def press(templates):
    """A press that has set nothing yet."""
    return Press(templates)
