"""Tests the page: its parts by Node.js, and the whole of it in Chromium against the program.

Usage: web_check.py PROGRAM OUT [NAME...]
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
WEB = HERE.parents[2] / "protocols/web"


def skipped(reason):
    print("SKIPPED:", reason)
    sys.exit(77)


node = shutil.which("node")
if node is None:
    skipped("no Node.js here")
version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
if int(version.lstrip("v").split(".")[0]) < 20:
    skipped("Node.js older than 20")
# The part of Chromium that has no window takes half of the time.
browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
if browser is None:
    skipped("no Chromium here")
if not (WEB / "node_modules/playwright-core").is_dir():
    skipped("no packages in protocols/web/node_modules; npm ci installs them")
# The types of what is sent and answered are made of the schemas, and all of the page keeps to them.
subprocess.run(["npm", "run", "--silent", "check"], cwd=WEB, check=True)
sys.exit(subprocess.run([node, HERE / "run_tests.mjs", *sys.argv[1:]], env={**os.environ, "ISTHMUS_BROWSER": browser},
                        check=False).returncode)
