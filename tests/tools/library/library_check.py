"""Installs the library, and builds and runs its example as a project of its own, outside of the tree.

Usage: library_check.py CMAKE BUILD_FOLDER PROGRAM

BUILD_FOLDER has the library; PROGRAM is `isthmus`, to whose rules the example's game is held.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / "tools/library/example"


def run(*command, **how):
    done = subprocess.run([str(part) for part in command], text=True, capture_output=True, **how)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def main():
    cmake, build, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        run(cmake, "--install", build, "--prefix", folder / "installed", "--component", "library")
        headers = [path.name for path in (folder / "installed/include").iterdir()]
        assert headers == ["isthmus.hpp"], headers
        shutil.copytree(EXAMPLE, folder / "example")
        run(cmake, "-S", folder / "example", "-B", folder / "build",
            f"-DCMAKE_PREFIX_PATH={folder / 'installed'}", "-DCMAKE_CXX_STANDARD=17")
        run(cmake, "--build", folder / "build")
        *moves, end = run(folder / "build/example").splitlines()
        # The same game by GTP: all moves are legal, and it ends as the example says.
        commands = ["boardsize 5"] + ["play " + " ".join(move.split()[:2]) for move in moves] + ["final_score"]
        answers = run(program, "gtp", input="\n".join(commands) + "\n").split("\n\n")
        assert all(answer.startswith("=") for answer in answers[:len(commands)]), answers
        assert answers[len(commands) - 1] == f"= {end[0].upper()}+", (answers, end)
        # Black begins and wins on such a board, and an engine of 50 visits sees that early.
        assert end == "black has won" and any("wins for certain" in move for move in moves), (moves, end)
        # Nothing but what the header has is to be seen of the library.
        (library,) = (path for path in (folder / "installed").glob("lib*/**/libisthmus.so.*") if not path.is_symlink())
        symbols = run("nm", "--dynamic", "--defined-only", "--demangle", library)
        strange = [line for line in symbols.splitlines()
                   if "isthmus::" in line and "isthmus::api::" not in line]
        assert not strange, strange[:5]
    print(f"the example played {len(moves)} moves")


main()
