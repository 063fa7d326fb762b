"""Has allocations of `isthmus serve` fail, one or many on end, anywhere on the way of a request and its
answer: that may cost the request, and the server goes on. What asks for little then is given of the reserve of
engine/base/memory_reserve.hpp.

Usage: serve_memory_check.py PROGRAM LIBRARY [SEED RUNS]

LIBRARY is tests/support/fail_malloc.cpp. Without SEED and RUNS the places are always the same.
"""

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys

PROGRAM, LIBRARY = sys.argv[1:3]
SEED, RUNS = map(int, sys.argv[3:5]) if len(sys.argv) > 3 else (1, 40)
ALLOCATIONS = 3000  # more than the query takes
QUERY = json.dumps({"id": "a", "size": 5, "maxVisits": 30})


def ask(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/analysis", QUERY, {"Content-Type": "application/json"})
    response = connection.getresponse()
    return response.status, response.read()


def check(first, count):
    server = subprocess.Popen(
        [PROGRAM, "serve", "--evaluator", "fills", "--backend", "cpu", "--fills", "512", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "LD_PRELOAD": LIBRARY, "FAIL_AT": str(first), "FAIL_COUNT": str(count)})
    where = (first, count)
    try:
        port = int(re.search(r":(\d+)\n", server.stdout.readline())[1])
        ask(port)  # the server waits for requests now
        server.send_signal(signal.SIGUSR2)
        statuses = []
        # The first may come before the failure, and the second meet its end.
        for _ in range(8):
            try:
                statuses.append(ask(port)[0])
            except (OSError, http.client.HTTPException) as error:
                statuses.append(type(error).__name__)
            if statuses[-2:] == [200, 200]:
                break
        assert statuses[-2:] == [200, 200], (where, statuses, server.poll())
        server.terminate()
        code = server.wait(60)
        assert code == 0, (where, statuses, code)
        return statuses
    finally:
        if server.poll() is None:
            server.kill()
        errors = server.stderr.read()
        if errors:
            print(where, errors)


def main():
    chance = random.Random(SEED)
    failed = 0
    for _ in range(RUNS):
        first = int(ALLOCATIONS ** chance.random())
        statuses = check(first, chance.choice([1, 2, 5, 20]))
        failed += statuses[0] != 200
    print(f"{failed} of {RUNS} requests failed, and all servers went on")


if __name__ == "__main__":
    main()
