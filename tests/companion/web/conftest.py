"""A page's server for a test."""

from contextlib import ExitStack

import pytest

from tests.companion.web.line import Browser


@pytest.fixture
def server():
    with ExitStack() as stack:

        def start(**options):
            browser = Browser(**options)
            stack.enter_context(browser.client)
            return browser

        yield start
