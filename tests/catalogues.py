"""What players read and hear, collected from the code, and the catalogues brought up to it.

`python -m tests.catalogues` adds what is new to every catalogue, without a translation, drops what
is no longer asked for, and says how much is missing.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import polib

from companion.languages import ENGLISH, LANGUAGES, catalogue_of

ROOT = Path(__file__).parents[1]
ROOMS = ("solver", "vision", "calibration", "companion")
# What marks a text, and the places of its context, its message and its plural among the arguments.
MARKS = {
    "sentence": (None, 0, None),
    "Phrase": (None, 0, None),
    "within": (0, 1, None),
    "counted": (None, 0, 1),
}
SENTENCE = re.compile(r"[A-Z].* .*[.?!]", re.DOTALL)
# Errors of others that players meet, beside all of our own.
ERRORS = frozenset({"OSError", "FileNotFoundError", "ClickException", "UsageError", "BadParameter"})
Key = tuple[str | None, str, str | None]


def asked() -> dict[Key, list[str]]:
    """Every text that is marked in the code, and the files that it is in.

    Raises ValueError for a mark on something else than a literal or a variable.
    """
    found: dict[Key, list[str]] = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            for key in _marked(ast.parse(path.read_text(encoding="utf-8")), where):
                files = found.setdefault(key, [])
                if where not in files:
                    files.append(where)
    return found


def unmarked() -> Iterator[str]:
    """Whole sentences in the code that are not marked, neither raised nor help, and where."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            if where == "companion/commands/options.py":
                # Help for the command line only.
                continue
            for text in _sentences(ast.parse(path.read_text(encoding="utf-8"))):
                yield f"{where}: {text}"


def english_errors() -> Iterator[tuple[str, str]]:
    """Errors that players may meet and that are said in English alone: the file, and the text.

    A place that is filled in is written {}.
    """
    trees = {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
    }
    nodes = [(where, node) for where, tree in trees.items() for node in ast.walk(tree)]
    own = {node.name for _, node in nodes if isinstance(node, ast.ClassDef)}
    known = ERRORS | {name for name in own if name.endswith("Error")}
    for where, node in nodes:
        if isinstance(node, ast.Call) and _name(node) in known and node.args:
            yield from ((where, text) for text in _plain(node.args[0]))


def entries(code: str) -> dict[Key, polib.POEntry]:
    """The entries of a language's catalogue. Raises ValueError for a message that comes twice."""
    found = polib.pofile(str(catalogue_of(code)))
    known = {(one.msgctxt, one.msgid, one.msgid_plural or None): one for one in found}
    if len(known) != len(found):
        raise ValueError(f"{code}: a message comes twice")
    return known


def forms_of(entry: polib.POEntry) -> list[str]:
    """The translations of a message: several where it depends on a number."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def written(code: str, wanted: dict[Key, list[str]]) -> str:
    """A language's catalogue with everything that is wanted, in the order of the code."""
    old, known = polib.pofile(str(catalogue_of(code))), entries(code)
    new = polib.POFile(wrapwidth=100)
    new.metadata = old.metadata
    count = int(old.metadata["Plural-Forms"].split("nplurals=")[1][0])
    for key, files in wanted.items():
        context, message, plural = key
        entry = known.get(key) or polib.POEntry(
            msgctxt=context,
            msgid=message,
            msgid_plural=plural or "",
            msgstr_plural=dict.fromkeys(range(count), "") if plural else {},
        )
        entry.occurrences = [(file, "") for file in files]
        new.append(entry)
    return f"{new}\n"


def main() -> int:
    """Writes every catalogue anew."""
    wanted = asked()
    for code in LANGUAGES:
        if code == ENGLISH.code:
            continue
        known = entries(code)
        catalogue_of(code).write_text(written(code, wanted), encoding="utf-8")
        missing = [key for key in wanted if key not in known or not all(forms_of(known[key]))]
        stale = [key for key in known if key not in wanted]
        print(f"{code}: {len(wanted)} texts, {len(missing)} to translate, {len(stale)} dropped")
        for key in missing:
            print(f"  {key}")
    return 0


def _marked(tree: ast.Module, where: str) -> Iterator[Key]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = _name(call)
        # A variable holds a constant that is marked where it stands.
        if name in MARKS and call.args and not isinstance(call.args[0], ast.Name):
            texts = [None if at is None else _literal(call, at, where) for at in MARKS[name]]
            context, message, plural = texts
            assert message is not None
            yield context, message, plural


def _sentences(tree: ast.Module) -> Iterator[str]:
    known: set[ast.AST] = set()
    for node in ast.walk(tree):
        is_help = isinstance(node, ast.keyword) and node.arg == "help"
        if isinstance(node, ast.Raise | ast.Assert) or is_help or _is_mark(node):
            known |= set(ast.walk(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            known.add(node.value)
    for node in set(ast.walk(tree)) - known:
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and SENTENCE.fullmatch(text):
            yield text


def _is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _name(node) in MARKS


def _name(call: ast.Call) -> str | None:
    """What is called, without what it belongs to."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else None
    return function.id if isinstance(function, ast.Name) else name


def _plain(argument: ast.expr) -> Iterator[str]:
    """The texts of an error that do not know how they were made."""
    if isinstance(argument, ast.IfExp):
        yield from _plain(argument.body)
        yield from _plain(argument.orelse)
    elif isinstance(argument, ast.JoinedStr):
        parts = argument.values
        yield "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in parts)
    elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.BinOp) or _forgets(argument):
        yield ast.unparse(argument)


def _forgets(argument: ast.expr) -> bool:
    """Whether a text is made in a way that loses what it was made of."""
    return isinstance(argument, ast.Call) and _name(argument) in ("str", "format", "join")


def _literal(call: ast.Call, at: int, where: str) -> str:
    argument = call.args[at]
    if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
        raise ValueError(f"{where}:{call.lineno}: expected a literal, got {ast.unparse(argument)}")
    return argument.value


if __name__ == "__main__":
    sys.exit(main())
