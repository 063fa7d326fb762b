#!/usr/bin/env python3
"""Certificates as the program writes them, checked by it and by games/check_certificate.py.

Usage: proof_check.py PROGRAM CHECKER [DAMAGED]

DAMAGED certificates of each game, 100 if not given, are shown to both.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # no folder beside the checker, which is imported
PROGRAM, CHECKER = map(str, map(pathlib.Path.resolve, map(pathlib.Path, sys.argv[1:3])))
DAMAGED = int(sys.argv[3]) if len(sys.argv) > 3 else 100


def run(*arguments, text=""):
    return subprocess.run([str(argument) for argument in arguments], input=text, text=True,
                          capture_output=True, timeout=120, check=False)


def solve(*arguments, text=""):
    return run(PROGRAM, "solve", *arguments, text=text)


def is_refused(result, code):
    """With one line that says why."""
    assert result.returncode == code, result
    assert len(result.stderr.splitlines()) == 1, result.stderr


def check_board(game, side, folder):
    """The empty board and each opening, by both checkers. Returns the last certificate."""
    cells = [chr(97 + column) + str(row + 1) for row in range(side) for column in range(side)
             if game != "y" or column + row < side]
    winners = {}
    for moves in [[]] + [[["B", cell]] for cell in cells]:
        path = folder / f"proof-{len(winners)}"
        solved = solve("-", "--proof", path, text=json.dumps({"game": game, "size": side, "moves": moves}))
        assert solved.returncode == 0, solved
        winners[path] = json.loads(solved.stdout)["winner"]
        verified = solve("--verify", path)
        assert verified.returncode == 0, verified
        assert json.loads(verified.stdout)["winner"] == winners[path], (solved, verified)
        assert json.loads(verified.stdout)["black"] == [cell for _, cell in moves], verified
    checked = run(sys.executable, CHECKER, *winners)
    assert checked.returncode == 0, checked
    assert [line.split(",")[0] for line in checked.stdout.splitlines()] == [
        f"{path}: {winner} wins" for path, winner in winners.items()], (checked, winners)
    return path


def check_damage(path, folder):
    """Both checkers say the same of damaged certificates."""
    # The checker's own functions: a process for each takes too long.
    sys.path.insert(0, str(pathlib.Path(CHECKER).parent))
    import check_certificate
    text = path.read_text()
    numbers = random.Random(1)
    words = sorted(set(text.split()) | {"a1", "#0", "#999", "first", "third", "any"})
    refused = 0
    for _ in range(DAMAGED):
        lines = [line.split(" ") for line in text.splitlines()]
        line = numbers.choice(lines)
        line[numbers.randrange(len(line))] = numbers.choice(words)
        other = folder / "damaged"
        other.write_text("".join(" ".join(line) + "\n" for line in lines))
        try:
            with open(other, "rb") as file:
                check_certificate.check(file)
            holds = True
        except check_certificate.Wrong:
            holds = False
        result = solve("--verify", other)
        assert (result.returncode == 0) == holds, (other.read_text(), result)
        if not holds:
            assert result.returncode in (1, 2) and len(result.stderr.splitlines()) == 1, result
            refused += 1
    assert refused > DAMAGED // 2, refused


def check_threads(path):
    """By many threads, which find each other's facts."""
    query = json.dumps({"size": 5, "moves": [["B", "a3"]]})
    for threads in (1, 2, 5):
        assert solve("-", "--threads", threads, "--proof", path, text=query).returncode == 0
        assert solve("--verify", path).returncode == 0
        assert run(sys.executable, CHECKER, path).returncode == 0


def check_checkpoint(folder):
    """A certificate that a limit stopped is gone on with, by facts that are checked again."""
    proof, checkpoint, facts = (folder / name for name in ("stopped", "search", "search.facts"))
    query = json.dumps({"size": 7, "moves": [["B", "a7"]]})

    def prove(*more):
        return solve("-", "--threads", 1, "--proof", proof, "--checkpoint", checkpoint, "--resume", *more,
                     text=query)
    assert solve("-", "--threads", 1, "--checkpoint", checkpoint, text=query).returncode == 0
    for _ in range(100):  # until some facts are there
        stopped = prove("--time", 0.1)
        assert stopped.returncode == 1 and len(stopped.stderr.splitlines()) <= 1, stopped
        assert not proof.exists()
        if facts.exists() and len(facts.read_text().splitlines()) > 100:
            break
    text = facts.read_text()
    assert text.startswith("isthmus-facts 1\ngame hex\nboard 7x7\nwinner "), text[:80]
    for other in (text.replace("7x7", "6x6"), text.replace("all first", "all second"), "no facts\n", "no"):
        facts.write_text(other)
        is_refused(prove(), 2)
        assert not proof.exists() and facts.read_text() == other
    # A line that was being written when all ended is lost, and what comes is written behind the rest.
    facts.write_text(text + "all first sec")
    for tenths in range(1, 100):  # until there are more facts, behind the check of those that are there
        assert prove("--time", tenths / 10).returncode == 1 and not proof.exists()
        more = facts.read_text()
        if more.endswith("\n") and more != text:
            break
    assert more.startswith(text) and more.endswith("\n") and more != text
    assert "all first sec\n" not in more and more.count("isthmus-facts") == 1
    assert prove().returncode == 0
    assert not facts.exists()
    assert solve("--verify", proof).returncode == 0
    assert run(sys.executable, CHECKER, proof).returncode == 0


def check_bad_input(folder):
    is_refused(solve("--verify", folder / "none"), 2)
    (folder / "text").write_text("no certificate\n")
    is_refused(solve("--verify", folder / "text"), 2)
    is_refused(solve("--game", "havannah", "--size", "3", "--proof", folder / "havannah"), 2)
    is_refused(solve("--size", "3", "--proof", folder / "none" / "proof"), 2)
    is_refused(solve("--size", "3", "--proof", folder / "late", "--time", "1e-9"), 1)
    assert not (folder / "havannah").exists() and not (folder / "late").exists()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for game, sides in (("hex", (2, 3, 4)), ("y", (2, 3, 4)), ("rex", (2, 3, 4))):
            for side in sides:
                path = check_board(game, side, folder)
            check_damage(path, folder)
        check_threads(path)
        check_checkpoint(folder)
        check_bad_input(folder)


if __name__ == "__main__":
    main()
