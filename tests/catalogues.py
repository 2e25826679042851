"""What players read and hear, collected from the code, and the catalogues brought up to it.

`python -m tests.catalogues` adds what is new to every catalogue, without a translation, drops what
is no longer asked for, and says how much is missing.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.catalogue import Entry, read_entries
from companion.languages import DOMAIN, ENGLISH, LANGUAGES, LOCALE

ROOT = Path(__file__).parents[1]
ROOMS = ("solver", "vision", "companion")
# What marks a text, and the places of its context, its message and its plural among the arguments.
MARKS = {
    "sentence": (None, 0, None),
    "Phrase": (None, 0, None),
    "within": (0, 1, None),
    "counted": (None, 0, 1),
}
SENTENCE = re.compile(r"[A-Z].* .*[.?!]", re.DOTALL)
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


def catalogue(code: str) -> Path:
    """The catalogue of a language."""
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def entries(code: str) -> dict[Key, Entry]:
    """The entries of a language's catalogue; the header is that of the empty message."""
    found = list(read_entries(catalogue(code).read_text(encoding="utf-8")))
    known = {entry.key: entry for entry in found}
    if len(known) != len(found):
        raise ValueError(f"{code}: a message comes twice")
    return known


def written(known: dict[Key, Entry], wanted: dict[Key, list[str]]) -> str:
    """A catalogue with everything that is wanted, in the order of the code."""
    header = known[None, "", None]
    forms = int(header.forms[0].split("nplurals=")[1][0])
    blocks = [_block(header, [])]
    for key, files in wanted.items():
        empty = ("",) * (forms if key[2] is not None else 1)
        blocks.append(_block(known.get(key, Entry(*key, empty)), files))
    return "\n".join(blocks)


def main() -> int:
    """Writes every catalogue anew."""
    wanted = asked()
    for code in LANGUAGES:
        if code == ENGLISH.code:
            continue
        known = entries(code)
        catalogue(code).write_text(written(known, wanted), encoding="utf-8")
        missing = [key for key in wanted if key not in known or not all(known[key].forms)]
        stale = [key for key in known if key[1] and key not in wanted]
        print(f"{code}: {len(wanted)} texts, {len(missing)} to translate, {len(stale)} dropped")
        for key in missing:
            print(f"  {key}")
    return 0


def _marked(tree: ast.Module, where: str) -> Iterator[Key]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        function = call.func
        name = function.attr if isinstance(function, ast.Attribute) else None
        name = function.id if isinstance(function, ast.Name) else name
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
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else None
    return (function.id if isinstance(function, ast.Name) else name) in MARKS


def _literal(call: ast.Call, at: int, where: str) -> str:
    argument = call.args[at]
    if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
        raise ValueError(f"{where}:{call.lineno}: expected a literal, got {ast.unparse(argument)}")
    return argument.value


def _block(entry: Entry, files: list[str]) -> str:
    lines = [f"#: {file}" for file in files]
    if entry.context is not None:
        lines.append(f"msgctxt {_quoted(entry.context)}")
    lines.append(f"msgid {_quoted(entry.message)}")
    if entry.plural is None:
        lines.append(f"msgstr {_quoted(entry.forms[0])}")
    else:
        lines.append(f"msgid_plural {_quoted(entry.plural)}")
        lines += [f"msgstr[{n}] {_quoted(form)}" for n, form in enumerate(entry.forms)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A string of the format; one of several lines begins on a line of its own."""
    lines = [_escaped(line) for line in text.splitlines(keepends=True)] or ['""']
    return lines[0] if len(lines) == 1 else "\n".join(['""', *lines])


def _escaped(line: str) -> str:
    for plain, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        line = line.replace(plain, escape)
    return f'"{line}"'


if __name__ == "__main__":
    sys.exit(main())
