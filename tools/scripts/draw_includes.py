#!/usr/bin/env python3
"""Draws which room includes which, from the sources, and counts rooms, files and lines.

Usage: draw_includes.py OUT.svg [SOURCES]

SOURCES is a checkout, this one without it. A room is drawn above all that it includes, rooms of one folder in
one colour; arrows that other ways lead along as well are left out. On standard output there is a table of the
folders. The exit code is 1 where rooms include each other in a circle.
"""

import collections
import pathlib
import re
import subprocess
import sys

COLOURS = {"engine": "#cfe3f7", "games": "#d8eccb", "gpu": "#f6d9c6", "protocols": "#efe0f5", "tools": "#eee8c8"}
INCLUDE = re.compile(r'^\s*#include "((?:%s)/[^"]+)/[^"/]+"' % "|".join(COLOURS), re.MULTILINE)
GAMES = re.compile(r'^\s*#include "games/[^"/]+"', re.MULTILINE)
WIDTH, HEIGHT, GAP, LEVEL = 118, 26, 10, 74


def read(sources):
    """By room: those that it includes, and its files' lines."""
    listed = subprocess.run(["git", "-C", sources, "ls-files", *COLOURS], check=True, capture_output=True,
                            text=True).stdout.split()
    includes, lines = collections.defaultdict(set), collections.defaultdict(list)
    for path in listed:
        if not path.endswith((".cpp", ".hpp", ".cu", ".cuh")):
            continue
        room = str(pathlib.PurePath(path).parent)
        text = (sources / path).read_text()
        lines[room].append(text.count("\n"))
        includes[room] |= set(INCLUDE.findall(text)) | ({"games"} if GAMES.search(text) else set())
    return {room: includes[room] & set(lines) - {room} for room in lines}, lines


def levels_of(includes):
    """By room: how many floors up it lies."""
    levels, under_way = {}, []

    def level(room):
        if room in under_way:
            sys.exit("in a circle: " + " -> ".join(under_way[under_way.index(room):] + [room]))
        if room not in levels:
            under_way.append(room)
            levels[room] = 1 + max((level(below) for below in includes[room]), default=-1)
            under_way.pop()
        return levels[room]

    for room in includes:
        level(room)
    return levels


def reached(includes, room, known):
    if room not in known:
        known[room] = set(includes[room]).union(*(reached(includes, below, known) for below in includes[room]))
    return known[room]


def draw(includes, lines):
    levels, known = levels_of(includes), {}
    floors = collections.defaultdict(list)
    for room in sorted(includes):
        floors[levels[room]].append(room)
    width = max(len(rooms) for rooms in floors.values()) * (WIDTH + GAP) + GAP
    top = max(floors)
    places = {}
    for level, rooms in floors.items():
        left = (width - len(rooms) * (WIDTH + GAP) + GAP) / 2
        for i, room in enumerate(rooms):
            places[room] = left + i * (WIDTH + GAP), GAP + (top - level) * LEVEL
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top * LEVEL + HEIGHT + 2 * GAP}" '
           'font-family="sans-serif" font-size="10">']
    for room, below in includes.items():
        direct = {other for other in below
                  if not any(other in reached(includes, between, known) for between in below - {other})}
        for other in sorted(direct):
            (x, y), (to_x, to_y) = places[room], places[other]
            svg.append(f'<line x1="{x + WIDTH / 2:.0f}" y1="{y + HEIGHT}" x2="{to_x + WIDTH / 2:.0f}" y2="{to_y}" '
                       'stroke="#888" stroke-width="0.7"/>')
    for room, (x, y) in places.items():
        svg.append(f'<rect x="{x:.0f}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4" stroke="#666" '
                   f'fill="{COLOURS[room.split("/")[0]]}"/><text x="{x + WIDTH / 2:.0f}" y="{y + 11}" '
                   f'text-anchor="middle">{room}</text><text x="{x + WIDTH / 2:.0f}" y="{y + 22}" font-size="8" '
                   f'text-anchor="middle" fill="#555">{len(lines[room])} files, {sum(lines[room])} lines</text>')
    return "\n".join(svg) + "\n</svg>\n"


def main():
    if not 2 <= len(sys.argv) <= 3 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    sources = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(__file__).resolve().parents[2]
    includes, lines = read(sources)
    pathlib.Path(sys.argv[1]).write_text(draw(includes, lines))
    print("| folder | rooms | files | lines | median lines of a file | arrows | floors |\n"
          "| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    levels = levels_of(includes)
    for folder in COLOURS:
        rooms = [room for room in lines if room.split("/")[0] == folder]
        sizes = sorted(size for room in rooms for size in lines[room])
        print(f"| {folder}/ | {len(rooms)} | {len(sizes)} | {sum(sizes)} | {sizes[len(sizes) // 2]} "
              f"| {sum(len(includes[room]) for room in rooms)} | {len({levels[room] for room in rooms})} |")


main()
