"""Has the GPU of the program fail in mid-run, under a server, self-play and a tournament: nothing may be
lost by that.

Usage: loss_check.py PROGRAM LOSE_DEVICE_LATER

Ends with 77 where there is no device. Where the program may use the CPU too it has to go on; where it
may not it has to end with 1 and one line, and what was done must be there afterwards.
"""

import http.client
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM, LIBRARY = map(os.path.abspath, sys.argv[1:3])
AFTER = 4  # seconds; by then everything is under way


def losing(after=AFTER):
    return {**os.environ, "LD_PRELOAD": LIBRARY, "LOSE_DEVICE_AFTER": str(after)}


def notices(errors):
    """The lines by which the program says that CUDA failed."""
    return [line for line in errors.splitlines() if "CUDA cannot" in line]


def serve(backend):
    """Clients ask from before the loss until well after it."""
    process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--backend", backend, "--evaluator", "net",
                                "--threads", "2"], env=losing(), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    port = int(re.search(r":(\d+)\n", process.stdout.readline())[1])
    begun, answers = time.monotonic(), []

    def ask(number):
        count = 0
        while time.monotonic() < begun + 2 * AFTER:
            query = {"id": f"{number}-{count}", "size": 11, "maxVisits": 400,
                     "moves": [["B", f"{chr(97 + number % 11)}{1 + count % 11}"]]}
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
            try:
                connection.request("POST", "/analysis", json.dumps(query), {"Content-Type": "application/json"})
                response = connection.getresponse()
                answers.append((time.monotonic() - begun, response.status, json.loads(response.read()), query))
            except (OSError, http.client.HTTPException):
                return  # it has ended
            count += 1

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if backend == "auto":  # otherwise it ends by itself
        process.send_signal(signal.SIGTERM)
    errors = process.communicate(timeout=60)[1]
    return process.returncode, answers, errors


def games_in(folder):
    """(net, seed) of every game in the shards of a folder."""
    games = []
    for path in sorted(pathlib.Path(folder).glob("games-*.shard")):
        data = path.read_bytes()
        at = data.index(b"\n") + 1
        while at + 8 <= len(data):
            size, = struct.unpack_from("<I", data, at)
            games.append(struct.unpack_from("<IQ", data, at + 12))
            at += 8 + size
        assert at == len(data), (path, "is cut off")
    return games


def selfplay(folder, backend, seconds, environment):
    run = subprocess.run([PROGRAM, "selfplay", "--out", folder, "--sizes", "7", "--parallel", "256", "--backend",
                          backend, "--visits", "64", "--seconds", str(seconds)], env=environment, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    return run, json.loads(run.stdout) if run.stdout else None


def check_serve():
    code, answers, errors = serve("auto")
    assert code == 0, (code, errors)
    assert len(notices(errors)) == 1, errors
    for _, status, answer, query in answers:
        assert status == 200 and answer["id"] == query["id"], answer
        assert answer["rootInfo"]["visits"] == 400 or "proof" in answer["rootInfo"], answer
    before = sum(seconds < AFTER for seconds, *_ in answers)
    print(f"served {before} queries before the loss, {len(answers) - before} after it")
    assert before > 0 and len(answers) > before

    code, answers, errors = serve("gpu")
    assert code == 1 and len(notices(errors)) == 1, (code, errors)
    bad = [answer for answer in answers if answer[1] != 200]
    assert 0 < len(bad) < len(answers), len(bad)
    for _, status, answer, _ in bad:
        assert status in (500, 503), (status, answer)
    print(f"served {len(answers) - len(bad)} queries by the GPU alone, refused {len(bad)} when it was lost")


def check_selfplay():
    with tempfile.TemporaryDirectory() as folder:
        run, totals = selfplay(folder, "auto", 3 * AFTER, losing())
        assert run.returncode == 0 and len(notices(run.stderr)) == 1, (run.returncode, run.stderr)
        games = games_in(folder)
        assert len(games) == totals["games"] > 0 and len(set(games)) == len(games)
        print(f"self-play: {len(games)} games in spite of the loss")
    with tempfile.TemporaryDirectory() as folder:
        run, _ = selfplay(folder, "gpu", 3 * AFTER, losing())
        assert run.returncode == 1 and len(notices(run.stderr)) == 1, (run.returncode, run.stderr)
        before = games_in(folder)
        assert before
        unfinished = pathlib.Path(folder, "unfinished.shard")
        in_hand = unfinished.stat().st_size if unfinished.exists() else 0
        run, totals = selfplay(folder, "gpu", 2 * AFTER, os.environ)
        assert run.returncode == 0, run.stderr
        games = games_in(folder)
        assert games[:len(before)] == before and len(games) == len(before) + totals["games"]
        assert len(set(games)) == len(games)
        print(f"self-play by the GPU alone: {len(before)} games before the loss and {in_hand} bytes of games in "
              f"hand; {totals['games']} more when it was there again")


def check_tournament():
    with tempfile.TemporaryDirectory() as folder:
        engine = f"{PROGRAM} gtp --evaluator net --backend auto --visits"
        spec = pathlib.Path(folder, "spec.json")
        spec.write_text(json.dumps({  # all games at once: by one core each of them takes the better part of a minute
            "game": "hex", "size": 9, "games": 8, "jobs": 8, "openings": "all-1ply", "seed": 1,
            "engines": [{"name": "many", "command": f"{engine} 3000"}, {"name": "few", "command": f"{engine} 2000"}],
        }))
        out = pathlib.Path(folder, "out")
        run = subprocess.run([PROGRAM, "tournament", str(spec), "--out", str(out)], env=losing(2), text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
        assert run.returncode == 0, run.stderr
        table = subprocess.run([PROGRAM, "results", str(out)], text=True, capture_output=True, check=True).stdout
        print(table)
        assert re.search(r"\b8\b", table) and "crash" not in table.lower(), table


if subprocess.run(["nvidia-smi", "-L"], capture_output=True, check=False).returncode != 0:
    print("SKIPPED: no CUDA device here")
    sys.exit(77)
for check in (check_serve, check_selfplay, check_tournament):
    check()
