"""The page: a browser's camera in, the next move out, over a WebSocket. Nothing is stored."""

from companion.web.app import make_app
from companion.web.guard import Gate
from companion.web.server import Address, ServeError, serve

__all__ = ["Address", "Gate", "ServeError", "make_app", "serve"]
