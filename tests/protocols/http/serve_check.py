"""Runs `isthmus serve` as a user would: how it starts, what it refuses, and how it ends.

Usage: serve_check.py PROGRAM
"""

import http.client
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading

PROGRAM = sys.argv[1]
OPTIONS = ["serve", "--evaluator", "fills", "--backend", "cpu", "--fills", "512"]


class Server:
    def __init__(self, *options, before=None, **environment):
        self.process = subprocess.Popen([PROGRAM, *OPTIONS, "--port", "0", *options],
                                        stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, preexec_fn=before,
                                        env={**os.environ, **environment})
        line = self.process.stdout.readline()
        match = re.fullmatch(r"Listening on http://([0-9.]+):(\d+)\n", line)
        assert match, (line, self.process.stderr.read())
        self.host, self.port = match[1], int(match[2])

    def ask(self, method, path, query=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        body = None
        if query is not None:
            body, headers["Content-Type"] = json.dumps(query), "application/json"
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()

    def end(self, signal_number=signal.SIGTERM):
        self.process.send_signal(signal_number)
        return self.wait()

    def wait(self):
        code = self.process.wait(60)
        errors = self.process.stderr.read()
        assert code == 0, (code, errors)


def refused(code, *words, options=(), **environment):
    run = subprocess.run([PROGRAM, *OPTIONS, *options], capture_output=True, text=True, timeout=60,
                         env={**os.environ, **environment}, check=False)
    assert run.returncode == code, (options, run)
    assert run.stdout == "" and run.stderr.count("\n") == 1, (options, run)
    for word in words:
        assert word in run.stderr, (options, run)


def check_starts():
    refused(1, "--token-file", "ISTHMUS_TOKEN", options=["--host", "0.0.0.0"])
    refused(2, "token", options=["--host", "0.0.0.0"], ISTHMUS_TOKEN=" ")
    refused(2, "--token-file", options=["--token", "secret"])
    refused(2, "/no/such/file", options=["--token-file", "/no/such/file"])
    refused(2, "--port", options=["--port", "70000"])
    refused(2, "--queue", options=["--queue", "0"])
    for how in ("file", "environment"):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "token")
            file.write_text("secret\n")
            if how == "file":
                server = Server("--host", "0.0.0.0", "--token-file", str(file))
            else:
                server = Server("--host", "0.0.0.0", ISTHMUS_TOKEN="secret")
        assert server.host == "0.0.0.0"
        assert server.ask("GET", "/status")[0] == 401
        assert server.ask("GET", "/status", Authorization="Bearer secret")[0] == 200
        refused(1, str(server.port), options=["--port", str(server.port)])
        server.end(signal.SIGINT)


def check_hangup():
    """A terminal that goes ends it in order, unless that is to be ignored."""
    server = Server()
    server.end(signal.SIGHUP)
    server = Server(before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    server.process.send_signal(signal.SIGHUP)
    assert server.ask("GET", "/ping") == (200, b"pong")
    server.end()


def check_limits():
    server = Server("--max-visits", "10", "--memory", "100")
    status, body = server.ask("POST", "/analysis", {"size": 9, "maxVisits": 1000000})
    assert status == 200
    answer, warning = map(json.loads, body.splitlines())
    assert warning["field"] == "maxVisits"
    assert answer["rootInfo"]["visits"] == 10
    status, body = server.ask("POST", "/analysis",
                              {"size": 5, "overrideSettings": {"memory": 65536}})
    assert status == 400
    assert json.loads(body)["field"] == "overrideSettings/memory"
    server.end()


def check_end():
    """What is under way when SIGTERM comes is answered, by all of many clients."""
    server = Server("--grace", "1", "--max-visits", "4e9", "--max-time", "1e6", "--memory", "16")
    answers = []

    def ask(query):
        status, body = server.ask("POST", "/analysis", query)
        answers.append((status, json.loads(body)))

    endless = {"id": "endless", "size": 11, "maxVisits": 4000000000}
    # Some 0.2 seconds, so that it ends within the time of grace.
    short = {"id": "short", "size": 9, "maxTime": 0.2}
    threads = [threading.Thread(target=ask, args=(query,)) for query in [endless, short] * 8]
    for thread in threads:
        thread.start()
    while True:
        status = json.loads(server.ask("GET", "/status")[1])
        if status["positionsSearched"] + status["positionsWaiting"] + \
                status["positionsAnswered"] == len(threads):
            break
    server.end()
    for thread in threads:
        thread.join()
    assert len(answers) == len(threads)
    for status, answer in answers:
        assert status == 200
        assert answer["isDuringSearch"] is False
        assert answer["rootInfo"]["visits"] > 0


def ask_at_once(server, queries):
    """The answers' status and body, or nothing where the connection was closed."""
    answers = []

    def ask(query):
        try:
            answers.append(server.ask("POST", "/analysis", query))
        except (OSError, http.client.HTTPException):
            answers.append(None)

    threads = [threading.Thread(target=ask, args=(query,)) for query in queries]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def check_address_space():
    """Many searches fit into an address space that eight of them could fill; where it is too small for
    them, that costs queries, and the server goes on."""
    if b"__asan_init" in pathlib.Path(PROGRAM).read_bytes():
        print("SKIPPED: a sanitizer takes the whole address space")
        return
    server = Server()
    resource.prlimit(server.process.pid, resource.RLIMIT_AS, (8 << 30, resource.RLIM_INFINITY))
    queries = [{"size": 11, "maxVisits": 500, "moves": [["B", f"a{i + 1}"]]} for i in range(11)] * 2
    assert [answer[0] for answer in ask_at_once(server, queries)] == [200] * len(queries)
    server.end()

    failed = 0
    for megabytes in (32, 80, 120):
        server = Server("--searches", "64")
        status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
        limit = (int(re.search(r"VmSize:\s*(\d+)", status)[1]) << 10) + (megabytes << 20)
        resource.prlimit(server.process.pid, resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
        answers = ask_at_once(server, [{"size": 19, "maxVisits": 400, "id": str(i)} for i in range(30)])
        for answer in answers:
            failed += answer is None or answer[0] != 200
            assert answer is None or answer[0] == 200 or (
                answer[0] == 500 and "memory" in json.loads(answer[1])["error"]), answer
        code = server.process.poll()
        assert code is None, (megabytes, code, server.process.stderr.read())
        resource.prlimit(server.process.pid, resource.RLIMIT_AS, (8 << 30, resource.RLIM_INFINITY))
        assert server.ask("POST", "/analysis", {"size": 19, "maxVisits": 100})[0] == 200
        server.end()
    assert failed > 0


check_starts()
check_hangup()
check_limits()
check_end()
check_address_space()
