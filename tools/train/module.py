"""The module `isthmus`: that on Python's path, or else that of the build beside these sources."""

import pathlib
import sys

try:
    import isthmus
except ModuleNotFoundError:
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "build/release/python"))
    import isthmus  # noqa: F401
