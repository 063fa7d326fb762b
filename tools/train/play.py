"""Plays games of self-play in the folder of a training, as one of any number of ranks, with the newest net
that is there: play.py DIR --rank N. It becomes the program `isthmus selfplay` with what settings.json says."""

import argparse
import os
import pathlib

from folder import Folder, first_player
from settings import of_folder, option_words

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/release/tools/isthmus"


def command(path, settings, program, rank, seconds, seed_of=0, workers=0):
    """The words of the command. seed_of: more for the seed, where one rank plays again and again. workers:
    threads of the rank where settings do not say; 0: as many as there are cores."""
    folder = Folder(path)
    words = [program, "selfplay", "--game", settings.game, "--out", folder.games, "--nets", folder.nets,
             "--rank", rank, "--seed", (settings.seed + seed_of) % (1 << 53), "--evaluator",
             first_player(settings.game)]
    if seconds:
        words += ["--seconds", f"{seconds:.1f}"]
    if workers and "workers" not in settings.selfplay:
        words += ["--workers", workers]
    return [str(word) for word in words] + option_words(settings.selfplay)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rank", type=int, required=True)
    parser.add_argument("--seconds", type=float, default=0, help="to play for; 0: no limit")
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    given = parser.parse_args()
    try:
        words = command(given.folder, of_folder(given.folder), given.program, given.rank, given.seconds)
        os.execv(words[0], words)
    except (OSError, ValueError) as error:
        raise SystemExit(f"play.py: {error}") from None


if __name__ == "__main__":
    main()
