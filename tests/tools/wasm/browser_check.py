#!/usr/bin/env python3
"""Runs the engine as WebAssembly in Chromium, from a host of static files.

browser_check.py PROGRAM FOLDER [--measure SECONDS]: FOLDER is what tools/scripts/web_folder.sh makes;
its answers are to be those of PROGRAM. --measure prints evaluations a second as well. Exit code 77
where there is no Chromium.
"""

import argparse
import contextlib
import functools
import http.server
import json
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).parent
QUERY = {"id": "a", "size": 11, "moves": [["B", "f6"], ["W", "g5"]], "maxVisits": 30}
LONG = {"id": "long", "size": 11, "maxVisits": 10**6, "reportDuringSearchEvery": 0.1}
STOP = {"id": "x", "action": "terminate", "terminateId": "long"}


class Host(http.server.SimpleHTTPRequestHandler):
    """Serves files as `python3 -m http.server` does, and takes results."""

    results = queue.Queue()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.results.put(json.loads(body))

    def log_message(self, *_):
        pass


def end_session(process):
    """Kills a process that has a session of its own, and all in that: Debian's `chromium` is a script, which leaves
    the browser running where it is killed alone. None of them is left to write to the profile."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    end = time.monotonic() + 60
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(process.pid, 0)
            time.sleep(0.01)


def in_browser(chromium, folder, jobs, page):
    """What a fresh browser that opens the page answers to the jobs."""
    (folder / "jobs.json").write_text(json.dumps(jobs))
    handler = functools.partial(Host, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, \
            tempfile.TemporaryDirectory() as profile:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             f"--user-data-dir={profile}", f"http://127.0.0.1:{server.server_port}/{page}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return Host.results.get(timeout=240)
        finally:
            end_session(browser)
            server.shutdown()


def final(result, name):
    """The last answer for an id, and when it came."""
    assert "failure" not in result, result["failure"]
    found = [(json.loads(answer["line"]), answer["seconds"]) for answer in result["answers"]
             if json.loads(answer["line"]).get("id") == name]
    return found[-1]


def same(answer, expected):
    for each in (answer, expected):
        each["rootInfo"]["seconds"] = 0
    assert answer == expected, f"{answer}\nis not\n{expected}"


def job(threads, *queries, at_report=None):
    return {"threads": threads, "lines": [json.dumps(query) for query in queries],
            "atReport": at_report and json.dumps(at_report), "finals": len(queries)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--measure", type=float, metavar="SECONDS")
    options = parser.parse_args()
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        print("SKIPPED: there is no Chromium")
        sys.exit(77)

    expected = json.loads(subprocess.run(
        [options.program, "analyze", "-", "--instructions", "SSE4_INT16", "--threads", "1"],
        input=json.dumps(QUERY), capture_output=True, text=True, check=True).stdout)
    jobs = [job(0, QUERY), job(0, LONG, at_report=STOP),
            job(None, QUERY), job(None, LONG, at_report=STOP)]
    measured = (0, 1, 2) if options.measure else ()
    for threads in measured:
        jobs.append(job(threads, *(
            {"id": str(i), "size": 11, "moves": [["B", cell], ["W", "c9"]],
             "maxTime": options.measure} for i, cell in enumerate(("f6", "e5")[:max(1, threads)]))))

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "web"
        shutil.copytree(options.folder, folder)
        for name in ("browser_page.html", "browser_page.js"):
            shutil.copy(HERE / name, folder)
        for page in ("browser_page.html?isolated", "browser_page.html?plain"):
            if page.endswith("plain"):  # as where there are no service workers
                (folder / "isolation.js").write_text("")
            answered = in_browser(chromium, folder, jobs, page)
            assert answered["isIsolated"] == page.endswith("?isolated"), answered
            results = answered["results"]
            for result in (results[0], results[2]):
                answer, seconds = final(result, "a")
                same(answer, expected)
            print(f"{page}: 30 visits of 11 x 11 are answered {seconds:.2f} s after the worker's start")
            for result in (results[1], results[3]):
                visits = final(result, "long")[0]["rootInfo"]["visits"]
                assert 0 < visits < 10**6, visits
            for threads, result in zip(measured, results[4:]):
                speed = [final(result, str(i))[0]["rootInfo"] for i in range(max(1, threads))]
                total = sum(info["evaluations"] / info["seconds"] for info in speed)
                print(f"{page}, threads={threads}: {total:.0f} evaluations a second")


main()
