"""`python -m game` is the same as the command `starcross`."""

from __future__ import annotations

import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    freeze_support()  # the packaged program starts itself again for each worker
    from game.cli import main

    sys.exit(main())
