#!/usr/bin/env python3
"""games/prove_openings.py, on boards up to a side of 5, of Rex up to 4: the winners are those of playing
everything out up to a side of 3, and beyond those of the solver.

Usage: prove_openings_check.py PROGRAM SCRIPT [LESS]

With LESS, these sides are LESS smaller: to start the program twice for each of
their openings takes long under sanitizers.
"""

import functools
import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM, SCRIPT = map(str, map(pathlib.Path.resolve, map(pathlib.Path, sys.argv[1:3])))

LESS = int(sys.argv[3]) if len(sys.argv) > 3 else 0
PLAYED_OUT = 3  # the largest side on which everything is played here


def cells_of(game, side):
    """Row by row, as (column, row)."""
    return [(column, row) for row in range(side) for column in range(side)
            if game != "y" or column + row < side]


def joins(game, side, stones, black):
    """Whether one chain of a colour's stones, (column, row), is at all its edges."""
    rest = set(stones)
    while rest:
        todo = [rest.pop()]
        chain = set(todo)
        while todo:
            x, y = todo.pop()
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                cell = (x + step[0], y + step[1])
                if cell in rest:
                    rest.remove(cell)
                    chain.add(cell)
                    todo.append(cell)
        rows, columns, sums = ({*line} for line in zip(*((y, x, x + y) for x, y in chain)))
        if game == "y":
            if 0 in rows and 0 in columns and side - 1 in sums:
                return True
        elif {0, side - 1} <= (rows if black else columns):
            return True
    return False


def played_out(game, side):
    """Row by row, B where Black wins who has begun there, and else a point."""
    cells = cells_of(game, side)

    @functools.lru_cache(maxsize=None)
    def mover_wins(own, other, black):
        for cell in cells:
            if cell not in own and cell not in other:
                more = own | {cell}
                # The winner of Rex is who has not joined his edges; who has, lets the other win.
                if joins(game, side, more, black):
                    wins = game != "rex"
                else:
                    wins = not mover_wins(other, more, not black)
                if wins:
                    return True
        return False

    def opening(cell):
        first = frozenset([cell])
        return joins(game, side, first, True) or not mover_wins(frozenset(), first, False)
    return "".join("B" if opening(cell) else "." for cell in cells)


def solved(game, side):
    """The same by the program's solver."""
    result = subprocess.run([PROGRAM, "solve", "--game", game, "--size", str(side), "--all"], text=True,
                            capture_output=True, timeout=300, check=True)
    wins = json.loads(result.stdout)["winningMoves"]
    return "".join("B" if chr(97 + column) + str(row + 1) in wins else "." for column, row in cells_of(game, side))


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *map(str, arguments)], text=True,
                          capture_output=True, timeout=300, check=False)


def rows_of(result):
    return [[word.strip() for word in line.strip("|").split("|")]
            for line in result.stdout.splitlines()[2:]]


def check_table(game, size):
    result = run(PROGRAM, game, size)
    assert result.returncode == 0 and result.stderr == "", result
    rows = rows_of(result)
    cells = cells_of(game, size)
    assert len(rows) == len(cells) + 2, rows
    # Who begins wins; at Rex on an even number of cells.
    assert rows[0][:2] == ["empty", "W" if game == "rex" and size % 2 == 1 else "B"], rows[0]
    winners = "".join("B" if row[1] == "B" else "." for row in rows[1:-1])
    assert winners == solved(game, size), (game, size, winners)
    if size <= PLAYED_OUT:
        assert winners == played_out(game, size), (game, size, winners)
    if game != "y":
        assert winners == winners[::-1], winners  # half a turn
    else:
        by_cell = dict(zip(cells, winners))
        assert all(by_cell[x, y] == by_cell[y, x] == by_cell[y, size - 1 - x - y] for x, y in cells), winners
    for column in (2, 3):
        numbers = [int(row[column].replace(",", "")) for row in rows]
        assert min(numbers) > 0 and sum(numbers[:-1]) == numbers[-1], numbers


def main():
    for game, largest in (("hex", 5), ("y", 5), ("rex", 4)):
        for size in range(2, largest + 1 - LESS):
            check_table(game, size)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "new"
        made = run(PROGRAM, "hex", 3, folder)
        assert made.returncode == 0 and len(list(folder.iterdir())) == 10, made
        again = run(PROGRAM, "hex", 3, folder)
        assert [row[:4] for row in rows_of(again)] == [row[:4] for row in rows_of(made)], again
        assert all(row[4] == "was there" for row in rows_of(again)[:-1]), again

        # A certificate of another opening, and a damaged one, prove nothing.
        (folder / "b2.txt").write_bytes((folder / "a1.txt").read_bytes())
        text = (folder / "c1.txt").read_text()
        (folder / "c1.txt").write_text("\n".join(text.split("\n")[:-2]) + "\n")
        wrong = run(PROGRAM, "hex", 3, folder)
        assert wrong.returncode == 1, wrong
        assert [line.split(":")[0] for line in wrong.stderr.splitlines()] == ["c1", "b2"], wrong

    for arguments in ((), (PROGRAM,), (PROGRAM, "3"), (PROGRAM, "hex"), (PROGRAM, "go", "3"),
                      *((PROGRAM, "hex", size) for size in ("0", "1", "x", "33"))):
        assert run(*arguments).returncode == 2, arguments
    missing = run("no-program", "y", 2)
    assert missing.returncode == 1 and len(missing.stderr.splitlines()) == 1, missing


if __name__ == "__main__":
    main()
