"""The kit that all tests use, tried on small tests of its own."""

import shutil
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture
def kit(pytester: pytest.Pytester) -> pytest.Pytester:
    """Give an empty test folder with our conftest in it."""
    tests = pytester.mkdir("tests")
    shutil.copy(Path(__file__).parent / "conftest.py", tests)
    return pytester


def write(kit: pytest.Pytester, text: str) -> None:
    """Write the one test file of the folder."""
    (kit.path / "tests" / "test_it.py").write_text(text)


@pytest.mark.slow
def test_an_approved_file_is_compared_and_rewritten_on_request_only(kit):
    write(kit, "def test_it(approved): approved('a.svg', 'new')")
    golden = kit.path / "tests" / "golden" / "a.svg"
    kit.runpytest_subprocess("tests").assert_outcomes(failed=1)
    golden.parent.mkdir()
    golden.write_text("old")
    kit.runpytest_subprocess("tests").assert_outcomes(failed=1)
    assert golden.read_text() == "old"
    kit.runpytest_subprocess("tests", "--approve").assert_outcomes(passed=1)
    kit.runpytest_subprocess("tests").assert_outcomes(passed=1)


@pytest.mark.browser
@pytest.mark.usefixtures("chromium")  # skips where there is none
def test_a_page_that_asks_somebody_else_fails_its_test(kit):
    asks = "def test_it(page): page.set_content('<img src=\"{}\">', wait_until='load')"
    write(kit, asks.format("https://example.org/a.png"))
    kit.runpytest_subprocess("tests").assert_outcomes(passed=1, errors=1)
    write(kit, asks.format("data:image/gif;base64,R0lGODlhAQABAAAAACw="))
    kit.runpytest_subprocess("tests").assert_outcomes(passed=1)
