#!/usr/bin/env python3
"""Every carrier that the program tells, by JSON of solve and analyze and by GTP, suffices the winner: the
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
CELLS = [chr(97 + column) + str(row + 1) for row in range(SIDE) for column in range(SIDE)]
# Of these the carriers once were false: each lacked cells that were captured before chains were joined.
KNOWN = [[["B", "d2"], ["W", "e5"], ["B", "a3"]]]


def around(cell):
    column, row = cell
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    return [(column + x, row + y) for x, y in steps]


def joins(stones, black):
    """Whether a colour's stones join its edges: Black's are top and bottom."""
    axis = 1 if black else 0
    todo = [cell for cell in stones if cell[axis] == 0]
    seen = set(todo)
    while todo:
        for cell in around(todo.pop()):
            if cell in stones and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return any(cell[axis] == SIDE - 1 for cell in seen)


def place(name):
    return (ord(name[0]) - 97, int(name[1:]) - 1)


def answers(own, free, black, known):
    """The cells on which the owner joins its edges though the other moves first, or None: a set that
    suffices, so that moves elsewhere need no answer."""
    if joins(own, black):
        return frozenset()
    if not joins(own | free, black):
        return None
    key = (own, free)
    if key not in known:
        known[key] = None
        needed, open_cells = frozenset(), set(free)
        while open_cells:
            taken = min(open_cells)
            rest = free - {taken}
            reply = None
            for cell in sorted(rest, key=lambda one: -sum(near in own for near in around(one))):
                below = answers(own | {cell}, rest - {cell}, black, known)
                if below is not None:
                    reply = below | {cell}
                    break
            if reply is None:
                return None
            needed |= reply
            open_cells &= reply
        known[key] = needed
    return known[key]


def suffices(moves, winner, winner_moves, carrier):
    own = frozenset(place(cell) for colour, cell in moves if colour == winner)
    taken = {place(cell) for _, cell in moves}
    free = frozenset(map(place, carrier))
    assert not free & taken, (moves, carrier)
    black, known = winner == "B", {}
    if not winner_moves:
        return answers(own, free, black, known) is not None
    return any(answers(own | {cell}, free - {cell}, black, known) is not None for cell in free)


def positions():
    chance = random.Random(3)
    found = list(KNOWN)
    while len(found) < POSITIONS:
        cells = chance.sample(CELLS, chance.randrange(10, 17))
        moves = [["BW"[i % 2], cell] for i, cell in enumerate(cells)]
        if not any(joins({place(cell) for colour, cell in moves if colour == one}, one == "B")
                   for one in "BW"):
            found.append(moves)
    return found


def run(*arguments, text):
    result = subprocess.run([PROGRAM, *arguments], input=text, text=True, capture_output=True,
                            timeout=300, check=False)
    assert result.returncode == 0, result
    return result.stdout


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

    text = "".join(json.dumps({"id": str(i), "size": SIDE, "moves": moves, "maxVisits": 60}) + "\n"
                   for i, moves in enumerate(asked))
    told = 0
    for line in run("analyze", "-", "--evaluator", "fills", "--solver-threads", "1",
                    text=text).splitlines():
        answer = json.loads(line)
        info = answer["rootInfo"]
        if "carrier" not in info:
            continue
        told += 1
        i = int(answer["id"])
        winner = to_move[i] if info["proof"] == "win" else "BW"[to_move[i] == "B"]
        assert winner == winners[i], (asked[i], info)
        assert suffices(asked[i], winner, winner == to_move[i], info["carrier"]), (asked[i], info)
    assert told > POSITIONS / 4, told


if __name__ == "__main__":
    main()
