"""Every file that a page links to, shows or names is there, and so is every heading.

What is checked: targets of links and of pictures; what stands in code marks and looks like a path of
this repository (`engine/game/`, `tools/run.sh`, `search.hpp`); and in tables of files, rooms or
folders also names without an ending (`fill_task`). Such names are looked for in the page's folder
and below it, then from the root. Pictures must be of those that tools/scripts/draw_pictures.py draws.
"""

import functools
import re
import sys

from pages import ROOT, pages, prose, tree

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools/scripts"))
from draw_pictures import PICTURES  # noqa: E402

FOLDERS = ("engine/", "games/", "gpu/", "protocols/", "tools/", "tests/")
SOURCE = re.compile(r"[\w*/.-]+\.(?:cpp|hpp|cu|cuh|py|sh|cmake|md|h)")
TABLES = {"file", "room", "folder"}


def headings(page):
    """As sites make them names to link to."""
    for heading in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@functools.cache
def listing(folder):
    """All that is below a folder, a line each."""
    return "".join(f"/{path.relative_to(folder)}\n" for path in tree() if folder in path.parents)


def is_there(page, name):
    name = name.rstrip("/")
    pattern = re.escape(name).replace(r"\*", "[^/\n]*")
    below = not name.startswith(FOLDERS) and re.search(rf"/{pattern}(\.[^/\n]*)?$", listing(page.parent), re.MULTILINE)
    return bool(below) or any(ROOT.glob(name))


def marks(page):
    """Code marks that name files, by line."""
    table = False
    for number, line in enumerate(prose(page).splitlines(), 1):
        if not line.startswith("|"):
            table = False
        elif line.split("|")[1].strip() in TABLES:
            table = True
        for mark in re.findall(r"`([^`]+)`", line):
            path = re.fullmatch(r"[\w*.-]+/[\w*./-]*", mark)
            if path and mark.startswith(FOLDERS) or SOURCE.fullmatch(mark):
                yield number, mark
            elif table and (path or re.fullmatch(r"[a-z][a-z0-9_]*", mark)):
                yield number, mark


def links(page):
    for number, line in enumerate(prose(page).splitlines(), 1):
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            yield number, target
        for target in re.findall(r'<img [^>]*src="([^"]+)"', line):
            yield number, target


def check_link(page, target):
    if re.match(r"[a-z]+:", target):
        return None
    name, _, heading = target.partition("#")
    path = page if not name else (page.parent / name).resolve()
    if not path.exists():
        return "is not there"
    if heading and heading not in headings(path):
        return f"{path.relative_to(ROOT)} has no such heading"
    if path.suffix in (".svg", ".png") and path not in PICTURES:
        return "is no picture that tools/scripts/draw_pictures.py draws"
    return None


def main():
    wrong, seen = [], 0
    for page in pages():
        name = page.relative_to(ROOT)
        for number, target in links(page):
            seen += 1
            message = check_link(page, target)
            if message:
                wrong.append(f"{name}:{number}: {target}: {message}")
        for number, mark in marks(page):
            seen += 1
            if not is_there(page, mark):
                wrong.append(f"{name}:{number}: `{mark}` is not there")
    print("\n".join(wrong))
    print(f"{len(pages())} pages with {seen} names of files, {len(wrong)} wrong")
    assert len(pages()) > 10 and seen > 100, "the pages were not found"
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
