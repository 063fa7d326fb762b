"""Batches of positions, made while others are trained on."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from losses import tensors_of

AHEAD = 4  # that are made while others are trained on


class Batches:
    """Batches of targets, which are drawn by their shares of the positions. What a step is trained on
    depends on the targets, the seed, the step's number and the trainer's rank alone."""

    def __init__(self, targets, size, seed, rank=0):
        self.size, self.seed, self.rank = size, seed, rank
        self.pool = ThreadPoolExecutor(2)
        self.take(targets)

    def take(self, targets):
        """Draws from these targets from now on."""
        sizes = np.array([len(of) for of in targets], dtype=np.float64)
        self.source = targets, sizes / sizes.sum()  # at once, as other threads read them
        self.ahead = {}  # by step

    def make(self, step, view=None):
        """The shape of the view, and a batch of its targets; of this view if one is given, which must be
        among the targets'."""
        # The view is the same for all ranks, so that their steps take as long.
        all_targets, shares = self.source
        drawn = int(np.random.default_rng([self.seed, step]).choice(len(all_targets), p=shares))
        targets = all_targets[drawn] if view is None else next(of for of in all_targets if view_of(of) == view)
        seed = int(np.random.default_rng([self.seed, step, self.rank]).integers(1 << 63))
        return view_of(targets), tensors_of(targets, *targets.draw(self.size, seed))

    def __call__(self, step):
        """The same, and those of the next steps are begun on."""
        self.ahead = {s: made for s, made in self.ahead.items() if s >= step}
        for s in range(step, step + AHEAD):
            if s not in self.ahead:
                self.ahead[s] = self.pool.submit(self.make, s)
        return self.ahead.pop(step).result()


def view_of(targets):
    return targets.rows, targets.columns, targets.symmetries
