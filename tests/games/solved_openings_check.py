#!/usr/bin/env python3
"""games/solved_openings.txt, on boards of Hex of the sides that are given, by certificates: of each
first stone that is said to win, and of each answer to another, one is made and checked by
games/check_certificate.py, which shares nothing with what made the file.

Usage: solved_openings_check.py PROGRAM FILE games/check_certificate.py SIDE...
"""

import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
FILE, CHECKER = map(pathlib.Path, sys.argv[2:4])
sys.dont_write_bytecode = True
sys.path.insert(0, str(CHECKER.resolve().parent))
import check_certificate  # noqa: E402


def read_board(side):
    """The words of that board, row by row."""
    words, is_there = [], False
    for line in FILE.read_text().splitlines():
        if line.startswith(" ") and is_there:
            words.append(line.split())
        elif not line.startswith((" ", "#")):
            is_there = line == f"hex {side}"
    return words


def certified_winner(side, moves, path):
    query = json.dumps({"size": side, "moves": moves})
    subprocess.run([PROGRAM, "solve", "-", "--threads", "1", "--proof", path], input=query, text=True,
                   capture_output=True, timeout=600, check=True)
    black = " ".join(["black"] + [cell for colour, cell in moves if colour == "B"])
    white = " ".join(["white"] + [cell for colour, cell in moves if colour == "W"])
    to_move = "BW"[len(moves) % 2]
    head = f"isthmus-certificate 1\ngame hex\nboard {side}x{side}\n{black}\n{white}\nto-move {to_move}\n"
    assert path.read_text().startswith(head), "the certificate is of another position"
    with path.open("rb") as file:
        return check_certificate.check(file)[0]


def main():
    for side in map(int, sys.argv[4:]):
        words = read_board(side)
        assert len(words) == side and all(len(row) == side for row in words), words
        won = 0
        with tempfile.TemporaryDirectory() as folder:
            for row in range(side):
                for column in range(side):
                    moves, word = [["B", chr(97 + column) + str(row + 1)]], words[row][column]
                    if word != "+":
                        moves.append(["W", word])
                    winner = certified_winner(side, moves, pathlib.Path(folder) / "certificate")
                    assert winner == ("B" if word == "+" else "W"), (side, moves, winner)
                    won += word == "+"
        print(f"hex {side}: {won} stones win, {side * side - won} lose, all certified")
    return 0


if __name__ == "__main__":
    sys.exit(main())
