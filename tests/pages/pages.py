"""The pages of the repository, for the tests of them."""

import functools
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


@functools.cache
def tree():
    """All folders and files of the repository, but what is built or installed there."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        left_out = (".", "node_modules", "build") if folder == str(ROOT) else (".", "node_modules")
        folders[:] = [name for name in folders if not name.startswith(left_out)]
        found += [pathlib.Path(folder, name) for name in folders + files]
    return found


def pages():
    return sorted(path for path in tree() if path.suffix == ".md")


def fences(page):
    """The fenced blocks of a page: number of the line, what stands behind the fence, and the text."""
    begin = None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if not line.startswith("```"):
            if begin:
                begin[2].append(line)
        elif begin:
            yield begin[0], begin[1], "\n".join(begin[2]) + "\n"
            begin = None
        else:
            begin = number, line[3:].strip(), []
    assert begin is None, f"{page}:{begin[0]} has no end"


def prose(page):
    """A page without its fenced blocks, which become empty lines."""
    return re.sub(r"^```.*?^```$", lambda block: "\n" * block[0].count("\n"), page.read_text(),
                  flags=re.MULTILINE | re.DOTALL)
