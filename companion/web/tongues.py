"""In which language a browser is answered: as its player has chosen, or as it is set up."""

from starlette.requests import HTTPConnection

from companion.languages import ENGLISH, LANGUAGES, Language, language_of, language_of_browser

# Set by the page's picker, and by an address that ends in ?lang=de.
COOKIE = "companion-lang"
WISH = "lang"


def language_for(asked: HTTPConnection, otherwise: Language = ENGLISH) -> Language:
    """The language of the address, of the cookie, or of the browser; else the other one."""
    for name in (asked.query_params.get(WISH), asked.cookies.get(COOKIE)):
        language = language_of(name) if name else None
        if language is not None:
            return language
    return language_of_browser(asked.headers.get("accept-language", ""), otherwise)


def chosen(asked: HTTPConnection) -> Language | None:
    """The language that the address names, to be remembered."""
    return language_of(asked.query_params.get(WISH, ""))


def choices() -> list[Language]:
    """All languages, in the order of the picker."""
    return list(LANGUAGES.values())
