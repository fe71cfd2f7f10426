"""What is double-clicked: the desk over the user's own zine; long work starts the same program again."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.sites import ROOT
from tools.bundle.archive import pack_folder
from tools.bundle.start import choose_words
from zinegen.desk.jobs import find_program


def test_a_double_click_opens_the_desk_over_a_folder_that_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ZINEGEN_ZINE", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert choose_words([]) == ["desk", str(tmp_path / "Zine")]
    assert (tmp_path / "Zine").is_dir()
    monkeypatch.setenv("ZINEGEN_ZINE", str(tmp_path / "elsewhere/mine"))
    assert choose_words([]) == ["desk", str(tmp_path / "elsewhere/mine")]
    assert choose_words(["check"]) == ["check"]


def test_long_work_starts_the_bundled_program_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_program()[:2] == (sys.executable, "-P")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert find_program() == (sys.executable,)


def test_a_bundle_is_made_with_the_engine_of_the_pages() -> None:
    asked = ["make", "--dry-run", "--what-if=tools/runtime/runtime.mjs", "bundle"]
    plan = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    steps = yaml.safe_load((ROOT / ".github/workflows/bundle.yml").read_text())["jobs"]["bundle"][
        "steps"
    ]
    for told in (plan, "\n".join(one.get("run", "") for one in steps)):
        engine = told.index("--prefix tools/runtime build")
        assert engine < told.index("--group bundle") < told.index("tools/bundle/__main__.py")


@pytest.mark.parametrize(
    ("system", "name"), [("linux", "linux"), ("darwin", "macos"), ("win32", "windows")]
)
def test_a_bundle_is_packed_with_what_may_be_run_and_with_its_links(
    tmp_path: Path, system: str, name: str
) -> None:
    folder = tmp_path / "zinegen-desk"
    (folder / "_internal").mkdir(parents=True)
    (folder / "zinegen-desk").write_bytes(b"\x7fELF")
    (folder / "zinegen-desk").chmod(0o755)
    (folder / "_internal/lib.so.1").write_bytes(b"lib")
    (folder / "_internal/lib.so").symlink_to("lib.so.1")
    packed = pack_folder(folder, system)
    assert packed.name.startswith(f"zinegen-desk-{name}-")
    if system == "win32":
        with zipfile.ZipFile(packed) as file:
            assert file.read("zinegen-desk/zinegen-desk") == b"\x7fELF"
        return
    with tarfile.open(packed) as file:
        file.extractall(tmp_path / "there", filter="data")
    there = tmp_path / "there/zinegen-desk"
    assert os.access(there / "zinegen-desk", os.X_OK)
    assert (there / "_internal/lib.so").readlink() == Path("lib.so.1")
