"""Packing: a wheel carries assets and maps inside the package, where `game/paths.py` looks first.

Everything else about the build is said in pyproject.toml.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithFiles(build_py):
    """Build the package, then copy the folders that a checkout keeps beside it."""

    def run(self) -> None:
        """Copy assets and maps, except for an editable install, which reads the checkout's own."""
        super().run()
        if self.editable_mode:
            return
        for name in ("assets", "maps"):
            target = Path(self.build_lib) / "game" / name
            rmtree(target, ignore_errors=True)
            copytree(name, target)


setup(cmdclass={"build_py": BuildWithFiles})
