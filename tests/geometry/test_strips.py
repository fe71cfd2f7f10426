"""Lines lose the crumbs of their detail, and nothing that can be seen."""

import numpy as np
import pytest

from zinegen.geometry.strips import drop_spikes

SPIKE = ((0, 0), (30, 0), (30.5, 2), (31, 0), (60, 0))
FJORD = ((0, 0), (30, 0), (33, 25), (36, 0), (60, 0))
CRUMPLE = ((0, 0), (30, 0), (30.4, 0.9), (29.6, 1.7), (30.3, 0.1), (30.1, 1.9), (31, 0), (60, 0))


@pytest.mark.parametrize("line", [SPIKE, CRUMPLE], ids=["spike", "crumple"])
def test_tiny_spikes_are_dropped_and_the_ends_stay(line):
    line = np.array(line, dtype=float)
    after = drop_spikes(line)
    assert np.array_equal(after[[0, -1]], line[[0, -1]])
    step = np.diff(after, axis=0)
    assert ((step[1:] * step[:-1]).sum(axis=1) >= 0).all()
    assert len(after) < len(line)


@pytest.mark.parametrize("line", [FJORD, SPIKE[:1] + SPIKE[2:3] + SPIKE[4:]], ids=["fjord", "bend"])
def test_what_can_be_seen_stays(line):
    line = np.array(line, dtype=float)
    assert np.array_equal(drop_spikes(line), line)
