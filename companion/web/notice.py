"""A page of one sentence, for whoever is not let in: no script, no camera, nothing to load."""

import hashlib
import html
from base64 import b64encode
from functools import cache
from string import Template

from starlette.responses import HTMLResponse

from companion.languages import Language
from companion.web.page import STATIC
from companion.web.words import PAGE


def notice(
    language: Language, words: str, status: int, link: tuple[str, str] | None = None
) -> HTMLResponse:
    """The page with a sentence, and a link (address, words) to go on with, if there is one."""
    to, label = link or ("", "")
    shown = {
        "lang": language.tag,
        "title": language.say(PAGE["title"]),
        "words": language.say(words),
    }
    escaped = {name: html.escape(text) for name, text in shown.items()}
    anchor = f'<a href="{html.escape(to)}">{html.escape(language.say(label))}</a>' if link else ""
    return HTMLResponse(Template(_file()).substitute(escaped, link=anchor), status)


@cache
def style() -> str:
    """What a Content-Security-Policy calls the page's own style."""
    text = _file().partition("<style>")[2].partition("</style>")[0]
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _file() -> str:
    return (STATIC / "notice.html").read_text(encoding="utf-8")
