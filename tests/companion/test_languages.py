"""Every language says everything, with the right fields and plurals, and is found by its names."""

import re
from string import Formatter

import pytest

from companion.astray import FURTHER, TAKE_BACK
from companion.languages import (
    ENGLISH,
    LANGUAGES,
    Language,
    catalogue_of,
    language_of,
    language_of_browser,
    language_of_system,
    load_catalogue,
)
from solver import PUZZLES, Hanoi, Rings
from solver.cube import parse_turns
from solver.phrase import Phrase, joined
from tests.catalogues import asked, entries, forms_of, unmarked, written

OTHERS = [code for code in LANGUAGES if code != "en"]
FORMS = {"zh_CN": 1, "zh_TW": 1, "de": 2, "pl": 3}
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", OTHERS)
class TestCatalogue:
    def test_nothing_is_missing_and_nothing_is_stale(self, code):
        known = set(entries(code))
        wanted = set(asked())
        assert sorted(map(str, wanted - known)) == []
        assert sorted(map(str, known - wanted)) == []

    def test_everything_is_translated(self, code):
        empty = [one.msgid for one in entries(code).values() if not all(forms_of(one))]
        assert empty == []

    def test_fields_agree(self, code):
        for entry in entries(code).values():
            ours = fields(entry.msgid) | fields(entry.msgid_plural)
            for form in forms_of(entry):
                theirs = fields(form)
                # "The first move" needs no number.
                assert ours - {"count"} <= theirs <= ours, entry

    def test_plurals_have_the_forms_of_the_language(self, code):
        for entry in entries(code).values():
            assert len(forms_of(entry)) == (FORMS[code] if entry.msgid_plural else 1), entry

    def test_sentences_end_and_begin_alike(self, code):
        marks = str.maketrans("。：；！？…", ".:;!?.")
        for entry in entries(code).values():
            for form in forms_of(entry):
                assert (form[0] == " ") == (entry.msgid[0] == " "), entry
                ends = [text.rstrip("…").translate(marks)[-1] for text in (entry.msgid, form)]
                assert (ends[0] == ".") == (ends[1] == "."), entry

    def test_the_file_is_as_the_tool_writes_it(self, code):
        assert written(code, asked()) == catalogue_of(code).read_text(encoding="utf-8")


def test_no_sentence_is_forgotten():
    assert list(unmarked()) == []


def test_messages_are_told_apart_by_their_first_form():
    """gettext looks a plural up by its singular."""
    keys = [key[:2] for key in asked()]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "jeszcze 1 ruch"),
        (2, "jeszcze 2 ruchy"),
        (5, "jeszcze 5 ruchów"),
        (12, "jeszcze 12 ruchów"),
        (22, "jeszcze 22 ruchy"),
        (341, "jeszcze 341 ruchów"),
    ],
)
def test_polish_plurals(count, words):
    told = Phrase.counted("{count} move to go", "{count} moves to go", count)
    assert LANGUAGES["pl"].say(told) == words


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "Take ring three off the bar."),
        ("zh_CN", "把第三环解下。"),
        ("zh_TW", "把第三環解下。"),
        ("de", "Nimm Ring drei von der Stange."),
        ("pl", "Zdejmij pierścień trzeci z pręta."),
    ],
)
def test_rings(code, words):
    rings = Rings(5)
    assert LANGUAGES[code].say(rings.words(0b11111, rings.parse_move("3 off"))) == words


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("zh_CN", "把小圆盘移到右边的柱子上。"),
        ("de", "Leg die kleine Scheibe auf den rechten Stab."),
        ("pl", "Przełóż mały krążek na prawy słupek."),
    ],
)
def test_discs(code, words):
    tower = Hanoi(3)
    assert LANGUAGES[code].say(tower.words((0, 0, 1), tower.parse_move("1 B>C"))) == words


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("zh_TW", "把紅色中心的那一面逆時針轉90度。"),
        ("de", "Dreh die Seite mit dem roten Mittelstein um eine Vierteldrehung gegen den "
         "Uhrzeigersinn."),
        ("pl", "Obróć ściankę z czerwonym środkiem o ćwierć obrotu przeciwnie do ruchu "
         "wskazówek zegara."),
    ],
)  # fmt: skip
def test_turns(code, words):
    cube = PUZZLES["cube"]()
    assert LANGUAGES[code].say(cube.words(cube.goal, parse_turns("R'")[0])) == words


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", PUZZLES)
def test_no_move_and_no_reason_stays_english(code, name):
    puzzle = PUZZLES[name](*{"rings": (6,), "hanoi": (4,), "cube": ()}[name])
    start = puzzle.start
    if name == "cube":
        start = puzzle.parse("UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB")
    plan = puzzle.plan(start, puzzle.goal, method="beginner" if name == "cube" else None)
    english = re.compile(r"\b(the|ring|disc|turn|must|centre|for that|edge|corner|and)\b")
    state = start
    for move, reason in zip(plan, puzzle.reasons(plan), strict=True):
        for text in (puzzle.words(state, move), reason):
            words = LANGUAGES[code].say(text)
            assert english.search(words) is None, words
            assert bool(CHINESE.search(words)) == code.startswith("zh")
        state = puzzle.apply(state, move)


def test_chinese_joins_sentences_without_a_space():
    told = joined(TAKE_BACK, FURTHER)
    assert " " not in LANGUAGES["zh_CN"].say(told)
    assert LANGUAGES["de"].say(told).count(". ") == 1


def test_what_is_no_entry_stays_and_nothing_is_nothing():
    german = LANGUAGES["de"]
    assert german.say("111110111") == "111110111"
    assert german.say("") == ""
    assert german.say_if(None) is None
    assert ENGLISH.say(TAKE_BACK) == TAKE_BACK


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("de", "de"), ("de_AT.UTF-8", "de"), ("PL-pl", "pl"), ("en_GB", "en"), ("zh", "zh_CN"),
        ("zh_CN", "zh_CN"), ("zh-Hant-HK", "zh_TW"), ("zh_TW.UTF-8@x", "zh_TW"),
        ("zh-Hans-HK", "zh_CN"), ("fr", None),
        ("", None), ("C", None),
    ],
)  # fmt: skip
def test_names(name, code):
    found = language_of(name)
    assert (found and found.code) == code


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LC_ALL": "C", "LANG": "pl_PL.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "zh_TW"}, "zh_TW"),
    ],
)
def test_the_system_s_language(environment, code):
    assert language_of_system(environment, "C").code == code


@pytest.mark.parametrize(
    ("own", "code"),
    [
        ("German_Austria.1252", "de"),
        ("Polish_Poland.1250", "pl"),
        ("Chinese (Simplified)_China.936", "zh_CN"),
        ("Chinese_China.936", "zh_CN"),
        ("Chinese (Traditional)_Taiwan.950", "zh_TW"),
        ("Chinese_Hong Kong SAR.utf8", "zh_TW"),
        ("English_United States.1252", "en"),
        ("French_France.1252", "en"),
        ("de-DE", "de"),
        ("C.UTF-8", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_windows_which_sets_no_variables(own, code, monkeypatch):
    assert language_of_system({}, own).code == code
    assert language_of_system({"LANG": "pl_PL.UTF-8"}, own).code == "pl"
    monkeypatch.setattr("locale.setlocale", lambda category: own)
    assert language_of_system({"LANG": ""}).code == code


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "pl"), ("fr, de;q=0.7, en;q=0.8", "en"), ("zh-TW,zh;q=0.9", "zh_TW"), ("*", "pl"),
        ("de;q=0", "pl"), ("de;q=x, en;q=0.1", "en"), ("xx" * 900, "pl"),
    ],
)  # fmt: skip
def test_the_browser_s_language(header, code):
    assert language_of_browser(header, LANGUAGES["pl"]).code == code


def test_names_in_themselves_and_voices():
    assert [(one.name, one.voice) for one in LANGUAGES.values()] == [
        ("English", "en"), ("简体中文", "cmn"), ("繁體中文", "cmn"), ("Deutsch", "de"),
        ("polski", "pl"),
    ]  # fmt: skip


def test_a_catalogue_is_read(tmp_path):
    path = tmp_path / "a.po"
    path.write_text(
        '# note\nmsgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
        'msgctxt "a"\nmsgid "b\\"c"\nmsgstr ""\n"d\\n"\n"ż"\n\n'
        'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "eins"\nmsgstr[1] "viele"\n',
        encoding="utf-8",
    )
    known = load_catalogue(path)
    assert known.pgettext("a", 'b"c') == "d\nż"
    assert known.gettext('b"c') == 'b"c'
    assert [known.ngettext("one", "many", n) for n in (1, 2)] == ["eins", "viele"]


def test_languages_are_values():
    assert LANGUAGES["de"] == Language("de", "de", "Deutsch", "de")
