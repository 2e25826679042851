"""The command: where it listens, what it prints, how it ends."""

import signal
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from companion.cli import main
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
