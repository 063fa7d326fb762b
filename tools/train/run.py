#!/usr/bin/env python3
"""Trains nets of one game or several from a state to the next: self-play, training and matches, side by side
or, by the settings, one after another. See README.md.

    run.py GAME... --in IN --out OUT --seconds N [--config FILE]

It takes the state from the folder IN, without which it begins anew, works for N seconds, and leaves the
state, histories and pictures in the folder OUT. Where --work names a folder the work is done and stays
there, and a next run with it goes on from that.

It ends within 20 seconds of its time, whatever its processes do: with 0 where a net came of each game, and
with 1 and a line that says what stopped where none came, or where one of the processes died or had to be
killed. What was made is left in any case."""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import play
from files import write_whole
from folder import Folder, first_player, net_name, prepare
from gate import try_newest
from processes import LATE, Processes, end_when_asked, reason_in, tail_of
from progress import Progress
from settings import read_settings
from state import kept_files, pack, unpack

TOOLS = pathlib.Path(__file__).resolve().parent
CORES_OF_TRAINER = 2
PICTURES = ("history.json", "losses.csv", "losses.svg", "ladder.svg")


def trainer_command(folder, settings, more):
    """One process, or several that train one net."""
    if settings.trainers == 1:
        return [sys.executable, TOOLS / "train.py", folder.path, *more]
    return [sys.executable, TOOLS / "train_ranks.py", settings.trainers, folder.path, *more]


def workers_beside(settings):
    """Threads of self-play for each rank: with one for each core all ranks together are so slow to let the
    trainers have one that these make hardly a step."""
    left = len(os.sched_getaffinity(0)) - CORES_OF_TRAINER * settings.trainers
    return max(1, left // settings.ranks)


def beside(folder, settings, given, end, look):
    """All at the same time, until then. Returns what went wrong."""
    workers, begin = workers_beside(settings), time.time()
    with Processes(folder.logs) as processes:
        for rank in range(settings.ranks):
            processes.start(f"rank-{rank:04d}", lambda rank=rank: play.command(
                folder.path, settings, given.program, rank, max(1.0, end - time.time()), workers=workers))
        processes.start("trainer", lambda: trainer_command(folder, settings, ["--begin", begin, "--until", end]))
        if settings.gated:
            processes.start("gate", lambda: [sys.executable, TOOLS / "gate.py", folder.path, "--program",
                                             given.program, "--until", end])
        processes.watch(end, look)
    look()
    return processes.faults


def play_generation(folder, settings, given, generation, end):
    """The games of a generation, unless they have been played; their totals are written in the end. Returns
    what went wrong."""
    if folder.totals_of(generation).exists():
        return []
    with Processes(folder.logs, restarts=0) as processes:
        for rank in range(settings.ranks):
            processes.start(f"rank-{rank:04d}", lambda rank=rank: play.command(
                folder.path, settings, given.program, rank, settings.play_seconds, generation))
        if processes.watch(end):
            totals = [json.loads(tail_of(folder.logs / f"rank-{rank:04d}.log")[-1])
                      for rank in range(settings.ranks)]
            together = {name: max(of[name] for of in totals) if name == "seconds" else sum(of[name] for of in totals)
                        for name in totals[0]}
            write_whole(folder.totals_of(generation), json.dumps(together).encode())
    return processes.faults


def train_generation(folder, settings, begin, end):
    """One generation of training. Returns what went wrong."""
    with Processes(folder.logs, restarts=0) as processes:
        processes.start("trainer", lambda: trainer_command(
            folder, settings, ["--generations", "1", "--begin", begin, "--until", end]))
        processes.watch(end)
    return processes.faults


def turns(folder, settings, given, end, look):
    """Generations, one after another; none is begun that would not end in time, by the longest so far. Returns
    what went wrong."""
    longest, begin = 0, time.time()
    while time.time() + longest < end:
        began, generation = time.time(), folder.next_generation()
        try:
            if not folder.listed(folder.candidates):  # else a match is missing to the last
                print(f"== {net_name(generation)}", flush=True)
                faults = play_generation(folder, settings, given, generation, end)
                if faults or time.time() >= end:
                    return faults
                faults = train_generation(folder, settings, begin, end)
                if faults or time.time() >= end:
                    return faults
                print(tail_of(folder.logs / "trainer.log")[-1], flush=True)
            if settings.gated:
                try:
                    try_newest(folder, settings, given.program, end + LATE - time.time())
                except subprocess.TimeoutExpired:
                    break
        finally:  # what came is reported, however the generation ended
            look()
        longest = max(longest, time.time() - began)
    return []


def train(given, work):
    """All games, each for its share of the time. Returns what went wrong."""
    for game in given.games:
        first_player(game)  # refuses one that there is not
    if given.state and not any((work / game / "settings.json").exists() for game in given.games):
        unpack(given.state, work)
    begin = time.time()
    all_faults = []
    for number, game in enumerate(given.games, 1):
        folder, settings = prepare(work / game, game, given.config)
        end = begin + given.seconds * number / len(given.games)
        progress = Progress(folder, end)
        look = progress.look if given.progress else lambda: None
        faults = (beside if settings.schedule == "beside" else turns)(folder, settings, given, end, look)
        came = progress.new_entries()
        if came:
            print(f"{game}: {len(came)} new nets, the last {net_name(came[-1]['generation'])}", flush=True)
        else:
            faults.append(f"no net came{waiting(folder)}")
        all_faults += [f"{game}: {fault}" for fault in faults]
    return all_faults


def waiting(folder):
    """What there is to say where no net came."""
    candidates = folder.listed(folder.candidates)
    if candidates:
        return f", {candidates[-1].name} waits for its match"
    log = folder.logs / "trainer.log"
    last = reason_in(log) if log.exists() else ""
    return f", the trainer's last words: {last}" if last else ", the trainer said nothing"


def leave(given, work):
    """The state of all games that are there, and what is to be looked at."""
    files = []
    for settings_file in sorted(work.glob("*/settings.json")):
        folder, settings = Folder(settings_file.parent), read_settings(settings_file)
        files += kept_files(folder, settings.keep_nets, settings.keep_megabytes)
        (given.out / folder.path.name).mkdir(parents=True, exist_ok=True)
        for name in PICTURES:
            if (folder.path / name).exists():
                shutil.copy(folder.path / name, given.out / folder.path.name / name)
    pack(work, given.out, files)


def seconds_of(text):
    with contextlib.suppress(ValueError):
        if 0 < float(text) <= 1e9:
            return float(text)
    raise argparse.ArgumentTypeError(f"takes a number above 0, up to 1e9, not '{text}'")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--in", dest="state", type=pathlib.Path, metavar="IN")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=seconds_of, required=True, metavar="N", help="above 0, up to 1e9")
    parser.add_argument("--config", type=pathlib.Path, help="settings, a file of JSON; see settings.py")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, default=play.PROGRAM, help="isthmus")
    parser.add_argument("--progress", action="store_true", help="a line for each generation")
    given = parser.parse_args()
    end_when_asked()
    with contextlib.ExitStack() as stack:
        work = given.work or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        work.mkdir(parents=True, exist_ok=True)
        try:
            try:
                faults = train(given, work)
            finally:  # whatever has ended it, what was made is kept
                if any(work.glob("*/settings.json")):
                    leave(given, work)
        except KeyboardInterrupt:
            sys.exit(130)
        except (OSError, ValueError, RuntimeError) as error:
            raise SystemExit(f"run.py: {error}") from None
    if faults:
        raise SystemExit(f"run.py: {'; '.join(faults)}")


if __name__ == "__main__":
    main()
