"""Sources of pictures: every kind works, and every way to fail is one clear line."""

import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from tests.vision.pictures import encoded, scene
from vision import CameraError, LiveCamera, PictureError, list_cameras, open_camera


def frames_of(source, **options):
    with open_camera(str(source), **options) as camera:
        return list(camera.frames())


def collect(camera, got):
    with camera:
        for frame in camera.frames():
            got.append(frame)


def film(path, count=30, code="MJPG"):
    random = np.random.default_rng(0)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 12.0, (160, 120))
    for _ in range(count):
        writer.write(random.integers(0, 255, (120, 160, 3), dtype=np.uint8))
    writer.release()
    return path


def test_a_video_gives_every_frame_at_its_own_rate(tmp_path):
    frames = frames_of(film(tmp_path / "a.avi"), fps=99.0)
    assert len(frames) == 30
    assert [frame.at for frame in frames] == pytest.approx([i / 12 for i in range(30)])


def test_a_video_that_breaks_off_gives_its_frames_and_then_says_so(tmp_path, capfd):
    whole = film(tmp_path / "a.avi").read_bytes()
    (tmp_path / "cut.avi").write_bytes(whole[: len(whole) // 2])
    got = []
    with pytest.raises(CameraError, match=r"cut\.avi: the video breaks off after 1\.\d s; read 1"):
        collect(open_camera(str(tmp_path / "cut.avi")), got)
    assert 10 <= len(got) < 20
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("keep", [0.0, 0.5])
def test_a_video_without_its_end_cannot_be_opened(tmp_path, keep, capfd):
    whole = film(tmp_path / "a.mp4", code="mp4v").read_bytes()
    path = tmp_path / "cut.mp4"
    path.write_bytes(whole[: int(len(whole) * keep)])
    with pytest.raises(CameraError, match=r"cut\.mp4"):
        open_camera(str(path))
    assert capfd.readouterr().err == ""


def test_text_that_is_called_a_video(tmp_path, capfd):
    path = tmp_path / "text.mp4"
    path.write_text("no film\n" * 50)
    with pytest.raises(CameraError, match="cannot be read as a video"):
        open_camera(str(path))
    assert capfd.readouterr().err == ""


def test_a_folder_in_the_order_of_its_numbers(tmp_path):
    for number in (10, 9, 1):
        image = scene()
        image[:] = number
        (tmp_path / f"img{number}.png").write_bytes(encoded(".png", image))
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / "._img1.png").write_bytes(b"what some systems keep beside a picture")
    frames = frames_of(tmp_path, fps=4.0)
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [1, 9, 10]
    assert [frame.at for frame in frames] == [0.0, 0.25, 0.5]


def test_a_sample_folder_is_its_frames(tmp_path):
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "0000.jpg").write_bytes(encoded(".jpg", scene()))
    assert len(frames_of(tmp_path)) == 1
    assert len(frames_of(tmp_path / "frames" / "0000.jpg")) == 1


def test_a_bad_picture_in_a_folder(tmp_path):
    (tmp_path / "0.jpg").write_bytes(encoded(".jpg", scene()))
    (tmp_path / "1.jpg").write_text("nothing")
    with pytest.raises(PictureError, match=r"1\.jpg: not a picture"):
        frames_of(tmp_path)


def test_what_is_not_there(tmp_path, capfd):
    with pytest.raises(CameraError, match="no pictures in this folder"):
        open_camera(str(tmp_path))
    with pytest.raises(CameraError, match="no such camera, file, folder or address"):
        open_camera(str(tmp_path / "nowhere.mp4"))
    with pytest.raises(CameraError, match="camera 63 is not there"):
        frames_of(63)
    with pytest.raises(CameraError, match="the stream cannot be opened"):
        frames_of("http://127.0.0.1:9/nothing")
    with pytest.raises(CameraError, match="fps: expected a number above 0"):
        open_camera(str(tmp_path), fps=0)
    with pytest.raises(CameraError, match="no such camera, file, folder or address"):
        open_camera("9" * 30)
    with pytest.raises(CameraError, match="got nothing"):
        open_camera("")
    assert capfd.readouterr().err == ""


class FakeCapture:
    """A device: sends `count` pictures, then none, or hangs, or `fails` as some drivers do."""

    def __init__(self, count, *, opened=True, hangs=False, fails=None):
        self.count = count
        self.opened = opened
        self.hangs = hangs
        self.fails = fails
        self.released = threading.Event()
        self.read_count = 0

    def isOpened(self):  # noqa: N802
        return self.opened

    def read(self):
        if self.read_count >= self.count:
            if self.fails:
                raise self.fails
            if self.hangs:
                self.released.wait(2)
            return False, None
        self.read_count += 1
        return True, np.full((4, 4, 3), self.read_count % 250, np.uint8)

    def release(self):
        self.released.set()


def live(capture, **options):
    patience = {"first_picture_s": 0.3, "next_picture_s": 0.3, "back_s": 0.0} | options
    return LiveCamera(0, opener=lambda source: capture, **patience)


@pytest.mark.parametrize("hangs", [False, True])
def test_a_camera_that_opens_and_sends_nothing(hangs):
    with (
        pytest.raises(
            CameraError, match=r"camera 0 opened but sent no picture in .*another program"
        ),
        live(FakeCapture(0, hangs=hangs)) as camera,
    ):
        next(camera.frames())


@pytest.mark.parametrize(
    "way", [{"hangs": True}, {"fails": OSError("no such device")}, {"fails": cv2.error("gone")}]
)
def test_a_camera_that_is_pulled_out(way):
    capture = FakeCapture(5, **way)
    got = []
    with pytest.raises(CameraError, match="camera 0 stopped sending pictures; was it pulled out"):
        collect(live(capture), got)
    assert got


@pytest.mark.parametrize("hangs", [False, True])
def test_a_camera_that_is_put_back_goes_on(hangs, monkeypatch):
    monkeypatch.setattr("vision.live.AGAIN_S", 0.05)
    captures = [FakeCapture(5, hangs=hangs), FakeCapture(0, opened=False), FakeCapture(10**6)]
    camera = LiveCamera(0, opener=lambda source: captures.pop(0), next_picture_s=0.3)
    with camera:
        seen = []
        for frame in camera.frames():
            seen.append(frame)
            if seen[-1].missing is None and any(one.missing for one in seen):
                break
    assert seen[0].missing is None
    assert all(one.missing and "we go on" in one.missing for one in seen if one.missing)
    assert [one.at for one in seen] == sorted(one.at for one in seen)
    assert not captures


def test_a_camera_that_comes_back_under_another_number_is_known_by_its_model(monkeypatch):
    monkeypatch.setattr("vision.live.AGAIN_S", 0.05)
    there = {0: "Desk Cam", 1: "Desk Cam"}
    monkeypatch.setattr("vision.live._candidates", lambda: sorted(there))
    monkeypatch.setattr("vision.live._model", there.get)
    asked = []

    def opener(number):
        asked.append(number)
        if len(asked) == 1:
            return FakeCapture(5)
        if len(asked) == 2:
            del there[0]
            there.update({2: "Other", 3: "Desk Cam"})
        return FakeCapture(10**6, opened=number == 3)

    camera = LiveCamera(0, opener=opener, next_picture_s=0.3)
    assert camera.key == "camera 0, Desk Cam"
    with camera:
        frames = camera.frames()
        while next(frames).missing is None:
            pass
        while next(frames).missing is not None:
            pass
    # The other one of the same model was there all the time: it is not the one that was lost.
    assert asked == [0, 0, 0, 3]
    assert camera.key == "camera 0, Desk Cam"


def test_a_sleep_of_hours_is_not_waited_for(monkeypatch):
    monkeypatch.setattr("vision.live.AGAIN_S", 0.05)
    slept = 0.0
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + slept, sleep=time.sleep)
    monkeypatch.setattr("vision.live.time", clock)
    captures = [FakeCapture(5), FakeCapture(0, opened=False), FakeCapture(10**6)]
    camera = LiveCamera(0, opener=lambda source: captures.pop(0), next_picture_s=0.3, back_s=60.0)
    with camera:
        seen = []
        for frame in camera.frames():
            seen.append(frame)
            if frame.missing is not None:
                slept = 30_000.0
            elif slept:
                break
    assert seen[-1].missing is None
    assert seen[-1].at > 30_000


def test_the_newest_picture_wins_and_the_device_is_given_back():
    capture = FakeCapture(10**6)
    with live(capture) as camera:
        frames = camera.frames()
        first = next(frames)
        before = capture.read_count
        while capture.read_count < before + 50:
            time.sleep(0.001)
        second = next(frames)
        assert second.at > first.at
    assert capture.released.wait(5)


def test_listing_cameras(monkeypatch):
    monkeypatch.setattr("vision.live._candidates", lambda: [0, 1, 2, 3])
    broken = FakeCapture(0, fails=cv2.error("gone"))
    captures = [FakeCapture(9), FakeCapture(0, opened=False), FakeCapture(0), broken]
    assert list_cameras(opener=lambda number: captures[number]) == [(0, 4, 4)]


def test_a_network_stream():
    picture = encoded(".jpg", scene(160, 120))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            try:
                for _ in range(400):
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}"
                    self.wfile.write(head.encode() + b"\r\n\r\n" + picture + b"\r\n")
                    time.sleep(0.01)
            except OSError:
                pass

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        with open_camera(f"http://127.0.0.1:{server.server_port}/video.mjpg") as camera:
            assert camera.live
            assert next(camera.frames()).image.shape == (120, 160, 3)
    finally:
        server.shutdown()
        server.server_close()
