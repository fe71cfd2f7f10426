"""Lines are whole tenths on the board before they become part of a drawing."""

import numpy as np
import pytest

from zinegen.geometry.draft import draft_of
from zinegen.geometry.redraw.attempts import is_whole, round_changes


@pytest.fixture(scope="module")
def europe_draft(base_map):
    return draft_of(*base_map)


def test_a_shore_that_has_been_bent_across_the_frame_is_brought_back_onto_it(europe_draft):
    (border,) = europe_draft.mesh.between("MAO", "Out")
    bent = europe_draft.replace_lines({border: europe_draft.lines[border] - (0.07, 0.0)})
    assert bent.lines[border].min() < 0
    assert round_changes(bent, europe_draft).lines[border].min() == 0


def test_a_border_that_ends_on_the_frame_does_not_run_along_it(europe_draft):
    (border,) = europe_draft.mesh.between("MAO", "NAO")
    line = europe_draft.lines[border]
    at = 0 if line[0, 0] == 0 else -1
    near = np.array([[0.03, line[at, 1] + 40.0]])
    drawn = np.vstack([line[:1], near, line[1:]] if at == 0 else [line[:-1], near, line[-1:]])
    after = round_changes(europe_draft.replace_lines({border: drawn}), europe_draft)
    assert (after.lines[border][1:-1, 0] > 0).all()
    assert is_whole(after, europe_draft)
