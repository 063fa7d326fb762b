"""Sees nets of a game that the trainer never heard of from the first game to matches: by turns, beside each
other with processes that are killed, and as a job of Slurm.

Usage: see harness.py
"""

import json
import os
import pathlib
import socket
import subprocess
import sys

from harness import PROGRAM, ROOT, run_checks, run_script, TRAIN, wait_until, write_config

import isthmus

from export import read_net
from folder import Folder
from history import read_history
from settings import read_settings
from state import unpack

TINY = {"steps": 40, "warm-up": 5, "blocks": 1, "channels": 32, "batch": 64, "rate": 5e-3}


def check_turns(folder):
    """Two generations of the game that only the tests know, one after another, by two runs, from state to
    state."""
    config = write_config(
        folder / "config.json", seed=1, schedule="turns", training=TINY,
        selfplay={"backend": "cpu", "sizes": "3", "games": 100, "parallel": 16, "visits": 30, "cheap-visits": 8,
                  "playouts": 16}, match={"backend": "cpu", "size": 3, "games": 20, "visits": 8, "playouts": 16})
    state = []
    for number in range(2):
        out, made = folder / f"out-{number}", Folder(folder / f"work-{number}/trial")
        with subprocess.Popen(
                [sys.executable, TRAIN / "run.py", "trial", "--out", out, "--work", made.path.parent, "--seconds",
                 "3000", "--program", PROGRAM, "--config", config, *state], stdout=subprocess.PIPE, text=True) as run:
            try:
                wait_until(lambda: len(read_history(made)["generations"]) > number or run.poll() is not None, "a match")
            finally:
                run.terminate()
                output = run.communicate(timeout=180)[0]
        assert run.returncode == 143 and f"== gen-00{number}" in output, output
        state = ["--in", out]
    history = json.loads((folder / "out-1/trial/history.json").read_text())["generations"]
    assert len(history) >= 2 and history[0]["against"] == "playouts"
    unpack(folder / "out-1", folder / "state")
    kept = Folder(folder / "state/trial")
    for number, entry in enumerate(history):
        net, header = read_net(kept.path / entry["net"]) if entry["accepted"] else (None, None)
        assert net is None or header["game"] == "trial"
        assert entry["training"]["step"] == 40 * (number + 1)
        assert entry["match"]["games"] == 20 and entry["games"]["policyTargets"] > 0
    window = isthmus.Window(isthmus.find_shards(kept.games))
    assert len(window) >= 200 and window.repeats == 0 and not window.lost
    # It learned; in so few steps one sees that of the owners of points, and not of the policy, whose loss differs
    # more from batch to batch.
    losses = [line.split(",") for line in (kept.path / "losses.csv").read_text().splitlines()]
    ownership = losses[0].index("ownership")
    assert float(losses[-1][ownership]) < 0.9 * float(losses[1][ownership]), losses
    # What was not left there is no state.
    for name in (None, "unknown"):
        (folder / "empty").mkdir(exist_ok=True)
        if name:
            (folder / "empty/state.tar.xz.aa").write_bytes(b"something else")
        output = run_script("run.py", "trial", "--in", folder / "empty", "--out", folder / "none", "--seconds", "1")
        assert output.returncode == 1 and output.stderr.count("\n") == 1 and "state" in output.stderr, output
    assert not (folder / "none").exists()


def processes_with(*words, rank=None):
    """The ids of all processes with these words in their command, and with this rank among trainers."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode().split("\0")
            environment = (process / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if all(str(word) in command for word in words) and (rank is None or f"RANK={rank}".encode() in environment):
            found.append(int(process.name))
    return found


def check_beside(folder):
    """Two ranks of self-play beside two trainers of one net; one of each is killed in the middle."""
    config = write_config(
        folder / "config.json", seed=2, ranks=2, trainers=2, gated=False, fresh=True,
        training={**TINY, "window": 2000, "look-every": 0.3, "save-every": 0.3},
        selfplay={"backend": "cpu", "sizes": "4", "parallel": 8, "workers": 1, "visits": 16, "cheap-visits": 4})
    work, out = folder / "work", folder / "out"
    state = Folder(work / "hex")
    rank_1 = state.games / "rank-0001"

    def newest():
        return len(state.listed(state.nets)) - 1

    with open(folder / "output", "w") as output, subprocess.Popen(
            [sys.executable, TRAIN / "run.py", "hex", "--work", work, "--out", out, "--seconds", "3000", "--program",
             PROGRAM, "--config", config], stdout=output, stderr=output) as run:
        try:
            wait_until(lambda: newest() >= 1 or run.poll() is not None, "two nets")
            wait_until(lambda: any(path.stat().st_size > 10_000 for path in rank_1.glob("games-*")), "games of rank 1")
            assert run.poll() is None, (folder / "output").read_text()
            (player,) = processes_with("selfplay", "--rank", "1", state.games)
            (trainer,) = processes_with(TRAIN / "train.py", state.path, rank=1)
            os.kill(player, 9)
            os.kill(trainer, 9)
            killed = newest()
            before = [path.read_bytes() for path in sorted(rank_1.glob("games-*"))]
            wait_until(lambda: newest() >= killed + 3, "nets after the kill")
            wait_until(lambda: len(list(rank_1.glob("games-*"))) > len(before), "games after the kill")
            wait_until(lambda: isthmus.find_shards(rank_1)[-1].stat().st_size > 1000, "more of them")
        finally:
            run.terminate()
            code = run.wait(180)
    lines = (folder / "output").read_text().splitlines()
    assert code == 143, lines
    assert "rank-0001 ended by signal 9, and is started again" in lines, lines
    assert "trainer ended by code 1, and is started again" in lines and len(lines) == 2, lines
    assert not processes_with(state.games) and not processes_with(state.path), "none is left"
    # No shard is lost, and none is damaged; games that were there before are there, and none twice.
    after = [path.read_bytes() for path in sorted(rank_1.glob("games-*"))]
    assert all(new.startswith(old) for old, new in zip(before, after)) and len(after) > len(before)
    window = isthmus.Window(isthmus.find_shards(state.games))
    assert not window.lost and window.repeats == 0 and len(window) > 100
    seeds = [window[i]["seed"] for i in range(len(window))]
    assert len(set(seeds)) == len(seeds)
    # Nets went on being made, each where the one before it had ended, and were played with.
    headers = []
    for number, path in enumerate(state.listed(state.nets)):
        _, header = read_net(path)
        headers.append(header)
        assert path.name == f"gen-{number:03d}.net" and header["training"]["step"] == 40 * (number + 1), path
        assert header["training"]["trainers"] == 2 and read_settings(path.with_suffix(".json")).seed == 2
    history = json.loads((state.path / "history.json").read_text())["generations"]
    assert [entry["crc32"] for entry in history] == [header["crc32"] for header in headers]
    losses = [line.split(",") for line in (state.path / "losses.csv").read_text().splitlines()]
    held = losses[0].index("heldValue")  # policies differ from net to net, as the last of them plays
    assert float(losses[-1][held]) < float(losses[1][held]), losses
    played = {window[i]["net"] for i in range(len(window))}
    assert 0 in played and played <= {0, *(header["crc32"] for header in headers)}
    assert played & {header["crc32"] for header in headers[killed + 1 :]}, "nets from after the kill play"
    # The state has it all.
    unpack(out, folder / "again")
    again = Folder(folder / "again/hex")
    assert again.newest_net().read_bytes() == state.newest_net().read_bytes()
    assert again.checkpoint.read_bytes() == state.checkpoint.read_bytes()
    assert len(isthmus.Window(isthmus.find_shards(again.games))) == len(window)


# Stands in for Slurm's: runs the tasks of a step here, and ends them when it is ended.
SRUN = """#!/usr/bin/python3
import os, signal, subprocess, sys
given = dict(word[2:].split("=", 1) for word in sys.argv[1:] if word.startswith("--") and "=" in word)
command = sys.argv[sys.argv.index("bash"):]
# One write: print makes one for each word, and three of these run at once.
os.write(2, (" ".join(["srun", *sys.argv[1:sys.argv.index("bash")]]) + "\\n").encode())
tasks = [subprocess.Popen(command, env={**os.environ, "SLURM_PROCID": str(rank)}, start_new_session=True)
         for rank in range(int(given["ntasks"]))]
def end(*_):
    for task in tasks:
        os.killpg(task.pid, signal.SIGTERM)
signal.signal(signal.SIGTERM, end)
sys.exit(max(abs(task.wait()) for task in tasks))
"""


def check_slurm(folder):
    """The job's script, of three nodes without GPUs: two play, and one trains."""
    config = write_config(
        folder / "config.json", seed=4, gated=True, fresh=True, training={**TINY, "look-every": 0.3},
        selfplay={"backend": "cpu", "sizes": "3", "parallel": 8, "workers": 1, "visits": 16, "cheap-visits": 4},
        match={"backend": "cpu", "size": 3, "games": 8, "visits": 8, "workers": 1})
    commands = folder / "bin"
    commands.mkdir()
    # More names than a pipe holds: nothing may end before it has read them all.
    for name, text in (("srun", SRUN), ("scontrol", "#!/bin/sh\necho localhost; seq 100000\n")):
        (commands / name).write_text(text)
        (commands / name).chmod(0o755)
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", "SLURM_JOB_NUM_NODES": "3",
                   "SLURM_SUBMIT_DIR": str(ROOT), "SLURM_JOB_NODELIST": "x", "SLURM_JOB_ID": "7",
                   "PORT": str(port), "ISTHMUS": PROGRAM, "PYTHON": sys.executable}
    state = Folder(folder / "a folder")
    command = ["bash", TRAIN / "slurm.sh", state.path, "hex", config]
    output = folder / "output"
    with open(output, "w") as file, subprocess.Popen(command, env=environment, stdout=file, stderr=file) as job:
        try:
            wait_until(lambda: "gen-000: " in output.read_text() or job.poll() is not None, "the match of a net")
            ranks = [state.games / f"rank-000{rank}" for rank in range(2)]
            wait_until(lambda: all(list(rank.glob("games-*")) for rank in ranks) or job.poll() is not None,
                       "games of both ranks")
        finally:
            job.terminate()
            code = job.wait(180)
    assert code == 143, output.read_text()
    wait_until(lambda: not processes_with(state.games) and not processes_with(state.path), "all have ended")
    steps = sorted(line for line in output.read_text().splitlines() if line.startswith("srun "))
    assert [step.split()[1:4] for step in steps] == [
        ["--nodes=1", "--relative=0", "--ntasks=1"], ["--nodes=1", "--relative=0", "--ntasks=1"],
        ["--nodes=2", "--relative=1", "--ntasks=2"]], steps
    assert "gen-000: " in output.read_text(), "the match of the first net"
    window = isthmus.Window(isthmus.find_shards(state.games))
    assert not window.lost and window.repeats == 0
    output = subprocess.run(command, env={**environment, "SLURM_JOB_NUM_NODES": "1"}, capture_output=True,
                            text=True, check=False)
    assert output.returncode == 2 and output.stderr.count("\n") == 1 and "too few" in output.stderr, output


if __name__ == "__main__":
    run_checks(check_turns, check_beside, check_slurm)
    print("a game is learned that the trainer does not know")
