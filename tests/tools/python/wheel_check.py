"""Builds the wheel, installs it into a bare environment without a network, and holds it to its stubs.

Usage: wheel_check.py BUILD_FOLDER

BUILD_FOLDER has the module for the Python that runs this. Exit code 77 where it has none, or that Python
has no venv, no NumPy or no mypy.
"""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]

# Black joins top and bottom by b1, b2 and a3.
PROGRAM = """
import isthmus

game = isthmus.Game("hex", 3)
position = game.start()
for move in ["b2", "a1", "b1", "c1", "a3"]:
    assert position.result is None
    position = position.play(move)
result: str | None = position.result
assert result == "black", result
assert position.stones.tolist() == [[-1, 1, -1], [0, 1, 0], [1, 0, 0]]
moves: list[str] = game.start().legal_moves()
assert len(moves) == 9
report = isthmus.Engine(game, "fills", backend="cpu").search(game.start(), visits=50)
best: str = report["moves"][0]["move"]
from isthmus import aec_env, spiel_game
env = aec_env.AecEnv("hex", 3)
env.reset()
assert len(spiel_game.Game("hex", 3).new_initial_state().legal_actions()) == 9
assert report["proof"] == "win" and best in moves
print(isthmus.__file__)
"""
WRONG = """
import isthmus

count: int = isthmus.Game("hex", 3).start().legal_moves()
isthmus.Game("hex", 3).begin()
"""
# What stubs have and the module not: names of types; the classes' own type, which is pybind11's; and
# constructors of what the module alone makes.
ALLOWED = [r"isthmus\.(Batch|Colour|Judgements|MoveReport|Proof|SearchReport)",
           r"isthmus\.(Engine|Game|Position|Targets|Window)", r"isthmus\.(Position|Targets)\.__init__"]


def run(*command, folder, fails=False):
    done = subprocess.run([str(part) for part in command], cwd=folder, text=True, capture_output=True,
                          env={**os.environ, "PIP_NO_INDEX": "1", "PYTHONPATH": ""})
    assert (done.returncode != 0) == fails, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    if not list((build / "python").glob("isthmus.*.so")):
        print("SKIPPED: the module was not built")
        sys.exit(77)
    for needed in ("ensurepip", "numpy", "mypy"):
        if importlib.util.find_spec(needed) is None:
            print(f"SKIPPED: this Python has no {needed}")
            sys.exit(77)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        # NumPy and mypy are the system's, as there is no network.
        run(sys.executable, "-m", "venv", "--system-site-packages", folder / "bare", folder=folder)
        python = folder / "bare" / "bin" / "python3"
        run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder,
            "--config-settings", f"build-dir={build}", ROOT, folder=folder)
        (wheel,) = folder.glob("isthmus-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            assert archive.testzip() is None
            assert {"isthmus/__init__.pyi", "isthmus/py.typed"} <= set(archive.namelist())
        again = folder / "again"
        run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", again,
            "--config-settings", f"build-dir={build}", ROOT, folder=folder)
        assert (again / wheel.name).read_bytes() == wheel.read_bytes(), "two builds differ"
        run(python, "-m", "pip", "install", "--quiet", "--no-deps", wheel, folder=folder)
        (folder / "program.py").write_text(PROGRAM)
        (folder / "wrong.py").write_text(WRONG)
        place = run(python, "program.py", folder=folder)
        assert str(folder / "bare") in place, place

        # In one run each, as mypy reads types for seconds: what is wrong is found, and nothing else.
        said = run(python, "-m", "mypy", "--strict", "--cache-dir", folder / "cache", "program.py", "wrong.py",
                   folder=folder, fails=True)
        errors = [line for line in said.splitlines() if " error: " in line]
        assert len(errors) == 2 and all(line.startswith("wrong.py:") for line in errors), said
        assert 'has type "List[str]"' in said or 'has type "list[str]"' in said, said
        assert '"Game" has no attribute "begin"' in said, said
        # pybind11's functions have no signatures; names and arguments of classes are compared.
        (folder / "allowed").write_text("\n".join(ALLOWED))
        (stub,) = (folder / "bare").glob("lib/python3*/site-packages/isthmus/__init__.pyi")
        stub.write_text(stub.read_text().replace("def setup", "def arrange"))
        said = run(python, "-m", "mypy.stubtest", "isthmus", "--ignore-missing-stub", "--ignore-unused-allowlist",
                   "--allowlist", "allowed", folder=folder, fails=True)
        errors = [line for line in said.splitlines() if line.startswith("error: ")]
        assert errors == ["error: isthmus.Game.arrange is not present at runtime"], said
    print("the wheel was built twice, installed and held to its stubs")


main()
