#!/usr/bin/env python3
"""games/solved_openings.txt, on the boards that are given, as hex5 or y4, by certificates: of each
first stone that is said to win, and of each answer to another, one is made and checked by
games/check_certificate.py, which shares nothing with what made the file.

Usage: solved_openings_check.py PROGRAM FILE games/check_certificate.py BOARD...
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


def read_board(game, side):
    """The words of that board, row by row."""
    words, is_there = [], False
    for line in FILE.read_text().splitlines():
        if line.startswith(" ") and is_there:
            words.append(line.split())
        elif not line.startswith((" ", "#")):
            is_there = line == f"{game} {side}"
    return words


def certified_winner(game, side, moves, path):
    query = json.dumps({"game": game, "size": side, "moves": moves})
    subprocess.run([PROGRAM, "solve", "-", "--threads", "1", "--proof", path], input=query, text=True,
                   capture_output=True, timeout=600, check=True)
    black = " ".join(["black"] + [cell for colour, cell in moves if colour == "B"])
    white = " ".join(["white"] + [cell for colour, cell in moves if colour == "W"])
    to_move = "BW"[len(moves) % 2]
    head = f"isthmus-certificate 1\ngame {game}\nboard {side}x{side}\n{black}\n{white}\nto-move {to_move}\n"
    assert path.read_text().startswith(head), "the certificate is of another position"
    with path.open("rb") as file:
        return check_certificate.check(file)[0]


def main():
    for board in sys.argv[4:]:
        game = board.rstrip("0123456789")
        side = int(board[len(game):])
        words = read_board(game, side)
        lengths = [side - row if game == "y" else side for row in range(side)]
        assert [len(row) for row in words] == lengths, words
        won = 0
        with tempfile.TemporaryDirectory() as folder:
            for row in range(side):
                for column in range(lengths[row]):
                    moves, word = [["B", chr(97 + column) + str(row + 1)]], words[row][column]
                    if word != "+":
                        moves.append(["W", word])
                    winner = certified_winner(game, side, moves, pathlib.Path(folder) / "certificate")
                    assert winner == ("B" if word == "+" else "W"), (board, moves, winner)
                    won += word == "+"
        print(f"{board}: {won} stones win, {sum(lengths) - won} lose, all certified")
    return 0


if __name__ == "__main__":
    sys.exit(main())
