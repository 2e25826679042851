"""Speech: words become sound, in a file or in a thread that never holds a frame up."""

import threading
import wave
from functools import partial

import numpy as np
import pytest

from companion.loop import run, watch
from companion.session import Session
from companion.speak import Loudspeaker, Speaker, WavSpeaker, samples_as_asked
from companion.voice import SpeechError, Voice
from solver import PUZZLES
from tests.companion.follow_painted import painted_camera, painted_follower

RINGS = PUZZLES["rings"](5)


def loudness(samples):
    return float(np.sqrt(np.mean(samples.astype(float) ** 2)))


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
        def play(self, sound, rate):
            heard.append(len(sound))
            begun.set()
            release.wait(10)

    class Step:
        def __init__(self, words):
            self.cue = type("Cue", (), {"words": words})()

    voice = Voice("en")
    speaker = Speaker(voice, SlowPlayer())
    speaker.show(Step("Take ring one off the bar."))
    assert begun.wait(5)
    for words in ("Take ring two off the bar.", "Take ring three off the bar.", "Done."):
        speaker.show(Step(words))
    assert len(heard) == 1
    release.set()
    speaker.close()
    first, last = voice.say("Take ring one off the bar."), voice.say("Done.")
    assert heard == pytest.approx([len(first), len(last)], rel=0.05)


def test_playing_without_a_loudspeaker_is_one_line(monkeypatch):
    import miniaudio

    null = partial(miniaudio.PlaybackDevice, backends=[miniaudio.Backend.NULL])
    monkeypatch.setattr(miniaudio, "PlaybackDevice", null)
    with pytest.raises(OSError, match="loudspeaker"):
        Loudspeaker(22050)


def test_the_player_gets_every_sample_once():
    sound = np.arange(1000, dtype=np.int16)
    done = threading.Event()
    stream = samples_as_asked(sound, done)
    next(stream)
    pieces = [stream.send(300) for _ in range(4)]
    assert np.array_equal(np.concatenate(pieces), sound)
    with pytest.raises(StopIteration):
        stream.send(300)
    assert done.is_set()
