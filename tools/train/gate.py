"""Lets each new net of a training play a match against the one that plays, and puts it in that one's place,
or aside where it is weaker beyond chance: gate.py DIR. It goes on with that until SIGTERM."""

import argparse
import json
import math
import os
import pathlib
import subprocess
import time

from folder import Folder, first_player
from play import PROGRAM
from processes import end_when_asked
from settings import of_folder, option_words


def play_match(folder, settings, program, candidate, seconds):
    """The result of the match as the program prints it. Raises RuntimeError where it failed, and
    subprocess.TimeoutExpired where it takes longer than `seconds`, if given."""
    opponent = folder.newest_net() or first_player(settings.game)
    command = [program, "match", "--game", settings.game, "--net", candidate, "--against", opponent]
    ran = subprocess.run([*map(str, command), *option_words(settings.match)], capture_output=True, text=True,
                         timeout=seconds)
    if ran.returncode != 0:
        raise RuntimeError(f"isthmus match failed: {(ran.stderr.strip().splitlines() or ['no reason'])[-1]}")
    return json.loads(ran.stdout)


def try_newest(folder, settings, program, seconds=None):
    """Lets the newest candidate play; those before it are too old to be tried. Returns whether one was."""
    *old, candidate = folder.listed(folder.candidates) or [None]
    for path in old:
        os.replace(path.with_suffix(".json"), folder.turned_down / path.with_suffix(".json").name)
        os.replace(path, folder.turned_down / path.name)
        print(f"{path.stem}: not tried, as {candidate.stem} came before its turn", flush=True)
    if candidate is None:
        return False
    match = play_match(folder, settings, program, candidate, seconds)
    is_accepted = folder.decide(candidate, match)
    print(f"{candidate.stem}: {match['elo']:+.0f} +- {match['error']:.0f} Elo against the net before it"
          f"{'' if is_accepted else ', turned down'}", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--until", type=float, default=math.inf, help="when to end, in seconds since 1970")
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    given = parser.parse_args()
    end_when_asked(0)
    try:
        settings = of_folder(given.folder)
        while time.time() < given.until:
            if not try_newest(Folder(given.folder), settings, given.program):
                time.sleep(0.5)
    except (OSError, ValueError, RuntimeError) as error:
        raise SystemExit(f"gate.py: {error}") from None


if __name__ == "__main__":
    main()
