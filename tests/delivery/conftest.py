"""A platform for tests."""

from collections.abc import Iterator

import pytest

from tests.delivery.platform import Platform, run_platform


@pytest.fixture
def platform() -> Iterator[Platform]:
    """A platform that takes webhooks, on this machine."""
    with run_platform() as running:
        yield running
