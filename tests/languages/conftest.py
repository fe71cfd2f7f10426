"""What the tests of languages share."""

import pytest

from zinegen.catalogues import find_language


@pytest.fixture
def language():
    """Find a language by its code."""
    return find_language
