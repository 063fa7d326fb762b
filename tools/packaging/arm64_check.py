"""Holds a package for arm64 to what it must be, by qemu.

Usage: arm64_check.py PACKAGE.deb SYSROOT VERSION

SYSROOT has the C library for arm64. The program must play a game of Hex to its end, and solve one.
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command, text=""):
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def main():
    package, sysroot, version = sys.argv[1:]
    assert run("dpkg-deb", "--field", package, "Architecture").strip() == "arm64"
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "--extract", package, folder)
        names = {str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*") if path.is_file()}
        for name in ("usr/bin/isthmus", "usr/share/man/man1/isthmus.1", "usr/share/doc/isthmus/copyright"):
            assert name in names, sorted(names)
        program = pathlib.Path(folder, "usr/bin/isthmus")
        assert "ARM aarch64" in run("file", program) and ", stripped" in run("file", program)
        assert sysroot.encode() not in program.read_bytes(), "the program says where it was built"
        emulated = ("qemu-aarch64-static", "-L", sysroot, program)
        facts = run(*emulated, "--version")
        assert facts.startswith(f"isthmus {version}\n") and "hex, " in facts and "NEON" in facts, facts
        played = run(*emulated, "gtp", "--size", "4", "--visits", "20", "--threads", "1",
                     text="genmove b\ngenmove w\n" * 8 + "final_score\n")
        assert re.search(r"^= [BW]\+", played, re.MULTILINE), played
        # Black wins the empty board, and the solver needs no net to see it.
        assert '"winner":"B"' in run(*emulated, "solve", "--size", "4")
    print(f"{pathlib.Path(package).name}: plays and solves")


main()
