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
    write(
        kit,
        "def test_new(approved): approved('a.svg', 'new')\n"
        "def test_changed(approved): approved('b.svg', 'new')\n",
    )
    golden = kit.mkdir("tests/golden")
    (golden / "b.svg").write_text("old")
    kit.runpytest_subprocess("tests").assert_outcomes(failed=2)
    assert [(path.name, path.read_text()) for path in golden.iterdir()] == [("b.svg", "old")]
    kit.runpytest_subprocess("tests", "--approve").assert_outcomes(passed=2)
    kit.runpytest_subprocess("tests").assert_outcomes(passed=2)


@pytest.mark.slow
def test_in_ci_nothing_is_skipped_and_elsewhere_what_lacks_something_may_be(kit, monkeypatch):
    write(kit, "import pytest\ndef test_lacks(): pytest.skip('no age')\ndef test_other(): pass\n")
    (kit.path / "tests" / "test_file.py").write_text(
        "import pytest\npytest.importorskip('absent')\n"
    )
    monkeypatch.delenv("CI", raising=False)
    kit.runpytest_subprocess("tests").assert_outcomes(passed=1, skipped=2)
    monkeypatch.setenv("CI", "true")
    told = kit.runpytest_subprocess("tests", "--continue-on-collection-errors")
    told.assert_outcomes(passed=1, failed=1, errors=1)
    told.stdout.fnmatch_lines_random(["*CI skips nothing*no age*", "*CI skips nothing*absent*"])


@pytest.mark.browser
@pytest.mark.usefixtures("chromium")  # skips where there is none
def test_a_page_that_asks_somebody_else_fails_its_test_and_no_test_sees_what_another_did(kit):
    asks = "def test_{}(page): page.set_content('<img src=\"{}\">', wait_until='load')\n"
    turns = (
        "def test_{}(page):\n"
        "    assert page.evaluate('[innerWidth, document.images.length]') == [1280, 0]\n"
        "    page.set_viewport_size({{'width': 360, 'height': 740}})\n"
    )
    inside = asks.format("inside", "data:image/gif;base64,R0lGODlhAQABAAAAACw=")
    outside = asks.format("outside", "https://example.org/a.png")
    write(kit, inside + turns.format("once") + outside + turns.format("again"))
    kit.runpytest_subprocess("tests").assert_outcomes(passed=4, errors=1)
