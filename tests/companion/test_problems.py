"""What goes wrong is told in the player's language, in one line, with exit status 2."""

import socket
import sys

import pytest

from companion.cli import main
from companion.languages import LANGUAGES
from companion.problems import told_in, words_of
from companion.profiles import place_of
from companion.speak import Loudspeaker
from companion.voice import SpeechError
from companion.web.pictures import picture_of
from companion.web.toys import Toy
from solver import Game, Hanoi, IllegalMoveError, Rings, SolverError
from solver.hanoi import Variant
from solver.phrase import Phrase
from tests.catalogues import english_errors
from tests.companion.follow_painted import painted_camera
from vision import PictureError, load_picture

SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
# Two stickers exchanged, so that an edge shows one colour twice.
IMPOSSIBLE = "URUUUUUUURURRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
OTHERS = [code for code in LANGUAGES if code != "en"]

# What only programs meet, and what click puts its own English words before.
ENGLISH = {
    ("solver/cube/reference.py", "cube: {} gave a wrong answer for {}"),
    ("solver/play.py", "{}: no random start is known for this puzzle"),
    ("vision/camera.py", "fps: expected a number above 0, got {}"),
    ("vision/fake.py", "{} stopped sending pictures; was it pulled out?"),
    ("vision/frame.py", "frame: expected height x width x 3 bytes, got {} {}"),
    ("companion/commands/options.py", "expected one of {}, got {}"),
    ("companion/commands/solve.py", "Missing argument 'STATE'."),
    ("companion/web/crew.py", "a player's game has ended by a fault"),
    ("companion/web/crew.py", "the process that looked at the pictures has ended"),
}


def test_no_error_is_forgotten():
    """A new error of a player's is a `Phrase`; the few others are named above."""
    assert set(english_errors()) == ENGLISH


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("de", "Kamera 97 ist nicht da; `companion cameras` zeigt, welche es gibt"),
        ("pl", "nie ma kamery 97; `companion cameras` pokaże, jakie są"),
        ("zh_CN", "没有摄像头97；用 `companion cameras` 可以查看有哪些"),
    ],
)
@pytest.mark.parametrize("command", [("guide", "rings"), ("calibrate", "cube")])
def test_a_camera_that_is_not_there_is_told_in_the_language(command, code, words, capsys):
    assert main([*command, "--source", "97", "--lang", code]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"companion: {words}"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (
            "guide rings --source none.mp4",
            "none.mp4: eine solche Kamera, Datei, Adresse oder einen",
        ),
        ("guide rings --profile none.toml", "none.toml: lässt sich nicht lesen: "),
        ("guide rings --profile hanoi.toml", "erwartet wurde ein Profil für rings, dieses ist für"),
        ("guide rings --profile bad.toml", "count: erwartet: eine ganze Zahl von 1 bis 20, hier"),
        ("guide rings --source demo --goal 1", "rings: erwartet werden 5 Ziffern 0 oder 1, hier"),
        ("guide hanoi --source demo --method x", "hanoi: erwartet wird ein Verfahren aus optimal,"),
        ("guide rings --source demo --voice nobody", "Stimme: erwartet wird off oder eine Stimme"),
        ("guide rings --source demo --record a.txt", "a.txt: erwartet wird ein Name, der auf .mp4"),
        (
            "guide rings --source demo --record bad.toml/a.mp4",
            "a.mp4: lässt sich nicht schreiben: ",
        ),
        (
            "record rings there --source demo",
            "there: gibt es schon; erwartet wird ein neuer Ordner",
        ),
        ("solve hanoi AAA --goal CC", "hanoi: erwartet werden gleich lange Zustände, hier sind es"),
        ("solve cube UUU", "cube: erwartet werden 54 Buchstaben, hier sind es 3"),
        ("solve rings 111 --method x", "rings: erwartet wird ein Verfahren aus gray, recursive, h"),
        (
            "serve --host 192.0.2.1",
            "--host 192.0.2.1: andere könnten die Seite ohne Token erreichen",
        ),
        ("serve --port {taken}", "lässt sich nicht lauschen: "),
    ],
)
def test_what_is_wrong_is_told_in_the_language(command, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "hanoi.toml").write_text('puzzle = "hanoi"\n')
    (tmp_path / "bad.toml").write_text('puzzle = "rings"\ncount = "many"\n')
    with socket.create_server(("127.0.0.1", 0)) as taken:
        asked = command.format(taken=taken.getsockname()[1]).split()
        window = [] if asked[0] in ("solve", "serve") else ["--no-window"]
        assert main([*asked, *window, "--lang", "de"]) == 2
    assert words in capsys.readouterr().err.splitlines()[-1]


def test_a_broken_profile_of_one_s_own_is_told_in_the_language(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    camera = painted_camera(Rings(5), ["11111"])
    camera.live, camera.key, camera.size = True, "camera 0, Desk", (640, 480)
    monkeypatch.setattr("companion.sources.open_source", lambda *_: camera)
    place = place_of("rings", camera.key, camera.size)
    place.parent.mkdir(parents=True)
    place.write_text("puzzle = 'rings'\ndoubt = 7\n")
    given = ["guide", "rings", "--voice", "off", "--no-window", "--lang", "pl"]
    assert main(given) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.endswith(f"{place}: doubt: oczekiwane: od 0 do mniej niż 1, a jest 7")


def test_the_missing_player_is_told_in_the_language(monkeypatch):
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    with pytest.raises(OSError, match="miniaudio") as caught:
        Loudspeaker(22050)
    assert LANGUAGES["de"].say(str(caught.value)).startswith("Zum Abspielen fehlt das Paket")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            f"solve cube {IMPOSSIBLE}",
            {
                "en": "cube: impossible: no edge shows UU, as at UR",
                "de": "cube: unmöglich: kein Kantenstein zeigt UU (so bei UR)",
                "pl": "cube: niemożliwe: żadna krawędź nie pokazuje UU",
                "zh_CN": "cube：不可能：没有棱块是 UU（位置 UR）",
                "zh_TW": "cube：不可能：沒有邊塊是 UU（位置 UR）",
            },
        ),
        (
            f"solve cube {SOLVED} --pegs 4",
            {
                "en": "--pegs is for hanoi, not for cube",
                "de": "--pegs gilt für hanoi, nicht für cube",
                "pl": "--pegs jest dla hanoi, nie dla cube",
                "zh_CN": "--pegs 用于 hanoi，不用于 cube",
                "zh_TW": "--pegs 用於 hanoi，不用於 cube",
            },
        ),
        (
            "read hanoi a.png --guided",
            {
                "en": "--guided is for the cube, not for hanoi",
                "de": "--guided gilt für den Würfel, nicht für hanoi",
                "pl": "--guided jest dla kostki, nie dla hanoi",
                "zh_CN": "--guided 用于魔方，不用于 hanoi",
                "zh_TW": "--guided 用於魔術方塊，不用於 hanoi",
            },
        ),
        (
            "read rings note.txt",
            {
                "en": "note.txt: not a picture; expected JPEG, PNG, WebP, BMP, GIF or TIFF, got",
                "de": "note.txt: kein Bild; erwartet wird JPEG, PNG, WebP, BMP, GIF oder TIFF,",
                "pl": "note.txt: to nie jest obraz; oczekiwano JPEG, PNG, WebP, BMP, GIF lub TIF",
                "zh_CN": "note.txt：不是图片；应为 JPEG、PNG、WebP、BMP、GIF 或 TIFF，这里是文本",
                "zh_TW": "note.txt：不是圖片；應為 JPEG、PNG、WebP、BMP、GIF 或 TIFF，這裡是文字",
            },
        ),
        (
            "read cube none.jpg",
            {
                "en": "none.jpg: there is no such file",
                "de": "none.jpg: diese Datei gibt es nicht",
                "pl": "none.jpg: nie ma takiego pliku",
                "zh_CN": "none.jpg：没有这个文件",
                "zh_TW": "none.jpg：沒有這個檔案",
            },
        ),
        (
            "replay clip",
            {
                "en": "truth.txt:1: expected '<seconds> <state>', got 'x'",
                "de": "truth.txt:1: erwartet wird '<Sekunden> <Zustand>', hier steht 'x'",
                "pl": "truth.txt:1: oczekiwano '<sekundy> <stan>', a jest 'x'",
                "zh_CN": "truth.txt:1：应为 '<秒> <状态>'，这里是 'x'",
                "zh_TW": "truth.txt:1：應為 '<秒> <狀態>'，這裡是 'x'",
            },
        ),
        (
            "solve hanoi AAA --way 2",
            {
                "en": "hanoi: expected a way of 1 to 1, got 2",
                "de": "hanoi: erwartet wird ein Weg von 1 bis 1, hier steht 2",
                "pl": "hanoi: oczekiwano drogi od 1 do 1, a jest 2",
                "zh_CN": "hanoi：走法应为第1到第1种，这里是2",
                "zh_TW": "hanoi：走法應為第1到第1種，這裡是2",
            },
        ),
    ],
)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_tells_it(command, told, code, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("no picture\n")
    (tmp_path / "clip").mkdir()
    (tmp_path / "clip" / "truth.txt").write_text("x\n")
    (tmp_path / "clip" / "profile.toml").write_text('puzzle = "rings"\ncount = 5\n')
    assert main([*command.split(), "--lang", code]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("companion: ")
    assert told[code] in line


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize(
    "command",
    [
        "solve rings 1x1",
        "solve rings 1111 --variant london",
        "solve hanoi AAA --method olive --way 1",
        "solve hanoi r/g/r --variant london",
        "solve hanoi r2/g1/b1 --variant london",
        "solve cube {solved} --avoid X",
        "solve cube {mixed} --avoid URFDLB",
        "solve cube {solved} --avoid U --camera",
        "solve cube {solved} --rgb a.json",
        "solve cube --rgb note.txt",
        "solve cube --rgb none.json",
        "solve hanoi AAA --method beginner",
        "solve cube {solved} --method beginner --seconds 1",
        "read cube a.jpg --correct U0=w",
        "read cube a.jpg --faces --guided",
        "read cube a.jpg --count 4",
        "read hanoi a.jpg --variant london --count 4",
        "guide rings --avoid-hidden",
        "guide rings --count 20 --source demo --no-window",
        "replay .",
    ],
)
def test_nothing_stays_english(command, code, capsys, tmp_path, monkeypatch):
    """The line is not the English one, and begins as that does only by names and files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("no picture\n")
    mixed = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
    asked = command.format(solved=SOLVED, mixed=mixed).split()
    lines = []
    for one in ("en", code):
        assert main([*asked, "--lang", one]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        lines.append(line)
    assert lines[0] != lines[1]
    assert " expected " not in lines[1]


def test_a_command_without_a_language_takes_the_system_s(monkeypatch, capsys):
    def broken():
        raise SpeechError(Phrase("speech: espeak-ng found no voices in {folder}", folder="/x"))

    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    monkeypatch.setattr("companion.voice.voices", broken)
    assert main(["voices"]) == 2
    told = "companion: mowa: espeak-ng nie znalazł głosów w /x"
    assert capsys.readouterr().err.splitlines() == [told]


@pytest.mark.parametrize(
    ("toy", "state", "move", "told"),
    [
        (Rings(3), "111", "3 off", "Ring 3 lässt sich in 111 nicht bewegen: Ring 1 ist auf der "),
        (Rings(3), "101", "1 on", "Ring 1 lässt sich in 101 nicht bewegen: er ist schon auf der"),
        (Rings(3, True), "110", "1+2 off", "die Ringe 1 und 2 lassen sich in 110 nicht bewegen: "),
        (
            Hanoi(2),
            "AA",
            "2 A>C",
            "Scheibe 2 kann in AA nicht von A nach C: Scheibe 1 liegt",
        ),
        (Hanoi(2), "AC", "2 A>C", "von A nach C: Scheibe 1 dort ist kleiner"),
        (Hanoi(2), "AC", "1 A>B", "von A nach B: sie liegt auf C"),
        (Variant("london", "rgb"), "r g b//", "r A>B", "r kann in r g b// nicht von A nach B: b l"),
        (Variant("london", "rgb"), "r/g/b", "r A>C", "von A nach C: C ist voll"),
    ],
)
def test_a_move_against_the_rules_is_told_in_the_language(toy, state, move, told):
    game = Game.begin(toy, start=toy.parse(state))
    with pytest.raises(IllegalMoveError) as caught:
        game.play(toy.parse_move(move))
    assert told in told_in(LANGUAGES["de"], caught.value)


def test_a_bad_file_on_the_page_is_told_in_the_language():
    with pytest.raises(PictureError) as caught:
        picture_of(b"no picture", Phrase("photo {number}", number=2), 100)
    told = told_in(LANGUAGES["zh_TW"], caught.value)
    assert told.startswith("這張圖片打不開。（照片2：不是圖片；應為 JPEG")


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (("chess",), "oczekiwano jednej z łamigłówek cube, hanoi, rings, a jest 'chess'"),
        (("rings", 40), "rings: oczekiwane: od 3 do 12, a jest 40"),
        (("cube", 3), "cube: oczekiwane: brak liczby, a jest 3"),
        (("cube", None, "london"), "cube: oczekiwane: brak wariantu, a jest 'london'"),
        (("cube", None, None, "x"), "cube: oczekiwane: jedna z metod beginner, a jest 'x'"),
    ],
)
def test_a_toy_that_is_not_offered_is_told_in_the_language(wish, told):
    with pytest.raises(SolverError) as caught:
        Toy(*wish)
    assert told_in(LANGUAGES["pl"], caught.value) == told


def test_an_error_of_another_room_keeps_what_it_was_made_of(tmp_path):
    with pytest.raises(PictureError) as caught:
        load_picture(tmp_path)
    assert str(caught.value) == f"{tmp_path}: expected a picture, got a folder"
    assert words_of(caught.value) == str(caught.value)
    assert words_of(ValueError("a fault of ours")) is None
