"""Python sources without what only people read: the same program, line by line, in fewer bytes."""

import ast
from collections.abc import Iterator


def strip_source(source: str) -> str:
    """Return a module without docstrings, comments that have a line of their own, and blanks of empty lines.

    Every statement stays on its line, so that a fault is told with the place where the module has it.
    Raises SyntaxError where the source is no Python.
    """
    tree = ast.parse(source)
    told, written = set(_list_docstring_lines(tree)), set(_list_text_lines(tree))

    def keep(number: int, line: str) -> str:
        if number in written - told:
            return line
        bare = line.strip()
        return "\n" if number in told or not bare or bare.startswith("#") else line

    lines = enumerate(source.splitlines(keepends=True), start=1)
    return "".join(keep(number, line) for number, line in lines)


def _list_docstring_lines(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of texts that are statements, but where nothing else is in the body."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        texts = [one for one in node.body if _is_text(one)]
        if len(texts) < len(node.body):
            for text in texts:
                yield from range(text.lineno, (text.end_lineno or text.lineno) + 1)


def _is_text(statement: ast.stmt) -> bool:
    """Tell whether a statement is a text and does nothing."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _list_text_lines(tree: ast.Module) -> Iterator[int]:
    """Yield the lines that begin within a text, where a sign for a comment is none."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr):
            yield from range(node.lineno + 1, (node.end_lineno or node.lineno) + 1)
