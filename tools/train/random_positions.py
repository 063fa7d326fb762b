#!/usr/bin/env python3
"""How well nets of Hex judge random positions by themselves, without a search:

    random_positions.py FILE NET...

FILE has positions with their winners, one of JSON a line. Where it is not there it is made: stones in turn,
Black's first, anywhere, on 9 x 9 10 to 40 and on 11 x 11 40 to 69; kept are those that are undecided on the
board and that `isthmus solve` solves in time. Prints for each net and size wrong signs of how many, the
log-loss, from the second net on how far that is from the first's, and the net's chance of Black after a first
stone in the centre. Intervals are of 95%, by the positions."""

import argparse
import json
import math
import os
import pathlib
import subprocess
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from files import write_whole
from module import isthmus
from play import PROGRAM

# Size, least and most stones, and how many positions are drawn.
BOARDS = ((9, 10, 40, 600), (11, 40, 69, 300))
CENTRES = ("9", "11", "13", "14", "19")
LEAST = 1e-6  # a chance that a net may name, for the logarithm


def drawn(random, size, least, most):
    """Cells of an undecided position, as moves."""
    while True:
        position = isthmus.Game("hex", size).start()
        moves = random.permutation(size * size)[: random.integers(least, most + 1)].tolist()
        for cell in moves:
            if position.result is not None:
                break
            position = position.play(cell)
        if position.result is None:
            return moves


def played(size, moves):
    position = isthmus.Game("hex", size).start()
    for cell in moves:
        position = position.play(cell)
    return position


def winner(program, size, moves, seconds):
    """Of a position, by the solver; None where it did not find it in time."""
    game = isthmus.Game("hex", size)
    query = {"size": size, "moves": [["BW"[i % 2], game.cell_name(cell)] for i, cell in enumerate(moves)]}
    ran = subprocess.run([program, "solve", "-", "--time", str(seconds), "--threads", "1", "--memory", "256"],
                         input=json.dumps(query) + "\n", capture_output=True, text=True, check=False)
    return json.loads(ran.stdout)["winner"] if ran.stdout else None


def make(path, program, seconds, seed, workers):
    random = np.random.default_rng(seed)
    boards = [(size, drawn(random, size, least, most)) for size, least, most, count in BOARDS for _ in range(count)]
    with ThreadPoolExecutor(workers) as pool:
        winners = list(pool.map(lambda board: winner(program, *board, seconds), boards))
    lines = [json.dumps({"size": size, "moves": moves, "winner": who})
             for (size, moves), who in zip(boards, winners) if who]
    write_whole(path, ("\n".join(lines) + "\n").encode())


def chances(net, positions):
    """Of Black, by the net."""
    if not positions:
        return np.zeros(0)
    engine = isthmus.Engine(positions[0].game, "net", net=str(net), backend="cpu")
    return np.concatenate([engine.evaluate(positions[i : i + 64])["black_wins"]
                           for i in range(0, len(positions), 64)]).astype(float)


def interval(values, sign=""):
    return f"{values.mean():{sign}.4f} +- {1.96 * values.std() / math.sqrt(len(values)):.4f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("nets", nargs="*", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=3, help="to solve a position in")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)), help="solvers at a time")
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    given = parser.parse_args()
    if not given.file.exists():
        make(given.file, given.program, given.seconds, given.seed, given.workers)
    solved = [json.loads(line) for line in given.file.read_text().splitlines()]
    firsts = {}  # the losses of the first net, by size
    for net in given.nets:
        parts = []
        for size in sorted({position["size"] for position in solved}):
            of_size = [position for position in solved if position["size"] == size]
            black = chances(net, [played(size, position["moves"]) for position in of_size])
            is_black = np.array([position["winner"] == "B" for position in of_size])
            right = np.clip(np.where(is_black, black, 1 - black), LEAST, 1)
            losses = -np.log(right)
            more = losses - firsts.setdefault(size, losses)
            parts.append(f"{size} x {size}: {np.sum(right < 0.5)} of {len(right)} wrong, log-loss {interval(losses)}"
                         + (f" ({interval(more, '+')})" if net != given.nets[0] else ""))
        centres = [100 * chances(net, [isthmus.Game("hex", size).start().play(int(size) ** 2 // 2)])[0]
                   for size in CENTRES]
        print(f"{net}: {'; '.join(parts)}; centre {', '.join(f'{chance:.0f}' for chance in centres)}%", flush=True)


if __name__ == "__main__":
    main()
