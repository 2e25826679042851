"""Profiles: TOML in and out, and one clear line for everything that is wrong in a file."""

from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration import (
    Profile,
    ProfileError,
    default_profile,
    dump_profile,
    load_profile,
    write_profile,
)

channel = st.floats(0, 255, allow_nan=False).map(lambda value: round(value, 3))
names = {
    "rings": st.nothing(),
    "hanoi": st.integers(1, 20).map(str),
    "cube": st.sampled_from("wyrogb"),
}


def profiles_of(puzzle: str) -> st.SearchStrategy[Profile]:
    colours = st.dictionaries(names[puzzle], st.tuples(channel, channel, channel))
    return st.builds(
        Profile,
        puzzle=st.just(puzzle),
        count=st.none() | st.integers(1, 20),
        pegs=st.none() | st.integers(3, 6),
        free_end=st.sampled_from([None, "left", "right"]),
        doubt=st.floats(0, 0.99),
        misread=st.none() | st.floats(0, 0.99),
        camera=st.none() | st.text().filter(str.isprintable),
        size=st.none() | st.tuples(st.integers(1, 9999), st.integers(1, 9999)),
        colours=colours.map(MappingProxyType),
    )


profiles = st.one_of([profiles_of(puzzle) for puzzle in names])


@given(profile=profiles)
def test_a_dumped_profile_loads_as_itself(
    tmp_path_factory: pytest.TempPathFactory, profile: Profile
) -> None:
    path = tmp_path_factory.mktemp("profile") / "desk.toml"
    path.write_text(dump_profile(profile), encoding="utf-8")
    assert load_profile(path) == profile


@pytest.mark.parametrize("puzzle", ["rings", "hanoi", "cube"])
def test_the_bundled_profiles_assume_nothing(puzzle: str) -> None:
    assert default_profile(puzzle) == Profile(puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("puzzle = ", "expected a TOML file"),
        ("count = 9", "puzzle is missing; expected one of rings, hanoi, cube"),
        ('puzzle = "sudoku"', "puzzle: expected one of rings, hanoi, cube, got 'sudoku'"),
        ('puzzle = "rings"\nrngs = 9', "[rngs] is unknown"),
        ('puzzle = "rings"\ncount = 0', "count: expected a whole number from 1 to 20, got 0"),
        ('puzzle = "rings"\ncount = 21', "count: expected a whole number from 1 to 20, got 21"),
        ('puzzle = "hanoi"\npegs = 7', "pegs: expected a whole number from 3 to 6, got 7"),
        ('puzzle = "rings"\ncount = true', "count: expected a whole number from 1 to 20, got True"),
        ('puzzle = "rings"\nsize = 640', "size: expected a width and a height in pixels, got 640"),
        ('puzzle = "rings"\nsize = [640]', "size: expected a width and a height in pixels"),
        ('puzzle = "rings"\nsize = [0, 1]', "size: expected a width and a height in pixels"),
        ('puzzle = "rings"\ncamera = 0', "camera: expected a name, got 0"),
        ('puzzle = "rings"\ndoubt = 1.0', "doubt: expected 0 to below 1, got 1.0"),
        ('puzzle = "rings"\nmisread = -0.1', "misread: expected 0 to below 1, got -0.1"),
        ('puzzle = "rings"\nfree_end = "up"', "free_end: expected left or right, got 'up'"),
        ('puzzle = "hanoi"\npegs = 2', "pegs: expected a whole number from 3 to 6, got 2"),
        ('puzzle = "cube"\ncolours = 3', "colours: expected a table of colours, got 3"),
        ('puzzle = "cube"\n[colours]\nr = 255', "colours.r: expected 3 numbers from 0 to 255"),
        ('puzzle = "cube"\n[colours]\nr = [1, 2]', "colours.r: expected 3 numbers"),
        ('puzzle = "cube"\n[colours]\nr = [1, 2, 256]', "got [1, 2, 256]"),
        ('puzzle = "cube"\n[colours]\nred = [9, 9, 9]', "colours: expected one of w y r o g b"),
        ('puzzle = "hanoi"\n[colours]\nr = [9, 9, 9]', "expected the number of a disc, got 'r'"),
        ('puzzle = "rings"\n[colours]\nr = [9, 9, 9]', "expected no colours for rings"),
    ],
)
def test_a_wrong_profile_says_file_place_expected_and_got(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "desk.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProfileError) as caught:
        load_profile(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_profile_is_a_profile_error(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot be read"):
        load_profile(tmp_path / "none.toml")


def test_a_profile_that_is_no_text_is_a_profile_error(tmp_path: Path) -> None:
    path = tmp_path / "desk.toml"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(ProfileError, match="expected a TOML file"):
        load_profile(path)


def test_a_profile_that_an_editor_marked_as_utf_8_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes('puzzle = "rings"\n'.encode("utf-8-sig"))
    assert load_profile(path).puzzle == "rings"


def test_a_profile_that_is_nested_without_end_is_a_profile_error(tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text("a = " + "[" * 3000)
    with pytest.raises(ProfileError, match="expected a TOML file"):
        load_profile(path)


def test_a_profile_that_cannot_be_written_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "desk.toml"
    write_profile(Profile("rings", count=9), path)

    def full(place: Path, text: str, **_: object) -> int:
        place.write_bytes(text[:5].encode())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        write_profile(Profile("rings", count=5), path)
    assert load_profile(path).count == 9
    assert list(tmp_path.iterdir()) == [path]


def test_a_profile_replaces_another_one_and_makes_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "desk.toml"
    for count in (9, 5):
        write_profile(Profile("rings", count=count), path)
        assert load_profile(path).count == count
    assert list(path.parent.iterdir()) == [path]


def test_a_profile_behind_a_link_is_written_where_it_lies(tmp_path: Path) -> None:
    path = tmp_path / "desk.toml"
    write_profile(Profile("rings", count=9), path)
    link = tmp_path / "link.toml"
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("links cannot be made here")
    write_profile(Profile("rings", count=5), link)
    assert link.is_symlink()
    assert load_profile(path).count == 5
