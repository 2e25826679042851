"""A WebSocket to a page's server within the test, which ends without a quarrel."""

from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress


@contextmanager
def connected(client, address, headers):
    """The open line. Raises what the server says where it refuses the connection."""
    line = client.websocket_connect(address, headers=headers)
    socket = line.__enter__()
    try:
        yield socket
    finally:
        # The test client cancels the server's side, which may be ending by itself just then.
        with suppress(CancelledError):
            line.__exit__(None, None, None)
