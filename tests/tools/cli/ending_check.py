#!/usr/bin/env python3
"""A won ending is not thrown away, by whichever way the program is asked: GTP, JSON, HTTP, tournaments.

Usage: ending_check.py PROGRAM ENDING

ENDING is a game of Rex 11 x 11 up to a position with Black to move, in which the net is nearly sure of
a move that loses. Exhaustive search has found the moves that win.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

PROGRAM, ENDING = sys.argv[1], pathlib.Path(sys.argv[2])
MOVES = ENDING.read_text().split()
WINNING = {"j2", "i3", "k3", "i4", "k5", "g6", "h6", "h7", "j7"}
OPTIONS = ["--backend", "cpu", "--threads", "1"]
VISITS = 300
QUERY = {"id": "ending", "game": "rex", "size": 11, "maxVisits": VISITS,
         "moves": [["BW"[i % 2], cell] for i, cell in enumerate(MOVES)]}


def run(*arguments, text=None):
    return subprocess.run([PROGRAM, *arguments], input=text, text=True, timeout=600, check=True,
                          stdout=subprocess.PIPE).stdout


def is_won(answer):
    """Whether an answer of the analysis plays a move that wins, and knows it."""
    best = min(answer["moveInfos"], key=lambda info: info["order"])
    assert best["move"] in WINNING, best
    assert answer["rootInfo"]["proof"] == "win", answer["rootInfo"]


def check_gtp():
    plays = "".join(f"play {'bw'[i % 2]} {cell}\n" for i, cell in enumerate(MOVES))
    said = run("gtp", "--game", "rex", "--size", "11", "--visits", str(VISITS), *OPTIONS,
               text=plays + "genmove b\n")
    assert said.split()[-1] in WINNING, said


def check_json():
    is_won(json.loads(run("analyze", "--stream", *OPTIONS, text=json.dumps(QUERY) + "\n")))


def check_http():
    """As the page asks."""
    server = subprocess.Popen([PROGRAM, "serve", "--port", "0", *OPTIONS], text=True,
                              stdout=subprocess.PIPE)
    try:
        address = server.stdout.readline().split()[-1]
        request = urllib.request.Request(address + "/analysis", json.dumps(QUERY).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=600) as answer:
            is_won(json.load(answer))
    finally:
        server.terminate()
        assert server.wait(60) == 0


def check_tournament(folder):
    """Black, who can win, does so whichever of two engines has the colour."""
    (folder / "openings").write_text(" ".join(MOVES) + "\n")
    # The game is set by the tournament, not by the command.
    command = f"{PROGRAM} gtp --visits {VISITS} {' '.join(OPTIONS)}"
    engines = [{"name": name, "command": command} for name in ("one", "other")]
    (folder / "spec").write_text(json.dumps({
        "engines": engines, "game": "rex", "size": 11, "games": 2,
        "openings": {"from": "file", "file": str(folder / "openings")}}))
    run("tournament", folder / "spec", "--out", folder / "results")
    games = run("results", folder / "results", "--jsonl", "-").splitlines()
    assert len(games) == 2
    for game in map(json.loads, games):
        assert game["winner"] == game["black"], game


def main():
    check_gtp()
    check_json()
    check_http()
    with tempfile.TemporaryDirectory() as name:
        check_tournament(pathlib.Path(name))


if __name__ == "__main__":
    main()
