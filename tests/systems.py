"""What not every system has, so that the tests that need it are passed over elsewhere and say why."""

from __future__ import annotations

import os
import sys

import pytest

PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
ODD_NAMES = pytest.mark.skipif(sys.platform == "win32", reason="every name is text, and links are not for everybody")
