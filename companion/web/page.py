"""The page's one HTML file, with its words and puzzles filled in."""

import html
import json
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

from companion.languages import ENGLISH, Language
from companion.web.tongues import choices
from companion.web.toys import COUNTS, METHODS, VARIANTS
from companion.web.words import PAGE
from solver import PUZZLES

STATIC = Path(__file__).parent / "static"
# The order in which they are offered; others of the table come after these.
ORDER = ("rings", "cube", "hanoi")


def page(words: Mapping[str, str] = PAGE, language: Language = ENGLISH) -> str:
    """The HTML. Words are escaped, and scripts find them, and the puzzles, in a block of JSON."""
    words = {name: language.say(text) for name, text in words.items()}
    lang = language.tag
    texts = {name: html.escape(text) for name, text in words.items()}
    known = {"words": words, "lang": lang, "puzzles": {name: _puzzle(name) for name in PUZZLES}}
    data = json.dumps(known, ensure_ascii=False).replace("<", "\\u003c")
    template = Template((STATIC / "index.html").read_text(encoding="utf-8"))
    shown = {
        "choices": _choices(words),
        "variants": _options("variant", VARIANTS, words),
        "methods": _options("method", METHODS, words),
        "languages": _languages(language),
    }
    return template.substitute(texts, lang=lang, data=data, **shown)


def _languages(now: Language) -> str:
    """An option for each language, named in itself."""
    return "\n".join(
        f'<option value="{one.tag}" lang="{one.tag}"{" selected" if one == now else ""}>'
        f"{html.escape(one.name)}</option>"
        for one in choices()
    )


def _puzzle(name: str) -> dict[str, Any]:
    low, high = COUNTS.get(name, (None, None))
    return {
        "low": low,
        "high": high,
        "together": name == "cube",
        "variants": name in VARIANTS,
        "methods": name in METHODS,
    }


def _options(what: str, offered: Mapping[str, tuple[str, ...]], words: Mapping[str, str]) -> str:
    """An option for each name that is offered for some puzzle, the usual one first."""
    names = ["", *(name for some in offered.values() for name in some)]
    return "\n".join(
        f'<option value="{name}">{html.escape(words.get(f"{what}_{name}", name))}</option>'
        for name in names
    )


def _choices(words: Mapping[str, str]) -> str:
    """A radio button for each puzzle, with its picture where there is one."""
    names = sorted(PUZZLES, key=lambda name: (ORDER.index(name) if name in ORDER else 9, name))
    return "\n".join(_choice(name, words, first=name == names[0]) for name in names)


def _choice(name: str, words: Mapping[str, str], *, first: bool) -> str:
    picture = STATIC / f"{name}.svg"
    drawn = picture.read_text(encoding="utf-8") if picture.exists() else ""
    title = html.escape(words.get(f"puzzle_{name}", name.capitalize()))
    about = html.escape(words.get(f"about_{name}", ""))
    checked = " checked" if first else ""
    return (
        f'<label class="choice"><input type="radio" name="puzzle" value="{name}"{checked}>'
        f'<span class="face">{drawn}<span class="name">{title}</span>'
        f'<span class="about">{about}</span></span></label>'
    )
