"""Reads what rooms include, and holds it to what they say they use:

    includes_check.py SOURCES ROOMS [ROOM HEADER]...

ROOMS has a line for each: its folder, the rooms that its headers need, and those that only its sources need, each list
by commas. A room sees itself, those, and what their headers need in turn. Each ROOM HEADER is an include that must be
refused, or the check itself sees nothing."""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include "((?:engine|games|gpu|protocols|tools)/[^"]+)"', re.MULTILINE)

sources = pathlib.Path(sys.argv[1])
uses, private = {}, {}
for line in pathlib.Path(sys.argv[2]).read_text().splitlines():
    room, *lists = line.split(" ")
    uses[room], private[room] = (set(listed.split(",")) for listed in lists)


def closure(rooms):
    """The rooms, and what their headers need."""
    seen = set()
    todo = [room for room in rooms if room in uses]
    while todo:
        room = todo.pop()
        if room not in seen:
            seen.add(room)
            todo += [other for other in uses[room] if other in uses]
    return seen


def includes(path):
    return INCLUDE.findall(path.read_text()) if path.exists() else []  # what a build makes is not here


def reached(path):
    """What a source includes, and what that does: each with the file that says so."""
    seen = {}
    todo = [path]
    while todo:
        file = todo.pop()
        for header in includes(file):
            if header not in seen:
                seen[header] = file
                todo.append(sources / header)
    return seen


def refused(room, header):
    return str(pathlib.PurePath(header).parent) not in closure({room} | private[room])


faults = files = 0
for room in sorted(uses):
    for path in sorted((sources / room).iterdir()):
        if path.suffix not in (".cpp", ".hpp", ".cu", ".cuh"):
            continue
        files += 1
        for header, by in reached(path).items():
            if refused(room, header):
                faults += 1
                print(f"{path.relative_to(sources)}: {room} may not include {header}, as {by.relative_to(sources)} does")
for room, header in zip(sys.argv[3::2], sys.argv[4::2]):
    if not refused(room, header):
        faults += 1
        print(f"{room} could include {header}")
print(f"{len(uses)} rooms with {files} files, {faults} wrong")
sys.exit(faults > 0 or files == 0)
