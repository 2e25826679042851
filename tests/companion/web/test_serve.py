"""The command: where it listens, what it prints, how it ends."""

import signal
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

import companion.web.server
from companion.cli import main
from companion.commands.serve import _ready
from companion.languages import ENGLISH
from companion.web import Address
from companion.web.server import EVERYWHERE
from tests.companion.web.chromium import ROOT


def start(*options):
    command = [sys.executable, "-m", "companion", "serve", *options]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::"])
def test_others_are_not_let_in_without_lan(host, capsys):
    assert main(["serve", "--host", host]) == 2
    error = capsys.readouterr().err
    assert "--lan" in error
    assert error.count("\n") == 1


def test_a_port_that_is_taken_is_told_in_one_line(capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert main(["serve", "--port", port]) == 2
    error = capsys.readouterr().err
    assert f"127.0.0.1:{port}" in error
    assert error.count("\n") == 1


def test_an_interrupt_is_a_good_end():
    with start("--port", free_port()) as server:
        address = server.stdout.readline().split()[-1]
        with urllib.request.urlopen(address, timeout=30) as answer:
            assert answer.status == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 0
        assert server.stderr.read() == ""


def test_the_end_waits_for_nobody_who_does_not_take_leave():
    port = free_port()
    with start("--lan", "--host", "127.0.0.1", "--port", port) as server:
        server.stdout.readline()
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        raw = socket.create_connection(("127.0.0.1", int(port)), timeout=30)
        with trusting.wrap_socket(raw) as line:
            line.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            assert line.recv(12) == b"HTTP/1.1 401"
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)
        assert server.stderr.read() == ""


def test_without_a_network_there_is_no_code(monkeypatch, capsys):
    address = Address(EVERYWHERE, lan=True)
    for own, codes in (("127.0.0.1", False), ("192.168.7.7", True)):
        monkeypatch.setattr(companion.web.server, "_own_address", lambda own=own: own)
        _ready(address, ENGLISH)
        shown = capsys.readouterr().out
        assert (shown.count("█") > 100) is codes
        assert ("No network was found" in shown) is not codes


def test_lan_speaks_https_and_shows_a_code():
    with start("--lan", "--host", "127.0.0.1", "--port", free_port()) as server:
        address = server.stdout.readline().split()[-1]
        assert address.startswith("https://127.0.0.1:")
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(address.split("?")[0], context=trusting, timeout=30)
        server.send_signal(signal.SIGINT)
        shown = server.stdout.read()
        server.wait(timeout=30)
    assert shown.count("█") > 100
    assert "warn" in shown
