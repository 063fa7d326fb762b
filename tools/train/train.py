"""Trains a net in a folder, generation after generation, on the games that self-play adds to it at the same
time. Goes on from the folder's checkpoint, also in mid-generation. Several processes that train_ranks.py or
torchrun starts train one net: each step is the mean of theirs. See README.md."""

import argparse
import csv
import fcntl
import json
import math
import pathlib
import signal
import time

import torch

from batches import Batches
from export import write_net
from folder import Folder, net_name
from learner import Learner
from losses import NAMES, measure
from plot import plot_losses
from safeguard import Safeguard
from trainers import Trainers
from settings import read_settings, to_json, write_settings
from steps import GraphSteps, PlainSteps
from window import LiveWindow

BEAT = 20, 1.0  # steps and seconds at the most until the processes agree again whether to go on
FIELDS = ("step", "rate", "samples", *NAMES, "heldPolicy", "heldValue", "heldAccuracy")


def append_row(path, row):
    is_new = not path.exists()
    with open(path, "a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if is_new:
            writer.writeheader()
        writer.writerow(row)


class Run:
    """One process of a training."""

    def __init__(self, given, settings, trainers):
        self.given, self.settings, self.trainers = given, settings, trainers
        self.folder = Folder(given.folder)
        self.window = LiveWindow(given.games or self.folder.games, settings, self.report)
        self.learner = None
        self.games = None  # what is learned from: a GameWindow
        self.begun_at = None  # the first step of the generation that was begun last
        self.used = 0  # new games that had come by then
        self.generations = 0  # made so far
        self.is_asked_to_end = False
        self.since_row, self.row = 0, {}
        self.step_seconds = BEAT[1]  # how long a step took in the last beat
        self.saved = time.monotonic()

    def report(self, line):
        if self.trainers.leads:
            print(line, flush=True)

    def is_over(self):
        return self.is_asked_to_end or time.time() >= self.given.until

    def train(self):
        """Until it is over, or all generations that were asked for are made."""
        self.window.start()
        if self.given.generations and self.window.current is None:
            raise ValueError(f"no games with full searches in {self.window.folder}")
        while self.beat():
            pass
        if self.learner and self.trainers.leads:
            self.learner.save()
        self.window.end()

    def beat(self):
        """What is done until all agree again; False at the end. The leader says how many steps that is, none
        where some process has nothing to learn from as yet."""
        self.window.check()
        is_ready = self.window.current is not None
        planned = self.planned_steps() if is_ready and self.trainers.leads else 0
        is_done = 0 < self.given.generations <= self.generations
        steps, ready, over = self.trainers.sums(planned, int(is_ready), int(self.is_over() or is_done))
        if over:
            return False
        if steps == 0 or ready < self.trainers.count:
            time.sleep(0.1)
            return True
        if self.learner is None:
            self.begin()
        if self.window.current is not self.games:
            self.games = self.window.current
            self.batches.take(self.games.targets)
        if self.begun_at != self.learner.begin:
            self.note_begin()
        until, first, began = min(self.learner.until, self.learner.step + steps), self.learner.step, time.monotonic()
        while self.learner.step < until:
            self.take_steps()
        self.step_seconds = (time.monotonic() - began) / (self.learner.step - first)
        if self.trainers.leads and time.monotonic() - self.saved > self.settings.training.save_every:
            self.learner.save()
            self.saved = time.monotonic()
        if self.learner.step >= self.learner.until:
            self.end_generation()
        return True

    def planned_steps(self):
        is_next = self.learner is not None and self.begun_at != self.learner.begin
        if is_next and self.window.new_games - self.used < self.settings.training.new_games:
            return 0
        return max(1, min(BEAT[0], int(BEAT[1] / self.step_seconds)))

    def begin(self):
        self.games = self.window.current
        self.batches = Batches(self.games.targets, self.settings.training.batch // self.trainers.count,
                               self.settings.seed, self.trainers.rank)
        start = self.given.start
        if not start and not self.settings.fresh_learner:
            start = self.folder.newest_net()
        self.learner = Learner(self.settings, self.trainers.device, self.folder.checkpoint, self.batches, start,
                               run=(self.given.begin, self.given.until))
        self.safeguard = Safeguard(self.learner, self.settings.training.guard)
        if self.trainers.count > 1:
            self.learner.share(self.trainers.device_ids)
        on_graphs = (self.trainers.device.type == "cuda" and self.trainers.count == 1
                     and self.settings.training.graphs)
        self.steps = (GraphSteps if on_graphs else PlainSteps)(self.learner)
        if self.learner.step >= self.learner.until:  # that generation was finished
            self.learner.begin_generation()

    def note_begin(self):
        self.begun_at = self.learner.begin
        self.used, self.generation_began = self.window.new_games, time.monotonic()
        self.first_step = self.learner.step
        self.report(f"from step {self.learner.step} to {self.learner.until}: {len(self.games.window)} games, "
                  f"{self.games.positions} positions")

    def take_steps(self):
        rate = self.learner.set_rate()
        made = self.steps(self.batches)
        self.learner.step += made
        self.since_row += made
        every = max(1, (self.learner.until - self.learner.begin) // 5)
        if self.since_row >= every or self.learner.step >= self.learner.until:
            means = self.learner.mean_losses(self.since_row)
            self.since_row = 0
            is_lost = self.add_row(rate, means) if self.trainers.leads else False
            self.guard(self.trainers.sums(int(is_lost))[0] > 0)

    def guard(self, is_lost):
        """Goes back, or keeps what there is as good."""
        if is_lost:
            self.report(f"from step {self.learner.step} back to what was learned by step {self.safeguard.step}")
            self.safeguard.go_back()
        else:
            self.safeguard.keep()

    def add_row(self, rate, means):
        """Returns whether the net has lost its way."""
        held = measure(self.learner, self.learner.averaged, self.games.held_out)
        row = {"step": self.learner.step, "rate": f"{rate:.3g}", "samples": self.games.positions}
        row.update({name: round(means[name], 5) for name in NAMES})
        for name, key in (("policy", "heldPolicy"), ("value", "heldValue"), ("accuracy", "heldAccuracy")):
            row[key] = round(held[name], 5) if held else ""
        append_row(self.folder.losses, row)
        self.report(json.dumps(row))
        self.row = row
        return self.safeguard.is_lost(held, self.games.held_out)

    def end_generation(self):
        """The net is written first: where the process dies before the checkpoint says that the generation
        is over, it is another net again, and none is missing."""
        if self.trainers.leads:
            self.write_net()
        self.learner.begin_generation()
        if self.trainers.leads:
            self.learner.save()
        self.generations += 1

    def write_net(self):
        seconds, window = time.monotonic() - self.generation_began, self.games.window
        generation = self.folder.next_generation()
        path = (self.folder.candidates if self.settings.gated else self.folder.nets) / net_name(generation)
        training = {
            "generation": generation,
            "step": self.learner.step,
            "games": len(window),
            "repeatedGames": window.repeats,
            "lostGames": window.lost_games,
            "lostBytes": window.lost_bytes,
            "samples": self.games.positions,
            "seconds": round(seconds, 1),
            "trainers": self.trainers.count,
            "losses": self.row,
            "settings": to_json(self.settings.training),
            "seed": self.settings.seed,
        }
        write_settings(self.settings, path.with_suffix(".json"))
        crc = write_net(self.learner.net_to_play(), self.settings.game, path, training)
        plot_losses(self.folder.losses, self.folder.pictured_losses)
        if not self.settings.gated:
            self.folder.decide(path)
        self.report(f"{path}: {crc:08x}, {self.learner.step - self.first_step} steps in {seconds:.1f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="made ready by folder.py or run.py")
    parser.add_argument("--config", type=pathlib.Path, help="settings in place of the folder's")
    parser.add_argument("--games", type=pathlib.Path, help="folder of shards, searched as a whole; if not "
                                                           "given, that of the folder")
    parser.add_argument("--start", type=pathlib.Path, help="a net's file to begin with, where there is no "
                                                           "checkpoint; if not given, the folder's newest")
    parser.add_argument("--generations", type=int, default=0, help="to make; 0: no limit")
    parser.add_argument("--begin", type=float, default=time.time(), help="when the run began, in seconds since 1970")
    parser.add_argument("--until", type=float, default=math.inf, help="when to end, in seconds since 1970")
    given = parser.parse_args()
    try:
        settings = read_settings(given.config or given.folder / "settings.json")
        trainers = Trainers()
        if settings.training.batch % trainers.count:
            raise ValueError(f"a batch of {settings.training.batch} cannot be shared by {trainers.count} processes")
        torch.manual_seed(settings.seed)
        if trainers.device.type == "cuda":
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.matmul.allow_tf32 = True
        lock = open(given.folder / "trainer.lock", "w")
        if trainers.leads:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ValueError(f"another trainer is at work in {given.folder}") from None
        run = Run(given, settings, trainers)

        def end(*_):
            run.is_asked_to_end = True

        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGINT, end)
        run.train()
    except (OSError, ValueError) as error:
        raise SystemExit(f"train.py: {error}") from None


if __name__ == "__main__":
    main()
