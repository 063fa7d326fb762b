"""The games that are learned from: the last of a folder to which self-play adds more all the time."""

import os
import threading

from module import isthmus

HELD_OUT = 32  # one game in this many is never trained on, but measured


def shards_by_time(folder):
    """All shards below a folder with their sizes, those last that were written to last."""
    shards = []
    for path in isthmus.find_shards(folder):
        try:
            about = os.stat(path)
        except FileNotFoundError:
            continue  # one without games, which is taken away in the end
        shards.append((about.st_mtime_ns, path, about.st_size))
    return [(path, size) for _, path, size in sorted(shards)]


class GameWindow:
    """What of a window is looked at: taken whole, so that another may take its place in mid-training."""

    def __init__(self, window, horizon):
        self.window = window
        self.targets = window.targets(horizon, held_out=False, one_in=HELD_OUT)
        self.held_out = window.targets(held_out=True, one_in=HELD_OUT)
        self.positions = sum(map(len, self.targets))


class LiveWindow:
    """Looks for new shards in a thread, now and then; what is not new is not read again. report() gets a line
    of each shard that is damaged."""

    def __init__(self, folder, settings, report):
        self.folder, self.game, self.training, self.report = folder, settings.game, settings.training, report
        self.current = None  # a GameWindow, where there is something to learn from
        self.new_games = 0  # that have come so far
        self.failure = None
        self.seen, self.reported = set(), set()
        self.last, self.shards = None, []
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self.keep_looking, daemon=True)

    def start(self):
        self.look()
        self.thread.start()

    def end(self):
        self.ending.set()
        self.thread.join()
        self.look()

    def look(self):
        state = shards_by_time(self.folder)
        if state == self.shards:
            self.report_lost(self.last.lost if self.last else [])
            return
        paths = [path for path, _ in state]
        try:
            window = isthmus.Window(paths, self.training.window, self.game, self.last)
        except ValueError:
            if all(map(os.path.exists, paths)):
                raise
            return  # one without games is taken away in the end; the next look does without
        self.shards, self.last = state, window
        self.new_games += window.new_games
        self.report_lost(window.lost)
        found = GameWindow(window, self.training.value_horizon)
        if found.targets:
            self.current = found

    def report_lost(self, lost):
        # A shard that is being written to may end within a game. It is damaged if it still does
        # later.
        for line in lost:
            if line in self.seen and line not in self.reported:
                self.report(line)
                self.reported.add(line)
        self.seen = set(lost)

    def keep_looking(self):
        while not self.ending.wait(self.training.look_every):
            try:
                self.look()
            except (OSError, ValueError) as error:
                self.failure = error
                return

    def check(self):
        """Raises what ended the looking."""
        if self.failure:
            raise self.failure
