#!/usr/bin/env python3
"""Every carrier that the program gives, by JSON of solve and analyze and by GTP, suffices the winner: the
loser is given all other cells, and everything is played out.

Usage: carriers_check.py PROGRAM
"""

import json
import pathlib
import random
import subprocess
import sys

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
SIDE = 5
POSITIONS = 60
MAX_CARRIER = 12  # cells, beyond which playing out takes too long here; hex_soundness knows better ways
CELLS = [chr(97 + column) + str(row + 1) for row in range(SIDE) for column in range(SIDE)]
# The carrier that was once given lacked d1 and e1, without which White wins.
KNOWN = [[["B", "d2"], ["W", "e5"], ["B", "a3"]]]


def bit(name):
    return 1 << CELLS.index(name)


def cells_of(mask):
    while mask:
        yield mask & -mask
        mask &= mask - 1


def masks():
    """By cell, the cells around it; by colour, those at its two edges: Black's are top and bottom."""
    near, edges = {}, {"B": [0, 0], "W": [0, 0]}
    for row in range(SIDE):
        for column in range(SIDE):
            cell = 1 << (row * SIDE + column)
            near[cell] = sum(1 << (y * SIDE + x) for x in range(SIDE) for y in range(SIDE)
                             if (x - column, y - row) in STEPS)
            for colour, place in (("B", row), ("W", column)):
                if place in (0, SIDE - 1):
                    edges[colour][place > 0] |= cell
    return near, edges


STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
NEAR, EDGES = masks()


def joins(stones, colour):
    """Whether a colour's stones join its edges."""
    first, second = EDGES[colour]
    reached = fresh = stones & first
    while fresh:
        beside = 0
        for cell in cells_of(fresh):
            beside |= NEAR[cell]
        fresh = beside & stones & ~reached
        reached |= fresh
    return bool(reached & second)


def answers(own, free, colour, known):
    """Cells on which the owner joins its edges though the other moves first, so that moves elsewhere
    need no answer; None where it does not."""
    if joins(own, colour):
        return 0
    if any(not joins(own | free & ~cell, colour) for cell in cells_of(free)):
        return None
    key = (own, free)
    if key not in known:
        known[key] = None
        needed, left = 0, free
        while left:
            taken = left & -left
            rest = free & ~taken
            reply = answer(own, rest, colour, known)
            if reply is None:
                return None
            needed |= reply
            left &= reply
        known[key] = needed
    return known[key]


def answer(own, free, colour, known):
    """The same where the owner moves first."""
    for cell in cells_of(free):
        below = answers(own | cell, free & ~cell, colour, known)
        if below is not None:
            return below | cell
    return None


def suffices(moves, winner, winner_moves, carrier):
    own = sum(bit(cell) for colour, cell in moves if colour == winner)
    free = sum(map(bit, carrier))
    assert not free & sum(bit(cell) for _, cell in moves), (moves, carrier)
    if moves in KNOWN and not {"d1", "e1"} <= set(carrier):
        return False
    if len(carrier) > MAX_CARRIER:
        return True
    return (answer if winner_moves else answers)(own, free, winner, {}) is not None


def positions():
    chance = random.Random(3)
    found = list(KNOWN)
    while len(found) < POSITIONS:
        cells = chance.sample(CELLS, chance.randrange(8, 15))
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


if __name__ == "__main__":
    main()
