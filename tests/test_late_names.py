"""What packages offer of their modules, and that they load none of it before it is asked for."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import zinegen

PACKAGE = Path(zinegen.__file__).parent
DOORS = {
    ".".join(file.parent.relative_to(PACKAGE.parent).parts): file
    for file in sorted(PACKAGE.glob("*/**/__init__.py"))
    if "late_names" in file.read_text(encoding="utf-8")
}
"""The packages that offer names of their modules, with the file that says which."""


def offered_to_the_type_checker(file):
    """Return the names a package imports where types are checked, by the module they come from."""
    checked = (one.body for one in ast.parse(file.read_text()).body if isinstance(one, ast.If))
    return {one.module: {alias.name for alias in one.names} for body in checked for one in body}


def names_of(door):
    """Return what a package offers, as often as it says so."""
    return [one for names in door._HOMES.values() for one in names.split()]


def test_the_packages_that_tests_come_in_by_are_among_them():
    assert {"zinegen.game", "zinegen.play", "zinegen.drawing"} <= DOORS.keys()


@pytest.mark.parametrize("name", DOORS)
def test_everything_that_is_offered_is_there_once(name):
    door = import_module(name)
    assert len(set(names_of(door))) == len(names_of(door))
    for home, names in door._HOMES.items():
        for one in names.split():
            assert getattr(door, one) is getattr(import_module(f"{name}.{home}"), one)


@pytest.mark.parametrize("name", ["zinegen.drawing", "zinegen.play.records", "zinegen.play.texts"])
def test_what_the_program_itself_asks_a_package_for_is_offered_to_the_type_checker_too(name):
    assert offered_to_the_type_checker(DOORS[name]) == {
        f"{name}.{home}": {*names.split()} for home, names in import_module(name)._HOMES.items()
    }


@pytest.mark.parametrize("name", DOORS)
def test_what_is_not_offered_is_an_attribute_error(name):
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'castle'"):
        import_module(name).castle  # noqa: B018  (asking is the test)


def test_to_import_a_package_loads_none_of_its_modules():
    code = f"import sys, {', '.join(DOORS)}; print(*(m for m in sys.modules if 'zinegen' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    helpers = {"zinegen", "zinegen.version", "zinegen.late_names"}
    assert set(done.stdout.split()) == DOORS.keys() | helpers
