"""Speech: words become sound, in a file or in a thread that never holds a frame up."""

import json
import threading
import time
import wave
from contextlib import nullcontext, suppress
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from companion import speak
from companion.cli import main
from companion.clips import bundled
from companion.controls import Controls
from companion.languages import LANGUAGES
from companion.loop import run, watch
from companion.session import Session
from companion.sinks import sinks_for
from companion.speak import Loudspeaker, Speaker, WavSpeaker, samples_as_asked
from companion.truth import load_lines, load_truth
from companion.voice import SpeechError, Voice, voices
from solver import PUZZLES
from tests.companion.follow_painted import painted_camera, painted_follower
from tests.golden import golden_file

RINGS = PUZZLES["rings"](5)


def loudness(samples):
    return float(np.sqrt(np.mean(samples.astype(float) ** 2)))


class Step:
    """As much of a step as speakers look at."""

    def __init__(self, words, state=0, at=0.0):
        self.frame = SimpleNamespace(at=at)
        self.cue = self.standing = SimpleNamespace(words=words, state=state, at=at)


def test_words_become_a_second_or_two_of_sound():
    voice = Voice("en")
    sound = voice.say("Take ring three off the bar.")
    assert voice.rate == 22050
    assert 0.8 < len(sound) / voice.rate < 4
    assert loudness(sound) > 500
    assert not np.array_equal(sound, voice.say("Put ring four on the bar."))


def test_longer_words_last_longer_and_two_voices_do_not_mix():
    british, american = Voice("en"), Voice("en-us")
    short, long = british.say("Done."), american.say("Done. You have reached the goal.")
    assert len(long) > 1.5 * len(short)
    # The synthesiser is not exact to the sample.
    assert len(british.say("Done.")) == pytest.approx(len(short), rel=0.05)


def test_unknown_voice_is_one_line():
    with pytest.raises(SpeechError, match="nobody"):
        Voice("nobody")


def test_a_session_as_one_track_with_each_cue_at_its_time(tmp_path):
    path = tmp_path / "new" / "words.wav"
    camera = painted_camera(RINGS, ["11111", "11110", "01110"], frames_each=60)
    run(watch(camera, painted_follower("rings", 5), Session), [WavSpeaker(path)])
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22050)
        track = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    # Cues come at about 0.2 s and 4.2 s; between them it is quiet.
    assert loudness(track[int(0.3 * 22050) : int(1.5 * 22050)]) > 500
    assert loudness(track[(3 * 22050) : int(3.9 * 22050)]) < 1
    assert loudness(track[int(4.3 * 22050) : int(5.5 * 22050)]) > 500


def test_speaking_never_holds_the_frames_up_and_the_newest_words_win():
    begun, release = threading.Event(), threading.Event()
    heard = []

    class SlowPlayer:
        def play(self, sound, rate, stop):
            heard.append((len(sound), stop))
            begun.set()
            release.wait(10)

    voice = Voice("en")
    speaker = Speaker(voice, SlowPlayer())
    speaker.show(Step("Take ring one off the bar."))
    assert begun.wait(5)
    for words in ("Take ring two off the bar.", "Take ring three off the bar.", "Done."):
        speaker.show(Step(words))
    assert len(heard) == 1
    # The state is the same: nothing is cut short.
    assert not heard[0][1].is_set()
    release.set()
    speaker.close()
    first, last = voice.say("Take ring one off the bar."), voice.say("Done.")
    assert [length for length, _ in heard] == pytest.approx([len(first), len(last)], rel=0.05)


def test_words_are_cut_short_once_the_state_has_changed():
    begun, cut = threading.Event(), threading.Event()

    class Player:
        def play(self, sound, rate, stop):
            if not begun.is_set():
                begun.set()
                assert stop.wait(10)
                cut.set()

    speaker = Speaker(Voice("en"), Player())
    speaker.show(Step("Take ring one off the bar.", state=0b11111))
    assert begun.wait(5)
    speaker.show(Step("Take ring three off the bar.", state=0b11110))
    assert cut.wait(5)
    speaker.close()


@pytest.mark.parametrize("silence", ["muted", "paused"])
def test_a_muted_or_paused_speaker_falls_silent_at_once(silence):
    begun, cut, heard = threading.Event(), threading.Event(), []

    class Player:
        def play(self, sound, rate, stop):
            heard.append(len(sound))
            begun.set()
            if len(heard) == 1:
                assert stop.wait(10)
                cut.set()

    controls = Controls()
    speaker = Speaker(Voice("en"), Player(), controls)
    speaker.show(Step("Take ring one off the bar."))
    assert begun.wait(5)
    setattr(controls, silence, True)
    speaker.show(Step("Take ring three off the bar."))
    assert cut.wait(5)
    begun.clear()
    setattr(controls, silence, False)
    speaker.show(Step("Take ring three off the bar.", state=1))
    assert begun.wait(5)
    speaker.close()
    assert len(heard) == 2


class Leaving:
    """A sink with which the player leaves: by a key, or by Ctrl+C."""

    def __init__(self, begun, *, interrupts):
        self._begun, self._interrupts = begun, interrupts

    def show(self, step):
        assert self._begun.wait(5)
        if self._interrupts:
            raise KeyboardInterrupt
        return False

    def close(self):
        pass


@pytest.mark.parametrize("interrupts", [False, True])
def test_who_leaves_does_not_wait_for_the_last_words(interrupts):
    begun, cut = threading.Event(), threading.Event()

    class Player:
        def play(self, sound, rate, stop):
            begun.set()
            if stop.wait(20):
                cut.set()

    speaker = Speaker(Voice("en"), Player())
    sinks = [speaker, Leaving(begun, interrupts=interrupts)]
    left = time.monotonic()
    with pytest.raises(KeyboardInterrupt) if interrupts else nullcontext():
        run([Step("Take ring one off the bar.")], sinks)
    assert cut.is_set()
    assert time.monotonic() - left < 2


def test_where_the_pictures_end_the_last_words_are_finished():
    cut = []

    class Player:
        def play(self, sound, rate, stop):
            cut.append(stop.wait(0.5))

    run([Step("Take ring one off the bar.")], [Speaker(Voice("en"), Player())])
    assert cut == [False]


def test_the_other_sinks_are_closed_where_one_is_interrupted():
    closed = []

    class Interrupted:
        def show(self, step):
            return True

        def close(self):
            closed.append(self)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run([], [Interrupted(), Interrupted()])
    assert len(closed) == 2


def test_the_track_ends_words_that_do_not_hold_any_more(tmp_path):
    lengths = {}
    for name, states in {"same": (1, 1), "changed": (1, 2)}.items():
        speaker = WavSpeaker(tmp_path / f"{name}.wav")
        for at, state in zip((0.0, 0.4), states, strict=True):
            speaker.show(Step("Take ring one off the bar.", state=state, at=at))
        speaker.close()
        with wave.open(str(tmp_path / f"{name}.wav")) as file:
            lengths[name] = file.getnframes() / file.getframerate()
    alone = len(Voice("en").say("Take ring one off the bar.")) / 22050
    assert lengths["same"] == pytest.approx(2 * alone, rel=0.05)
    assert lengths["changed"] == pytest.approx(0.4 + alone, rel=0.05)


def test_playing_without_a_loudspeaker_is_one_line(monkeypatch):
    import miniaudio

    null = partial(miniaudio.PlaybackDevice, backends=[miniaudio.Backend.NULL])
    monkeypatch.setattr(miniaudio, "PlaybackDevice", null)
    with pytest.raises(OSError, match="loudspeaker"):
        Loudspeaker(22050)


class Device:
    """A loudspeaker that goes away while it is used, and is back when it is opened anew.

    `fails` are the numbers of the sounds that find it gone; `mute`, it takes no sound instead of
    refusing it.
    """

    backend = "pulse"
    opened = played = 0
    fails, mute = (2,), False

    def __init__(self, **_):
        type(self).opened += 1
        self.closed = False

    def start(self, stream):
        import miniaudio

        assert not self.closed
        type(self).played += 1
        if self.played not in self.fails:
            with suppress(StopIteration):
                while True:
                    stream.send(1000)
        elif not self.mute:
            raise miniaudio.MiniaudioError("failed to start audio device", -4)

    def stop(self):
        pass

    def close(self):
        self.closed = True


@pytest.mark.parametrize("mute", [False, True])
def test_a_loudspeaker_that_went_away_is_opened_anew(monkeypatch, mute):
    device = type("Lost", (Device,), {"mute": mute})
    monkeypatch.setattr("miniaudio.PlaybackDevice", device)
    monkeypatch.setattr(speak, "LATE_S", 0.2)
    player, sound = Loudspeaker(22050), np.zeros(10, np.int16)
    player.play(sound, 22050, threading.Event())
    with pytest.raises(OSError, match="loudspeaker is gone"):
        player.play(sound, 22050, threading.Event())
    player.play(sound, 22050, threading.Event())
    assert (device.opened, device.played) == (2, 3)


def test_a_voice_outlives_its_loudspeaker_and_says_so_once(monkeypatch, capsys):
    device = type("Lost", (Device,), {"fails": (1, 2)})
    monkeypatch.setattr("miniaudio.PlaybackDevice", device)
    camera = painted_camera(RINGS, ["11111"])
    options = {"as_json": True, "voice": "de", "window": False, "record": None}
    _, speaker = sinks_for(camera, **options, language=LANGUAGES["de"])
    for number in range(3):
        speaker.show(Step("Fertig.", state=number))
        until(lambda number=number: device.played == number + 1)
    speaker.close()
    assert device.opened == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("Der Lautsprecher ist weg")


def test_words_that_cannot_be_said_are_passed_over():
    said, told, heard = [], [], []

    class Failing:
        rate = 22050

        def say(self, words):
            said.append(words)
            if len(said) < 3:
                raise SpeechError("speech: out of order")
            return np.zeros(10, np.int16)

    class Player:
        def play(self, sound, rate, stop):
            heard.append(len(sound))

    speaker = Speaker(Failing(), Player(), tell=told.append)
    for number in range(3):
        speaker.show(Step("Done.", state=number))
        until(lambda number=number: len(said) == number + 1)
    speaker.close()
    assert heard == [10]
    assert [str(error) for error in told] == ["speech: out of order"]


def until(is_so):
    """Waits for something that another thread does, but not for ever."""
    last = time.monotonic() + 5
    while not is_so():
        assert time.monotonic() < last
        time.sleep(0.01)


def test_the_player_gets_every_sample_once():
    sound = np.arange(1000, dtype=np.int16)
    done = threading.Event()
    stream = samples_as_asked(sound, done, threading.Event())
    next(stream)
    pieces = [stream.send(300) for _ in range(4)]
    assert np.array_equal(np.concatenate(pieces), sound)
    with pytest.raises(StopIteration):
        stream.send(300)
    assert done.is_set()


def test_the_player_stops_where_it_is_told_to():
    done, stop = threading.Event(), threading.Event()
    stream = samples_as_asked(np.arange(1000, dtype=np.int16), done, stop)
    next(stream)
    assert len(stream.send(300)) == 300
    stop.set()
    with pytest.raises(StopIteration):
        stream.send(300)
    assert done.is_set()


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda one: one.code)
def test_every_language_has_a_voice_that_speaks_it(language):
    assert language.voice in {voice.partition("-")[0] for voice, _ in voices()}
    words = language.say(RINGS.words(0b11111, RINGS.parse_move("3 off")))
    voice = Voice(language.voice)
    assert 0.6 < len(voice.say(words)) / voice.rate < 5
    assert loudness(voice.say(words)) > 300


def test_the_voices_are_listed(capsys):
    assert main(["voices", "--json"]) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"voice": "pl", "name": "Polish"} in listed
    assert main(["voices"]) == 0
    assert "cmn" in capsys.readouterr().out


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_next_words_are_heard_soon_after_a_move(puzzle, code, tmp_path):
    """Six tenths of a second of the clip's own time: what the track says of its transcript."""
    folder = bundled(puzzle)[-1]
    cues = [json.loads(line) for line in load_lines(golden_file(folder, code))]
    speaker = WavSpeaker(tmp_path / "words.wav", LANGUAGES[code].voice)
    for cue in cues:
        speaker.show(Step(cue["words"], cue["state"], cue["t"]))
    speaker.close()
    with wave.open(str(tmp_path / "words.wav")) as file:
        rate = file.getframerate()
        track = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    ends = {state: at for at, state in load_truth(folder / "truth.txt").stays()[1:]}
    heard = 0
    for cue in cues:
        # The track begins with the first cue.
        moved = ends.pop(cue["state"], None)
        if moved is not None and cue["t"] >= moved - 0.1:
            first, last = (round((at - cues[0]["t"]) * rate) for at in (cue["t"], moved + 0.6))
            assert loudness(track[first:last]) > 100, cue
            heard += 1
    assert heard >= 2
