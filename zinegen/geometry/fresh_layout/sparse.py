"""Sparse symmetric equations between points, solved at once for x and y."""

from __future__ import annotations

import numpy as np

from zinegen.errors import MapError
from zinegen.geometry.draft import Array, Mask, Rows


def solve_springs(
    ends: tuple[Rows, Rows], stiffness: Array, more: Array, *, right: Array, at: Array, free: Mask
) -> Array:
    """Return where springs between points come to rest: some points are free, the others stay.

    ``ends`` are the two points of each spring; ``more`` is added to the diagonal of each point, and
    ``right`` is the right side: rows of one or two coordinates, as those of ``at``. Raises MapError where
    a point can lie anywhere.
    """
    # A late import: whoever draws nothing anew need not wait for it.
    from scipy.sparse import csc_array  # noqa: PLC0415
    from scipy.sparse.linalg import splu  # noqa: PLC0415

    rows, columns = np.concatenate(ends), np.concatenate(ends[::-1])
    values = np.concatenate([stiffness, stiffness])
    rows_free = free[rows]
    rows, columns, values = rows[rows_free], columns[rows_free], values[rows_free]
    chosen = np.flatnonzero(free)
    if not len(chosen):
        return at
    row = np.cumsum(free) - 1
    diagonal = np.bincount(row[rows], values, len(chosen)) + more[chosen]
    both = free[columns]
    every = np.arange(len(chosen))
    matrix = csc_array(
        (
            np.concatenate([-values[both], diagonal]),
            (np.concatenate([row[rows[both]], every]), np.concatenate([row[columns[both]], every])),
        ),
        shape=(len(chosen), len(chosen)),
    )
    try:
        solver = splu(
            matrix,
            permc_spec="MMD_AT_PLUS_A",
            diag_pivot_thresh=0.0,
            options={"SymmetricMode": True},
        )
    except RuntimeError as error:  # a point that no spring holds
        raise MapError(f"nothing says where its points lie: {error}") from error
    fixed = ~both
    pull = [
        np.bincount(row[rows[fixed]], values[fixed] * at[columns[fixed], axis], len(chosen))
        for axis in range(at.shape[1])
    ]
    found = at.copy()
    found[chosen] = solver.solve(right[chosen] + np.column_stack(pull))
    return found
