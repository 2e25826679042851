"""A real server that is watched: what it writes, and how long it waits for photos that crawl in."""

import json
import os
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect

from companion.tables import cache_folder, two_phase
from companion.web.words import TOO_SLOW
from tests.companion.web.chromium import ROOT
from tests.companion.web.clips import clip
from tests.companion.web.test_serve import free_port

# Read by every interpreter that starts, the server's own processes too: each tells on standard
# error of the files that it opens to be written. Numbers are pipes. A line is one write, so that
# lines of two processes are never mixed.
WATCH = """
import os, sys
def told(name, given):
    if name == "open" and not isinstance(given[0], int) and set(given[1] or "") & set("wax+"):
        os.write(2, f"written: {given[0]}\\n".encode())
sys.addaudithook(told)
os.write(2, b"watched\\n")
"""
# Serves as the command does, but does not wait for half a minute.
SERVE = """
import sys
import companion.web.photos
from companion.cli import main
companion.web.photos.UPLOAD_S = 1.0
if __name__ == "__main__":
    sys.exit(main(["serve", "--port", sys.argv[1]]))
"""


@contextmanager
def watched(folder):
    """A server whose home, working and temporary folders are one that is empty; its log at last."""
    two_phase()  # made before, where it never was, so that the server only reads it
    watch = folder.with_name("watch")
    watch.mkdir()
    (watch / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (watch, ROOT))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_CACHE_HOME": str(cache_folder().parent),
        **dict.fromkeys(("HOME", "TMPDIR", "XDG_CONFIG_HOME"), str(folder)),
    }
    log = []
    command = [sys.executable, "-c", SERVE, free_port()]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=folder, env=environment, **pipes) as server:
        try:
            yield server.stdout.readline().split()[-1].rstrip("/"), log
        finally:
            server.terminate()
            log += server.stderr.read().splitlines()


def plays(address):
    """Plays with a clip until its first state is known."""
    with connect(address.replace("http", "ws") + "/play", origin=address) as line:
        line.send(json.dumps({"begin": "rings"}))
        line.recv(timeout=60)
        for picture in clip("rings", 12):
            line.send(picture)
            answer = json.loads(line.recv(timeout=60))
    return answer["state"] == "11111"


@pytest.fixture
def empty(tmp_path):
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder


def test_no_picture_is_ever_written(empty):
    photo = clip("rings", 1)[0]
    body = len(photo).to_bytes(4, "big") + photo
    with watched(empty) as (address, log):
        assert plays(address)
        asked = urllib.request.Request(
            f"{address}/photos?puzzle=rings", body, {"Origin": address}, method="POST"
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:
            assert json.load(answer)["photos"]
    assert log.count("watched") >= 2
    assert [line for line in log if line.startswith("written:")] == []
    assert list(empty.rglob("*")) == []


def test_photos_that_crawl_in_are_not_waited_for(empty):
    with watched(empty) as (address, _):
        place = urlsplit(address)
        with socket.create_connection((place.hostname, place.port), timeout=60) as slow:
            head = f"POST /photos?puzzle=rings HTTP/1.1\r\nHost: {place.netloc}\r\n"
            more = f"Origin: {address}\r\nContent-Length: 100000\r\n\r\n"
            slow.sendall((head + more).encode() + bytes(1000))
            assert plays(address)
            answer = ""
            while TOO_SLOW not in answer and (more := slow.recv(65536)):
                answer += more.decode()
    assert " 408 " in answer.splitlines()[0]
    assert TOO_SLOW in answer
