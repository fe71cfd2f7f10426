"""Work that can run side by side."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from zinegen.workers import FEW, IN_PROCESS, Workers


def half(number):
    """A job that another process can import, and that fails for odd numbers."""
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def test_results_come_in_the_order_of_the_jobs():
    """Who is ready first does not matter."""
    workers = Workers(make=lambda: ThreadPoolExecutor(3))
    assert list(workers.spread(half, range(0, 40, 2), "halving")) == list(range(20))


def test_a_few_jobs_start_no_executor():
    """Starting processes for two maps takes longer than drawing them."""

    def never():
        raise AssertionError("no executor is wanted")

    assert list(Workers(make=never).spread(half, [0] * FEW, "halving")) == [0] * FEW
    assert list(IN_PROCESS.spread(half, [0] * 100, "halving")) == [0] * 100


@pytest.mark.parametrize("few", [0, FEW])
def test_progress_is_logged_after_each_job(few, caplog):
    """In the order of the jobs, with a pool and without."""
    caplog.set_level("INFO", "zinegen.progress")
    workers = Workers(make=lambda: ThreadPoolExecutor(2), few=few)
    assert list(workers.spread(half, [2, 4, 6], "halving")) == [1, 2, 3]
    assert caplog.messages == ["halving: 1 of 3", "halving: 2 of 3", "halving: 3 of 3"]


def test_the_first_error_of_a_job_is_raised_where_the_result_is_wanted():
    """An error is not swallowed by the pool."""
    workers = Workers(make=lambda: ThreadPoolExecutor(2), few=0)
    results = workers.spread(half, [2, 4, 5, 6], "halving")
    assert [next(results), next(results)] == [1, 2]
    with pytest.raises(ValueError, match="5 is odd"):
        next(results)


@pytest.mark.slow
def test_the_default_executor_uses_processes():
    """The jobs of a real build run beside each other."""
    assert list(Workers(few=0).spread(abs, [-3, 2], "work")) == [3, 2]
