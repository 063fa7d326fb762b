#!/usr/bin/env python3
"""Runs selfplay, tournaments and solve on four ranks of this machine, and kills one of them in mid-run:

    mpi_check.py ISTHMUS TEST_ENGINE KILLED_RANK [SLOWNESS]

With SLOWNESS, where each game takes that many times as long, as under sanitizers, there are that many times
fewer.

Ends with 0 where all is well, 77 where there is no MPI, and 1 otherwise."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

PROGRAM, ENGINE, KILLED_RANK = sys.argv[1:4]
SLOWNESS = int(sys.argv[4]) if len(sys.argv) > 4 else 1
GAMES = 300 // SLOWNESS  # of self-play
LOSSY_GAMES = 6000 // SLOWNESS
GAMES_A_PAIR = 32 // SLOWNESS  # of three pairs of engines
ENGINE_DELAY = 0.08 * SLOWNESS  # seconds; games last for longer than it takes to miss a rank
RANKS = 4
SELFPLAY = (
    "selfplay --backend cpu --evaluator fills --fills 512 --sizes 5:2,4x6 --visits 40 "
    "--cheap-visits 8 --seed 5 --workers 1 --parallel 8"
).split()

# MPI itself leaks, and is not what is tested. It does not like to be root in a container.
ENVIRONMENT = dict(
    os.environ,
    OMPI_ALLOW_RUN_AS_ROOT="1",
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
    ASAN_OPTIONS="detect_leaks=0:" + os.environ.get("ASAN_OPTIONS", ""),
)


class Run:
    """A run of the program by mpirun."""

    def __init__(self, arguments, mpirun=(), ranks=RANKS):
        command = ["mpirun", "--oversubscribe", *mpirun, "-n", str(ranks), *map(str, arguments)]
        self.output = tempfile.TemporaryFile("w+")
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            command, env=ENVIRONMENT, stdout=self.output, stderr=self.errors
        )

    def text(self, file):
        # The place in the file is that of the program too, which may go on writing there.
        descriptor = file.fileno()
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0).decode()

    def whole_lines(self):
        return self.text(self.output).rpartition("\n")[0]

    def has_lost(self, rank):
        return f"rank {rank} is lost: it is silent" in self.text(self.errors)

    def finish(self):
        try:
            code = self.process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            self.cancel()
        return code, self.text(self.output), self.text(self.errors)

    def cancel(self):
        """Prints where those are that do not end, and ends them."""
        processes = [*children_of(self.process.pid), self.process.pid]
        stacks = [stacks_of(pid) for pid in processes]
        for pid in processes:
            with contextlib.suppress(ProcessLookupError):  # it has ended after all
                os.kill(pid, signal.SIGKILL)
        check(False, "a run does not end", *stacks, self.text(self.output), self.text(self.errors))


def children_of(parent):
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            # Behind the name: the state, and the parent.
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(entry.name))
    return found


def stacks_of(pid):
    """What the threads of a process do: by gdb where that is installed, else by the system."""
    if shutil.which("gdb"):
        gdb = ["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 20"]
        return subprocess.run(gdb, capture_output=True, text=True).stdout
    lines = []
    for task in sorted(pathlib.Path(f"/proc/{pid}/task").glob("*")):
        try:
            name, where = (task / "comm").read_text().strip(), (task / "wchan").read_text()
            ticks = (task / "stat").read_text().rpartition(")")[2].split()[11]
            lines.append(f"process {pid}, thread {task.name} {name}: in {where}, {ticks} ticks")
        except OSError:
            continue
    return "\n".join(lines)


def run_program(arguments, mpirun=(), ranks=RANKS):
    return Run([PROGRAM, *arguments, "--mpi"], mpirun, ranks)


def rank_of(folder, rank):
    """The process id of a rank of the run that has this folder among its arguments."""
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            arguments = (entry / "cmdline").read_bytes().split(b"\0")
            environment = (entry / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if (
            arguments[0] == PROGRAM.encode()
            and str(folder).encode() in arguments
            and b"OMPI_COMM_WORLD_RANK=%d" % rank in environment
        ):
            return int(entry.name)
    return None


def wait_for(condition):
    end = time.monotonic() + 300
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.005)
    sys.exit("mpi_check: waited in vain")


def check(condition, what, *shown):
    if condition:
        return
    for text in shown:
        print(text, file=sys.stderr)
    sys.exit(f"mpi_check: {what}")


def bodies(folder):
    """The games of all shards, each as its bytes, sorted."""
    games = []
    for shard in sorted(folder.glob("games-*.shard")):
        data = shard.read_bytes()
        at = len("isthmus-games 1\n")
        while at < len(data):
            (length,) = struct.unpack_from("<I", data, at)
            games.append(data[at + 8 : at + 8 + length])
            check(len(games[-1]) == length, f"{shard} is torn")
            at += 8 + length
    return sorted(games)


def check_selfplay(folder):
    """The games of many ranks are those of one process; for a lost rank's others are played. The next
    run plays other games."""
    together, alone, lossy = folder / "together", folder / "alone", folder / "lossy"
    code, output, errors = run_program([*SELFPLAY, "--games", str(GAMES), "--out", together]).finish()
    check(code == 0, "selfplay failed", errors)
    totals = json.loads(output)
    run = subprocess.run(
        [PROGRAM, *SELFPLAY, "--games", str(GAMES), "--out", alone], capture_output=True, check=True
    )
    check(bodies(together) == bodies(alone), "the games are not those of one process")
    for name in ("games", "moves", "policyTargets", "evaluations"):
        check(totals[name] == json.loads(run.stdout)[name], f"the totals differ in {name}", output)
    check(len(list(together.glob("games-*.shard"))) > 1, "one rank played all games")
    code, _, errors = run_program([*SELFPLAY, "--games", str(GAMES // 3), "--out", together]).finish()
    check(code == 0, "selfplay failed in a folder of games", errors)
    check(len(seeds_of(together)) == GAMES + GAMES // 3, "games were played again")

    options = ["--games", str(LOSSY_GAMES), "--patience", "6", "--out", lossy]
    process = run_program([*SELFPLAY, *options], ["--enable-recovery"])
    wait_for(lambda: lossy.exists() and len(bodies_so_far(lossy)) > 500)
    # Rank 0 sleeps until all wait for its answers: that to the rank that is killed is not taken.
    leader = rank_of(lossy, 0)
    os.kill(leader, signal.SIGSTOP)
    time.sleep(1)
    os.kill(rank_of(lossy, 2), signal.SIGKILL)
    os.kill(leader, signal.SIGCONT)
    code, output, errors = process.finish()
    check(code == 0, "selfplay did not get over the loss of a rank", errors)
    check(process.has_lost(2), "the rank was not missed", errors)
    # The rank may have written games whose end it could not report.
    games = len(seeds_of(lossy))
    check(LOSSY_GAMES <= games < LOSSY_GAMES + 100, f"of {LOSSY_GAMES} games there are {games}")


def seeds_of(folder):
    """The seeds of all games, each of which is there once."""
    seeds = [body[8:16] for body in bodies(folder)]
    check(len(set(seeds)) == len(seeds), "a game was played twice")
    return seeds


def bodies_so_far(folder):
    return [None] * (sum(shard.stat().st_size for shard in folder.glob("games-*.shard")) // 150)


def write_spec(folder):
    # Started anew for each game, a player's moves follow from its opening.
    engines = [
        {"name": f"random{i}", "command": f"sleep {ENGINE_DELAY}; exec {ENGINE} random {i}", "restart": True}
        for i in (1, 2, 3)
    ]
    spec = {"size": 6, "games": GAMES_A_PAIR, "openings": "all-1ply", "engines": engines}
    path = folder / "spec.json"
    path.write_text(json.dumps(spec))
    return path


def count_games(folder):
    try:
        with contextlib.closing(sqlite3.connect(f"file:{folder / 'results.sqlite'}?mode=ro", uri=True)) as results:
            return results.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.OperationalError:  # not made yet
        return 0


def without_times(table):
    """What follows from the games alone: the clock's overhead is measured, and never the same."""
    lines = table.splitlines()
    kept = [line for line in lines if not line.startswith("Clock overhead: ")]
    check(len(kept) == len(lines) - 1, "the table does not show the clock's overhead", table)
    return kept


def check_tournament(folder):
    """However ranks are lost, the table is that of a tournament on one machine."""
    spec = write_spec(folder)
    tables = {}
    for name in ("alone", "together", "sleepy", "lossy", "resumed"):
        (folder / name).mkdir()

    def arguments(name, *more, patience=2):
        return ["tournament", str(spec), "--out", str(folder / name), "--patience", str(patience), *more]

    def table(name):
        return without_times((folder / name / "table.txt").read_text())

    subprocess.run(
        [PROGRAM, "tournament", str(spec), "--out", str(folder / "alone"), "--jobs", "2"],
        capture_output=True,
        check=True,
    )
    code, output, errors = run_program(arguments("together", patience=60)).finish()
    check(code == 0, "the tournament failed", errors)
    check(without_times(output) == table("alone"), "the table differs from that of one machine", output)

    process = run_program(arguments("sleepy"))
    wait_for(lambda: count_games(folder / "sleepy") > GAMES_A_PAIR // 4)
    sleeper = rank_of(folder / "sleepy", 2)
    os.kill(sleeper, signal.SIGSTOP)
    wait_for(lambda: process.has_lost(2))
    os.kill(sleeper, signal.SIGCONT)
    code, output, errors = process.finish()
    check(code == 0, "the tournament did not get over a rank that slept", errors)
    check(table("sleepy") == table("alone"), "the table differs after a sleep", output)

    process = run_program(arguments("lossy"), ["--enable-recovery"])
    wait_for(lambda: count_games(folder / "lossy") > GAMES_A_PAIR // 4)
    os.kill(rank_of(folder / "lossy", 3), signal.SIGKILL)
    code, output, errors = process.finish()
    check(code == 0, "the tournament did not get over the loss of a rank", errors)
    check(process.has_lost(3), "the rank was not missed", errors)
    check(table("lossy") == table("alone"), "the table differs after a loss", output)

    process = run_program(arguments("resumed"))
    wait_for(lambda: count_games(folder / "resumed") > GAMES_A_PAIR // 4)
    os.kill(rank_of(folder / "resumed", 1), signal.SIGKILL)
    code, output, errors = process.finish()
    check(code != 0, "mpirun took the loss of a rank for a success", errors)
    check(count_games(folder / "resumed") < 3 * GAMES_A_PAIR, "the rank was killed too late", errors)
    code, output, errors = run_program(arguments("resumed", "--resume", patience=60)).finish()
    check(code == 0, "the tournament was not resumed", errors)
    check(table("resumed") == table("alone"), "the table differs after a resume", output)


def lines_of(output):
    return [json.loads(line) for line in output.splitlines()]


def proven(answer):
    return {
        field: set(answer[field]) if field.endswith("Moves") else answer[field]
        for field in ("winner", "winningMoves", "losingMoves", "drawingMoves", "unknownMoves")
    }


def check_solve(folder):
    """Who wins is the same by any number of ranks, also where one is killed, and where a run goes on
    from another's checkpoint."""

    def arguments(game, size, *more):
        return ["solve", "--game", game, "--size", str(size), "--threads", "1", *map(str, more)]

    def alone(game, size):
        run = subprocess.run(
            [PROGRAM, *arguments(game, size, "--all")], capture_output=True, check=True
        )
        return proven(json.loads(run.stdout))

    for game, size, ranks in (("hex", 5, 4), ("havannah", 3, 3), ("gonnect", 4, 3), ("y", 6, 2)):
        expected = alone(game, size)
        check(expected["unknownMoves"] == set(), "a small board is not solved")
        code, output, errors = run_program(arguments(game, size, "--all"), ranks=ranks).finish()
        check(code == 0, f"{game} was not solved", errors)
        check(proven(json.loads(output)) == expected, f"{game} differs by ranks", output)

    expected = alone("hex", 6)
    kept = folder / "kept"
    search = arguments("hex", 6, "--all", "--patience", 2, "--report-every", 0.1)
    process = run_program([*search, "--checkpoint", str(kept)], ["--enable-recovery"])
    wait_for(lambda: any(line.get("nodes", 0) > 2000 for line in lines_of(process.whole_lines())))
    os.kill(rank_of(kept, 2), signal.SIGKILL)
    code, output, errors = process.finish()
    check(code == 0, "solve did not get over the loss of a rank", errors)
    check(process.has_lost(2), "the rank was not missed", errors)
    *reports, answer = lines_of(output)
    check(proven(answer) == expected, "what is proven differs after a loss", output)
    check(all(report["isDuringSearch"] for report in reports), "its progress was not reported", output)

    # All is known by now; and it is of no use without other ranks.
    code, output, errors = run_program([*search, "--checkpoint", str(kept), "--resume"]).finish()
    check(code == 0, "the search was not resumed", errors)
    check(proven(lines_of(output)[-1]) == expected, "what is proven differs after a resume", output)
    check(lines_of(output)[-1]["movesNodes"] == 0, "what was known was searched again", output)
    run = subprocess.run(
        [PROGRAM, *search, "--checkpoint", str(kept), "--resume"], capture_output=True, text=True
    )
    check(run.returncode == 2 and "with --mpi" in run.stderr, "it goes on alone", run.stderr)

    limited = arguments("hex", 9, "--nodes", 4000, "--checkpoint", folder / "stopped", "--resume")
    code, output, errors = run_program(limited).finish()
    answer = json.loads(output)
    check(code == 1 and answer["winner"] is None, "the limit was not heeded", output, errors)
    check(answer["toWin"] > 0 and answer["toLose"] > 0, "what is left was not reported", output)
    # Ranks report what they looked into after the answer too.
    check(4000 <= answer["nodes"] <= answer["totalNodes"] < 5000, "other nodes", output)
    # A stop of all ranks, as Slurm has it, ends them with an answer.
    endless = arguments("hex", 9, "--report-every", 0.1, "--checkpoint", folder / "stopped", "--resume")
    process = run_program(endless)
    wait_for(lambda: has_searched(process))
    for rank in children_of(process.process.pid):
        os.kill(rank, signal.SIGTERM)
    code, output, errors = process.finish()
    check(code != 0, "mpirun took a stop for a success", errors)
    stopped = lines_of(output)[-1]
    check("winner" in stopped and stopped["winner"] is None, "a stop leaves no answer", output, errors)
    check(stopped["totalNodes"] > answer["totalNodes"], "it did not go on", output)
    # So does a stop of mpirun; Open MPI 5 drops what they print then. What was kept before stays.
    process = run_program(endless)
    wait_for(lambda: has_searched(process))
    process.process.terminate()
    code, output, errors = process.finish()
    check(code != 0, "mpirun took its own stop for a success", errors)
    code, output, errors = run_program(limited).finish()
    again = json.loads(output)
    check(again["totalNodes"] - again["nodes"] >= stopped["totalNodes"], "a stop lost what was kept", output)


def has_searched(process):
    """Whether a search has reported that it looked into positions."""
    return any(json.loads(line)["nodes"] > 0 for line in process.whole_lines().splitlines())


def check_killed_rank(folder):
    """A rank that is killed while it sends a long message, or before it is answered, keeps no other
    waiting."""
    # The program looks for the module beside itself.
    for file in (KILLED_RANK, pathlib.Path(PROGRAM).parent / "isthmus_mpi.so"):
        shutil.copy(file, folder)
    program = folder / pathlib.Path(KILLED_RANK).name
    _, output, errors = Run([program], ["--enable-recovery"], ranks=3).finish()
    check("messages taken: 1" in output, "not the whole message alone was taken", output, errors)


def check_failures(folder):
    """What is wrong is reported, and no rank is left waiting."""
    process = run_program(["tournament", "/no/such/spec", "--out", folder / "none"])
    code, _, errors = process.finish()
    check(code != 0 and "cannot read /no/such/spec" in errors, "the spec was not missed", errors)
    alone = subprocess.run(
        [PROGRAM, "selfplay", "--out", str(folder / "one"), "--mpi"],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    check(alone.returncode == 2, "one rank is no error", alone.stderr)
    check("needs two ranks or more" in alone.stderr, "one rank is no error", alone.stderr)
    proof = subprocess.run(
        [PROGRAM, "solve", "--size", "3", "--proof", str(folder / "proof"), "--mpi"],
        capture_output=True,
        text=True,
    )
    check(proof.returncode == 2, "a certificate is made by ranks", proof.stderr)
    check(proof.stderr.count("\n") == 1, "not one line", proof.stderr)
    copy = folder / "isthmus"
    shutil.copy(PROGRAM, copy)
    without = subprocess.run(
        [copy, "selfplay", "--out", str(folder / "one"), "--mpi"], capture_output=True, text=True
    )
    check(without.returncode == 2, "it works without MPI", without.stderr)
    check(without.stderr.count("\n") == 1, "not one line", without.stderr)
    check("this program came without" in without.stderr, "another error", without.stderr)


def main():
    if shutil.which("mpirun") is None:
        print("SKIPPED: no mpirun here")
        sys.exit(77)
    if not (pathlib.Path(PROGRAM).parent / "isthmus_mpi.so").exists():
        print("SKIPPED: built without MPI")
        sys.exit(77)
    for run in (check_selfplay, check_tournament, check_solve, check_killed_rank, check_failures):
        with tempfile.TemporaryDirectory() as folder:
            begin = time.monotonic()
            run(pathlib.Path(folder))
            print(f"{run.__name__}: {time.monotonic() - begin:.1f} s", flush=True)


main()
