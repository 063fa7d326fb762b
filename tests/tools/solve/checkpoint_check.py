"""Searches for proofs that are killed, stopped and gone on with, and checkpoints that are damaged.

Usage: checkpoint_check.py PROGRAM
"""

import json
import os
import pathlib
import pty
import random
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
# By name: what is solved, for half a second or so, by the search of Hex and by the general one; with
# sanitizers it takes up to ten times as long.
SEARCHES = {
    "hex": {"size": 6},
    "gonnect": {"game": "gonnect", "size": 4, "moves": [["B", "a1"], ["W", "b2"], ["B", "d4"]]},
}
SOLVED = ("winner", "winningMoves", "losingMoves", "drawingMoves", "unknownMoves")


def command(*arguments):
    return [PROGRAM, "solve", *map(str, arguments)]


def solve(*arguments, text=""):
    return subprocess.run(command(*arguments), input=text, text=True, capture_output=True,
                          timeout=600, check=False)


def answer_of(result, code=0):
    assert result.returncode == code and result.stderr == "", result
    return json.loads(result.stdout.splitlines()[-1])


def proven(answer):
    return {field: answer[field] for field in SOLVED}


def header_of(path):
    return json.loads(path.read_bytes().split(b"\n", 2)[1])


def refused(path, *arguments, text="", why=""):
    """In one line, and the file stays as it is."""
    before = path.read_bytes()
    result = solve(*arguments, "--checkpoint", path, text=text)
    assert result.returncode == 2 and result.stdout == "", result
    assert result.stderr.count("\n") == 1, result
    assert why in result.stderr, result
    assert path.read_bytes() == before


def kill_once(search, path):
    """Kills a search, going on from the checkpoint, once it has written what it found. Returns
    whether it was still at it."""
    before = header_of(path)["nodes"] if path.exists() else 0
    with subprocess.Popen(command(*search, "--threads", 2, "--checkpoint", path, "--resume",
                                  "--checkpoint-every", 0.1),
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and (not path.exists() or header_of(path)["nodes"] == before):
            time.sleep(0.005)
        process.kill()
        return process.stdout.read() == b""


def check_kills(name, folder):
    position, path = folder / f"{name}.json", folder / name
    position.write_text(json.dumps(SEARCHES[name]))
    search = [position, "--all"]
    expected = proven(answer_of(solve(*search, "--threads", 1)))
    kills = 0
    for _ in range(3):
        kills += kill_once(search, path)
    assert kills > 0
    header = header_of(path)
    assert header["game"] == name and header["nodes"] > 0, header
    answer = answer_of(solve(*search, "--threads", 2, "--checkpoint", path, "--resume"))
    assert proven(answer) == expected, (answer, expected)
    assert answer["totalNodes"] == header["nodes"] + answer["nodes"] + answer["movesNodes"], answer
    # All is known by now, also to a table of another size and to one thread.
    answer = answer_of(solve(*search, "--threads", 1, "--memory", 32, "--checkpoint", path,
                             "--resume"))
    assert proven(answer) == expected and answer["nodes"] + answer["movesNodes"] == 0, answer


def check_stops(folder):
    """Limits, Ctrl-C and SIGTERM leave the answer open, the numbers so far and a checkpoint."""
    path = folder / "stopped"
    search = ["--size", "9", "--threads", "2", "--checkpoint", path, "--resume"]
    # Where nothing is there it begins anew.
    answer = answer_of(solve(*search, "--nodes", 300), code=1)
    assert answer["winner"] is None and answer["toWin"] > 0 and answer["toLose"] > 0, answer
    total = answer["totalNodes"]
    assert 300 <= total <= 302 and header_of(path)["nodes"] == total, answer
    for stop in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen(command(*search, "--report-every", 0.1), stdout=subprocess.PIPE,
                              text=True) as process:
            lines, is_sent = [], False
            for line in process.stdout:
                lines.append(json.loads(line))
                if not is_sent and lines[-1].get("isDuringSearch") and lines[-1]["nodes"] > 20:
                    process.send_signal(stop)
                    is_sent = True
            assert process.wait() == 1
        *reports, answer = lines
        for report in reports:
            assert report["toWin"] > 0 and report["toLose"] > 0 and report["openMoves"] > 0, report
        assert answer["winner"] is None and answer["totalNodes"] > total, (answer, total)
        total = answer["totalNodes"]
        assert header_of(path)["nodes"] == total


def check_damage(folder):
    path, damaged = folder / "whole", folder / "damaged"
    search = ["--size", "4", "--all"]
    answer_of(solve(*search, "--checkpoint", path))
    refused(path, *search, why="--resume")
    refused(path, "--size", "5", "--resume", why="it is of hex 4 x 4")
    refused(path, "--game", "y", "--size", "4", "--resume", why="it is of hex 4 x 4")
    queries = '{"size": 4, "moves": [["B", "a1"]]}\n{"size": 4}\n'
    two = solve("-", "--checkpoint", folder / "two", text=queries)
    assert two.returncode == 2 and two.stderr.count("\n") == 1, two
    over = '{"size": 2, "moves": [["B", "a1"], ["W", "b1"], ["B", "a2"]]}'
    refused(path, "-", "--resume", text=over, why="the game is over")
    whole = path.read_bytes()
    numbers = random.Random(1)
    for i in range(60):
        if i % 3 == 0:
            other = whole[:numbers.randrange(len(whole))]
        else:
            # In the first third the heading and the header, in the last the end of the table.
            at = numbers.randrange(len(whole)) if i % 3 == 1 else -1 - numbers.randrange(16)
            other = bytearray(whole)
            other[at if i > 20 else numbers.randrange(80)] ^= 1 << numbers.randrange(8)
        damaged.write_bytes(bytes(other))
        refused(damaged, *search, "--resume")
    damaged.write_bytes(whole + b"\n")
    refused(damaged, *search, "--resume", why="it is damaged")
    leftovers = [name for name in os.listdir(folder) if ".new-" in name]
    assert not [name for name in leftovers if not name.startswith(tuple(SEARCHES))], leftovers


def check_terminal(folder):
    """Progress is shown on a terminal, on a line of its own that is gone at the end."""
    reader, terminal = pty.openpty()
    with subprocess.Popen(command("--size", "9", "--time", "2.5"), stdout=subprocess.PIPE,
                          stderr=terminal) as process:
        answer = process.stdout.read()
    os.close(terminal)
    shown = b""
    try:
        while part := os.read(reader, 1 << 16):
            shown += part
    except OSError:  # as its end reads on Linux
        pass
    answer = json.loads(answer)
    assert answer["winner"] is None and answer["seconds"] >= 2.5, answer
    # One a second, of which a busy machine may miss some.
    assert 1 <= shown.count(b" positions, ") <= answer["seconds"] and b" moves may win" in shown, shown
    assert shown.endswith(b"\r\x1b[K"), shown


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for search in SEARCHES:
            check_kills(search, folder)
        check_stops(folder)
        check_damage(folder)
        check_terminal(folder)
        result = solve("--resume")
        assert result.returncode == 2 and "--checkpoint" in result.stderr, result
        result = solve("--memory", 1000000)
        assert result.returncode == 2 and "--memory" in result.stderr, result


if __name__ == "__main__":
    main()
