#!/usr/bin/env python3
"""Proves who wins each opening of a board, and checks the proofs by both checkers.

Usage: prove_openings.py PROGRAM GAME SIZE [DIR]

PROGRAM is isthmus, GAME hex, y or rex, SIZE the side of the board, from 2 to 32. Prints a table as it goes: the
opening (or empty, for the board without stones), the winner, the certificate's facts and bytes, and
the seconds that it took to make. Certificates stay in DIR as OPENING.txt where it is given; those
that are there already are checked and not made again. Exit code 0 if all are proven, 1 if one is not.
"""

import io
import json
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # no folder beside the checker
import check_certificate  # noqa: E402

MIN_SIDE, MAX_SIDE = 2, 32  # on one cell an opening ends the game
SMALL_SIDE = 7  # up to which the solver needs little memory


class Failed(Exception):
    """Why an opening is not proven."""


def run(program, *arguments, text=""):
    result = subprocess.run([str(program), "solve", *map(str, arguments)], input=text, text=True,
                            capture_output=True, check=False)
    if result.returncode != 0:
        raise Failed(result.stderr.strip() or f"isthmus ended with {result.returncode}")
    return json.loads(result.stdout)


def prove(program, game, size, moves, path):
    """Makes the certificate unless it is there, and returns the seconds or None."""
    if path.exists():
        return None
    begin = time.monotonic()
    # Under another name until it is whole.
    part = path.with_suffix(".part")
    # By one thread the same one each time.
    query = {"game": game, "size": size, "moves": moves}
    memory = ("--memory", 2048) if size > SMALL_SIDE else ()
    run(program, "-", "--threads", 1, *memory, "--proof", part, text=json.dumps(query))
    part.rename(path)
    return time.monotonic() - begin


def check(program, game, size, moves, path):
    """The winner and the number of facts, on which both checkers agree, and the bytes."""
    data = path.read_bytes()
    stones = " ".join(["black"] + [cell for _, cell in moves])
    head = f"isthmus-certificate 1\ngame {game}\nboard {size}x{size}\n{stones}\nwhite\n" \
           f"to-move {'W' if moves else 'B'}\n"
    if not data.startswith(head.encode()):
        raise Failed("the certificate is of another position")
    first = run(program, "--verify", path)
    try:
        winner, facts = check_certificate.check(io.BytesIO(data))
    except check_certificate.Wrong as error:
        raise Failed(f"check_certificate.py: {error}") from None
    if (first["winner"], first["facts"]) != (winner, facts):
        raise Failed("the checkers disagree")
    return winner, facts, len(data)


def prove_all(program, game, size, folder):
    """Prints the table, and returns how many are not proven."""
    cells = check_certificate.BOARDS[game](size, size).cells
    print("| opening | winner | facts | bytes | seconds |", flush=True)
    print("| --- | --- | ---: | ---: | ---: |", flush=True)
    failures, all_facts, all_bytes, all_seconds = 0, 0, 0, 0.0
    for name in ["empty", *cells]:
        moves = [] if name == "empty" else [["B", name]]
        path = folder / f"{name}.txt"
        try:
            seconds = prove(program, game, size, moves, path)
            winner, facts, count = check(program, game, size, moves, path)
        except Failed as error:
            print(f"{name}: {error}", file=sys.stderr)
            failures += 1
            continue
        taken = "was there" if seconds is None else f"{seconds:.2f}"
        print(f"| {name} | {winner} | {facts:,} | {count:,} | {taken} |", flush=True)
        all_facts, all_bytes = all_facts + facts, all_bytes + count
        all_seconds += seconds or 0
    print(f"| all | | {all_facts:,} | {all_bytes:,} | {all_seconds:.2f} |", flush=True)
    return failures


def main():
    if len(sys.argv) > 1 and sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    if len(sys.argv) not in (4, 5):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    program, game, size = pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:4]
    if game not in check_certificate.BOARDS:
        print(f"'{game}' is no game of certificates; give {' or '.join(check_certificate.BOARDS)}", file=sys.stderr)
        return 2
    if not (size.isascii() and size.isdigit() and MIN_SIDE <= int(size[:4]) <= MAX_SIDE):
        print(f"'{size}' is no size; give a number from {MIN_SIDE} to {MAX_SIDE}", file=sys.stderr)
        return 2
    try:
        if len(sys.argv) == 4:
            with tempfile.TemporaryDirectory() as name:
                return 1 if prove_all(program, game, int(size), pathlib.Path(name)) else 0
        folder = pathlib.Path(sys.argv[4])
        folder.mkdir(parents=True, exist_ok=True)
        return 1 if prove_all(program, game, int(size), folder) else 0
    except OSError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
