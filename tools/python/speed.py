#!/usr/bin/env python3
"""Measures the module from one thread of Python: random games, move by move, and what a net sees of their
positions. Prints a table, as README.md has it. Needs the module on Python's path."""

import argparse
import random
import time

import isthmus

GAMES = (("hex", 11), ("y", 11), ("havannah", 8), ("gonnect", 9))


def play(start, draw):
    """The positions of a random game up to the last but one."""
    positions, position = [], start
    while position.result is None:
        positions.append(position)
        position = position.play(int(draw.choice(position.legal_cells())))
    return positions


def measure(name, size, seconds):
    """Games, moves, and positions as planes, each a second."""
    start, draw = isthmus.Game(name, size).start(), random.Random(1)
    games = moves = 0
    playing = seeing = 0.0
    while playing < seconds:
        begin = time.perf_counter()
        positions = play(start, draw)
        middle = time.perf_counter()
        for position in positions:
            position.planes()
        playing += middle - begin
        seeing += time.perf_counter() - middle
        games += 1
        moves += len(positions)
    return games / playing, moves / playing, moves / seeing


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2, help="of games, for each row")
    given = parser.parse_args()
    print("| game | random games a second | moves a second | positions as planes, a second |")
    print("| --- | ---: | ---: | ---: |")
    for name, size in GAMES:
        played, moves, seen = measure(name, size, given.seconds)
        print(f"| {name}, size {size} | {played:,.0f} | {moves:,.0f} | {seen:,.0f} |")


if __name__ == "__main__":
    main()
