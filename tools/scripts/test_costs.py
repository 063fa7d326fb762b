#!/usr/bin/env python3
"""Runs the tests of a build folder one after another, and prints a table of what each took.

Usage: test_costs.py BUILD_FOLDER [REGEX]

With REGEX, those alone whose names it fits. Seconds of processors are those of a test and of all processes
that it waited for, in programs and in the system; they depend less than the time by the clock on what else a
machine does. The exit code is 1 if a test failed.
"""

import json
import os
import re
import resource
import subprocess
import sys
import time


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=sys.argv[1], check=True, capture_output=True)
    has_failed = False
    print("| test | processor s | s | |\n| --- | ---: | ---: | --- |")
    for test in json.loads(listed.stdout)["tests"]:
        if not re.search(sys.argv[2] if len(sys.argv) > 2 else "", test["name"]):
            continue
        properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
        environment = dict(os.environ)
        for entry in properties.get("ENVIRONMENT", []):
            name, _, value = entry.partition("=")
            environment[name] = value
        begin, begin_seconds = time.monotonic(), processor_seconds()
        run = subprocess.run(test["command"], cwd=properties.get("WORKING_DIRECTORY"), env=environment, check=False,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
        outcome = ""
        if run.returncode == properties.get("SKIP_RETURN_CODE"):
            outcome = "skipped"
        elif "PASS_REGULAR_EXPRESSION" in properties:
            patterns = properties["PASS_REGULAR_EXPRESSION"]
            is_good = any(re.search(pattern, run.stdout + run.stderr) for pattern in patterns)
            outcome = "" if is_good else "FAILED"
        elif run.returncode != 0:
            outcome = "FAILED"
        if outcome == "FAILED":
            has_failed = True
            print(run.stdout, run.stderr, sep="\n", file=sys.stderr)
        print(f"| {test['name']} | {processor_seconds() - begin_seconds:.1f} | {time.monotonic() - begin:.1f} "
              f"| {outcome} |", flush=True)
    sys.exit(has_failed)


main()
