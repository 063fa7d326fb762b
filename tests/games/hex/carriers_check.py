#!/usr/bin/env python3
"""Every carrier that the program gives, by JSON of solve and analyze and by GTP, suffices the winner: the
loser is given all other cells, and a plain solver of this script's own decides.

Usage: carriers_check.py PROGRAM
"""

import functools
import json
import pathlib
import random
import subprocess
import sys

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
SIDE = 5
POSITIONS = 60
CELLS = [chr(97 + column) + str(row + 1) for row in range(SIDE) for column in range(SIDE)]
# The carrier that was once given lacked d1 and e1, without which White wins.
KNOWN = [[["B", "d2"], ["W", "e5"], ["B", "a3"]]]


def bit(name):
    return 1 << CELLS.index(name)


def mask(names):
    return sum(map(bit, names))


ALL = (1 << SIDE * SIDE) - 1
FIRST, LAST = mask(f"a{row + 1}" for row in range(SIDE)), mask(CELLS[SIDE - 1::SIDE])
EDGES = {"B": (mask(CELLS[:SIDE]), mask(CELLS[-SIDE:])), "W": (FIRST, LAST)}
OTHER = {"B": "W", "W": "B"}


def cells_of(cells):
    while cells:
        yield cells & -cells
        cells &= cells - 1


def around(cells):
    left, right = cells & ~FIRST, cells & ~LAST
    return (left >> 1 | right << 1 | cells >> SIDE | cells << SIDE | right >> SIDE - 1 | left << SIDE - 1) & ALL


def joined(stones, cells):
    """What stones join to cells, these included where they have a stone."""
    reached, before = stones & cells, None
    while reached != before:
        before = reached
        reached |= around(reached) & stones
    return reached


def joins(stones, colour):
    """Whether a colour's stones join its edges."""
    first, second = EDGES[colour]
    return bool(joined(stones, first) & second)


def winning_cells(stones, free, colour):
    """Cells on which a stone wins at once."""
    for edge in EDGES[colour]:
        free &= edge | around(joined(stones, edge))
    return free


def distances(stones, free, colour):
    """By free cell, how many stones it is away from the two edges, the sum of both."""
    sums = dict.fromkeys(cells_of(free), 0)
    for edge in EDGES[colour]:
        reached = joined(stones, edge)
        ring, distance, left = (edge | around(reached)) & free, 1, free
        while ring:
            for cell in cells_of(ring):
                sums[cell] += distance
            left &= ~ring
            reached |= ring
            reached |= joined(stones, around(reached))
            ring, distance = around(reached) & left, distance + 1
        for cell in cells_of(left):
            sums[cell] += 99
    return sums


@functools.cache
def decide(own, other, colour):
    """Whether the side to move wins a position that is not over, and cells on which the winner does so whatever
    the loser has elsewhere, so that a move off these is refuted by them as well."""
    left = free = ALL & ~own & ~other
    wins = winning_cells(own, free, colour)
    if wins:
        return True, wins & -wins
    needed = 0
    threats = winning_cells(other, free, OTHER[colour])
    if threats:
        needed = left = threats & -threats
        if threats != left:
            return False, left | (threats ^ left) & -(threats ^ left)
    near, far = distances(own, free, colour), distances(other, free, OTHER[colour])
    while left:
        move = min(cells_of(left), key=lambda cell: near[cell] + far[cell])
        wins, cells = decide(other, own | move, OTHER[colour])
        if not wins:
            return True, cells | move
        needed |= cells
        left &= cells
    return False, needed


JUDGED = []  # of each carrier, how many cells


def suffices(moves, winner, winner_moves, carrier):
    own = mask(cell for colour, cell in moves if colour == winner)
    assert not mask(carrier) & mask(cell for _, cell in moves), (moves, carrier)
    if moves in KNOWN and not {"d1", "e1"} <= set(carrier):
        return False
    JUDGED.append(len(carrier))
    other = ALL & ~own & ~mask(carrier)
    if joins(own, winner) or joins(other, OTHER[winner]):
        return joins(own, winner)
    if winner_moves:
        return decide(own, other, winner)[0]
    return not decide(other, own, OTHER[winner])[0]


def positions():
    chance = random.Random(3)
    found = list(KNOWN)
    while len(found) < POSITIONS:
        cells = chance.sample(CELLS, chance.randrange(4, 15))
        moves = [["BW"[i % 2], cell] for i, cell in enumerate(cells)]
        if not any(joins(sum(bit(cell) for colour, cell in moves if colour == one), one)
                   for one in "BW"):
            found.append(moves)
    return found


def run(*arguments, text):
    result = subprocess.run([PROGRAM, *arguments], input=text, text=True, capture_output=True,
                            timeout=300, check=False)
    assert result.returncode == 0, result
    return result.stdout


def check_analysis(asked, to_move, winners, *options):
    """Returns how many carriers were given."""
    text = "".join(json.dumps({"id": str(i), "size": SIDE, "moves": moves, "maxVisits": 200}) + "\n"
                   for i, moves in enumerate(asked))
    given = 0
    for line in run("analyze", "-", "--evaluator", "fills", *options, text=text).splitlines():
        answer = json.loads(line)
        info = answer["rootInfo"]
        if "carrier" not in info:
            continue
        given += 1
        i = int(answer["id"])
        winner = to_move[i] if info["proof"] == "win" else "BW"[to_move[i] == "B"]
        assert winner == winners[i], (asked[i], info)
        assert suffices(asked[i], winner, winner == to_move[i], info["carrier"]), (asked[i], info)
    return given


def main():
    asked = positions()
    to_move = ["BW"[len(moves) % 2] for moves in asked]
    winners = []
    for threads in ("1", "2"):
        text = "".join(json.dumps({"size": SIDE, "moves": moves}) + "\n" for moves in asked)
        found = [json.loads(line) for line in run("solve", "-", "--threads", threads,
                                                  text=text).splitlines()]
        assert len(found) == len(asked), found
        winners = [answer["winner"] for answer in found]
        for moves, mover, answer in zip(asked, to_move, found):
            winner = answer["winner"]
            assert suffices(moves, winner, winner == mover, answer["carrier"]), (moves, answer)

    lines = [f"boardsize {SIDE}"]
    for moves in asked:
        lines += ["clear_board"] + [f"play {colour} {cell}" for colour, cell in moves]
        lines.append("isthmus-proof-cells")
    replies = run("gtp", "--game", "hex", "--size", str(SIDE), text="\n".join(lines) + "\n")
    replies = [reply.removeprefix("=").split() for reply in replies.split("\n\n")]
    cells = [reply for line, reply in zip(lines, replies) if line == "isthmus-proof-cells"]
    assert len(cells) == len(asked), replies
    for moves, mover, winner, carrier in zip(asked, to_move, winners, cells):
        carrier = [cell.lower() for cell in carrier]
        assert suffices(moves, winner, winner == mover, carrier), (moves, winner, carrier)

    # In turns with the search what the solver gives repeats exactly. How much of it comes from a
    # thread of its own, beside a short search, is a matter of chance.
    check_analysis(asked, to_move, winners, "--solver-threads", "1")
    given = check_analysis(asked, to_move, winners, "--solver-threads", "0")
    assert given > POSITIONS / 2, given
    print(f"{len(JUDGED)} carriers were judged, all that were given: of {min(JUDGED)} to {max(JUDGED)} cells, "
          f"{sum(cells > 12 for cells in JUDGED)} of more than 12")


if __name__ == "__main__":
    main()
