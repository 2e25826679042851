"""The languages that players are spoken to in: which there are, and how each says a sentence.

Everything below makes English sentences (see `solver.phrase`); whoever shows or says one has its
`Language` say it, errors that players may meet among them (see `companion.problems`). `--help`
stays English, as do click's own messages, reasons that the system or a parser gives, and errors
that only programs meet.
"""

import locale
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

import polib

from solver.phrase import Made, render

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "companion"


@dataclass(frozen=True, slots=True)
class Language:
    """A language.

    - `code`: its name on the command line, `tag` in web pages, `name` in itself;
    - `voice`: the voice of espeak-ng that speaks it;
    - `space`: what stands between two sentences.
    """

    code: str
    tag: str
    name: str
    voice: str
    space: str = " "

    def say(self, text: str) -> str:
        """A phrase, or a constant that is in the catalogues, in this language."""
        return render(text, self._find, self.space) if text else ""

    def say_if(self, text: str | None) -> str | None:
        """The same, where there is something to say."""
        return None if text is None else self.say(text)

    def _find(self, made: Made) -> str:
        known = _translations(self.code)
        if made.many is not None:
            return known.ngettext(made.template, made.many, made.count)
        if made.context is not None:
            return known.pgettext(made.context, made.template)
        return known.gettext(made.template)


ENGLISH = Language("en", "en", "English", "en")
LANGUAGES: Mapping[str, Language] = {
    language.code: language
    for language in (
        ENGLISH,
        Language("zh_CN", "zh-CN", "简体中文", "cmn", ""),
        Language("zh_TW", "zh-TW", "繁體中文", "cmn", ""),
        Language("de", "de", "Deutsch", "de"),
        Language("pl", "pl", "polski", "pl"),
    )
}
# Names of Chinese that tell which characters are meant; other ones are taken for simplified ones.
_TRADITIONAL = ("hant", "tw", "hk", "mo")
# What the system asks programs for, the strongest wish first.
_WISHES = ("LC_ALL", "LC_MESSAGES", "LANG")
# Windows sets none of these, and its C library calls locales by their English names:
# German_Germany.1252, Chinese (Traditional)_Taiwan.950.
_WINDOWS = {"chinese": "zh", "english": "en", "german": "de", "polish": "pl"}
_TRADITIONAL_WINDOWS = ("traditional", "taiwan", "hong", "macao", "macau")


def language_of(name: str) -> Language | None:
    """The language of a name such as de, de_AT.UTF-8, zh-Hant-HK; None for others."""
    parts = name.partition(".")[0].partition("@")[0].replace("-", "_").lower().split("_")
    if parts[0] == "zh":
        traditional = "hans" not in parts and bool(set(parts) & set(_TRADITIONAL))
        return LANGUAGES["zh_TW" if traditional else "zh_CN"]
    return LANGUAGES.get(parts[0])


def language_of_system(environment: Mapping[str, str], own: str | None = None) -> Language:
    """The language that the user's system is set to; English where it is none of ours.

    `own` is the locale of this process, by default the one that Python took over from the system;
    it counts where the environment asks for nothing, as on Windows.
    """
    wish = next((environment[name] for name in _WISHES if environment.get(name)), None)
    if wish is None:
        # Unlike `getlocale`, this never stumbles over names that Python does not know.
        wish = locale.setlocale(locale.LC_CTYPE) if own is None else own
    return language_of(wish) or _language_of_windows(wish) or ENGLISH


def _language_of_windows(name: str) -> Language | None:
    words = re.findall(r"[a-z]+", name.lower())
    code = _WINDOWS.get(words[0]) if words else None
    traditional = code == "zh" and not set(words).isdisjoint(_TRADITIONAL_WINDOWS)
    return LANGUAGES["zh_TW"] if traditional else language_of(code or "")


def language_of_browser(header: str, otherwise: Language = ENGLISH) -> Language:
    """The first language of ours in an Accept-Language header (RFC 9110, section 12.5.4)."""
    wishes = sorted((_weighed(part) for part in header.split(",")), key=lambda one: -one[0])
    found = (language_of(name) for weight, name in wishes if weight > 0)
    return next((language for language in found if language is not None), otherwise)


def _weighed(part: str) -> tuple[float, str]:
    name, _, weight = part.strip().partition(";q=")
    try:
        return float(weight or 1), name.strip()
    except ValueError:
        return 0.0, name


def codes() -> Iterable[str]:
    """The names of all languages, English first."""
    return LANGUAGES.keys()


@cache
def _translations(code: str) -> NullTranslations:
    if code == ENGLISH.code:
        return NullTranslations()
    return load_catalogue(catalogue_of(code))


def catalogue_of(code: str) -> Path:
    """The file of a language's catalogue."""
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def load_catalogue(path: Path) -> GNUTranslations:
    """The translations of a .po file as it is written: nothing is compiled at installation.

    Raises OSError.
    """
    return GNUTranslations(BytesIO(polib.pofile(str(path)).to_binary()))
