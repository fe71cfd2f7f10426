"""The positions that the drawing tests share, drawn once."""

import pytest

from tests.drawing import positions


@pytest.fixture(scope="session")
def start():
    return positions.standard()


@pytest.fixture(scope="session")
def busy():
    """A crowded position with its report: convoys, standoffs, a head-on meeting, void orders."""
    return positions.busy()


@pytest.fixture(scope="session")
def driven_out():
    """A retreat phase in which five units are dislodged, with its report."""
    return positions.driven_out()


@pytest.fixture(scope="session")
def builds():
    """A winter with builds, a refused build and removals."""
    return positions.builds()


@pytest.fixture(scope="session")
def changed():
    """A board on which borders have moved and the ground is no longer what it was."""
    return positions.changed()


@pytest.fixture(scope="session")
def upheaval():
    """A season with every kind of change of the map: before, after, reports."""
    return positions.upheaval()


@pytest.fixture(scope="session")
def landscape():
    """A position with everything on the map that the printed one has not."""
    return positions.landscape()


@pytest.fixture(scope="session")
def ferries():
    """A phase in which armies go aboard, land, and become fleets, with its report."""
    return positions.ferries()


@pytest.fixture(scope="session")
def council():
    """A phase of orders about the ground, with its report."""
    return positions.council()
