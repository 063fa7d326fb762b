#!/usr/bin/env python3
"""Plants faults in the sources one by one, and says which no test noticed.

Usage: mutate.py [--count N] [--seed N] [--only FOLDER] [--folder FOLDER] [--jobs N]

A fault is one operator, bound or constant of a line of engine/, games/ or protocols/, made another; which
ones follows from the seed. Each is built, and the test programs of its room are run until one fails. Worked on
is a checkout of HEAD of its own (--folder, build/mutants without it), so that yours stays as it is.

For each fault a line says what became of it:
  noticed    a test failed, crashed, or took several times as long as without the fault
  no change  the programs are the same to the byte; another fault is planted instead
  no build   likewise
  SURVIVED   no test of the room noticed. Those that run the whole program (tests/**/*_check.py) still may

The exit code is 0 however many survive: some change nothing that can be seen (a limit on work, a hint, an
order among equals), and it takes a reader to distinguish these from what needs a test.
"""

import argparse
import hashlib
import pathlib
import random
import re
import resource
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_BYTES = 6 << 30
# By folder, the first that fits: the test programs that are run, the quickest first.
TESTS = {
    "engine/base": "engine protocols",
    "engine/board": "games hex protocols search",
    "engine/captures": "engine outcomes",
    "engine/evaluation": "search net",
    "engine/fills": "engine search",
    "engine/game": "games hex protocols search solve",
    "engine/net": "net",
    "engine/playout": "outcomes search",
    "engine/random": "engine",
    "engine/search": "search protocols",
    "engine/settings": "protocols search",
    "engine/shapes": "outcomes",
    "engine/solve": "knowledge solve solver_threads",
    "engine/theory": "certificates hex solve",
    "games/certificates": "certificates",
    "games/gonnect": "games outcomes",
    "games/havannah": "games outcomes knowledge",
    "games/hex": "games hex",
    "games/rex": "games knowledge",
    "games/y": "games knowledge",
    "games": "games",
    "protocols/actions": "actions",
    "protocols/drawing": "protocols",
    "protocols/formats": "protocols actions",
    "protocols/http": "http",
    "protocols/review": "protocols",
    "protocols": "protocols actions",
}
FAULTS = [(re.compile(pattern), other) for pattern, other in (
    (r" <= ", " < "), (r" < ", " <= "), (r" >= ", " > "), (r" > ", " >= "), (r" == ", " != "),
    (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "),
    (r" \* ", " + "), (r" / ", " * "), (r" % ", " / "), (r" \+= ", " -= "), (r" -= ", " += "),
    (r" & ", " | "), (r" \| ", " & "), (r" \^ ", " | "), (r" << ", " >> "), (r" >> ", " << "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"(?<=[(\s])!(?=[a-z(])", ""),
    (r"\bstd::min\b", "std::max"), (r"\bstd::max\b", "std::min"),
    (r"(?<![\w.'])0(?![\w.'])", "1"), (r"(?<![\w.'])[1-9]\d*(?![\w.'])", "{} + 1"),
    (r"(?<![\w.'])\d+\.\d+(?![\w.'])", "{} * 1.5"),
)]
# What of a line is no code of a function: comments, texts, and lines that only declare.
NO_CODE = re.compile(r'//.*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'')
DECLARES = re.compile(r"\s*(#|using |namespace |template|static_assert|friend )")


def blanked(line):
    """The line with what is no code made blanks, so that places stay."""
    return NO_CODE.sub(lambda found: " " * len(found[0]), line)


def faults_of(path):
    """All faults of a file: number of the line, and the line with the fault."""
    for number, line in enumerate(path.read_text().split("\n")):
        if DECLARES.match(line):
            continue
        code = blanked(line)
        for pattern, other in FAULTS:
            for found in pattern.finditer(code):
                yield number, line[: found.start()] + other.format(found[0]) + line[found.end() :]


def limit_memory():
    """For a program with a fault that never has enough."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))


class Programs:
    """The test programs in a build folder, and how long each runs without a fault."""

    def __init__(self, sources, jobs):
        self.build_folder = sources / "build/mutants"
        self.jobs = jobs
        self.usual = {}
        self.digests = {}
        subprocess.run(["cmake", "-S", sources, "-B", self.build_folder, "-G", "Ninja",
                        "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG",
                        "-DISTHMUS_CUDA=OFF", "-DISTHMUS_PYTHON=OFF", "-DISTHMUS_MPI=OFF"],
                       check=True, stdout=subprocess.DEVNULL)

    def build(self, names):
        targets = [f"{name}_tests" for name in names]
        return subprocess.run(["cmake", "--build", self.build_folder, "-j", str(self.jobs), "--target", *targets],
                              capture_output=True, text=True, check=False)

    def path(self, name):
        return self.build_folder / "tests" / f"{name}_tests"

    def digest(self, name):
        return hashlib.sha256(self.path(name).read_bytes()).digest()

    def run(self, name, limit):
        """Whether all tests of a program pass within a limit of seconds."""
        try:
            run = subprocess.run([self.path(name), "--abort-after=1"], timeout=limit, check=False,
                                 preexec_fn=limit_memory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0

    def learn(self, names):
        """Builds and runs those without a fault that were not yet."""
        names = [name for name in names if name not in self.usual]
        built = self.build(names) if names else None
        if built and built.returncode != 0:
            sys.exit(f"mutate: without a fault it does not build:\n{built.stdout}")
        for name in names:
            begin = time.monotonic()
            if not self.run(name, 1800):
                sys.exit(f"mutate: {name} fails without a fault")
            self.usual[name] = time.monotonic() - begin
            self.digests[name] = self.digest(name)

    def outcome(self, names):
        if self.build(names).returncode != 0:
            return "no build"
        changed = [name for name in names if self.digest(name) != self.digests[name]]
        if not changed:
            return "no change"
        for name in changed:
            if not self.run(name, 60 + 5 * self.usual[name]):
                return "noticed"
        return "SURVIVED"


def tests_of(path):
    return next(tests.split() for folder, tests in TESTS.items() if path.startswith(folder + "/"))


def sources_of(folder, only):
    listed = subprocess.run(["git", "-C", folder, "ls-files", "engine", "games", "protocols"], check=True,
                            capture_output=True, text=True).stdout.split()
    return [path for path in listed if path.endswith((".cpp", ".hpp")) and path.startswith(only)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/mutants")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    folder = options.folder.resolve()
    if not folder.exists():
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", folder], check=True)
    head = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    subprocess.run(["git", "-C", folder, "checkout", "--quiet", "--force", "--detach", head.stdout.strip()],
                   check=True)
    faults = [(path, *fault) for path in sources_of(folder, options.only) for fault in faults_of(folder / path)]
    random.Random(options.seed).shuffle(faults)
    programs = Programs(folder, options.jobs)
    planted = survived = 0
    for path, number, line in faults:
        if planted == options.count:
            break
        tests = tests_of(path)
        programs.learn(tests)
        source = folder / path
        text = source.read_text()
        lines = text.split("\n")
        before, lines[number] = lines[number], line
        try:
            source.write_text("\n".join(lines))
            outcome = programs.outcome(tests)
        finally:
            source.write_text(text)
        print(f"{outcome:10}{path}:{number + 1}: {before.strip()}  ->  {line.strip()}", flush=True)
        planted += outcome in ("noticed", "SURVIVED")
        survived += outcome == "SURVIVED"
    print(f"{planted} faults, of {len(faults)} that there are: {planted - survived} noticed, {survived} survived")


main()
