"""Sends a learner back that has lost its way: one in mid-training came to a value that was a constant, and never
left it again (NOTES.md)."""

import copy
import math

from losses import measure

WATCHED = ("policy", "value")
MAX_SETBACKS = 5


class Safeguard:
    """Keeps the last state of a learner in which its held-out losses were good."""

    def __init__(self, learner, guard):
        self.learner, self.guard = learner, guard
        self.kept, self.net, self.step = None, None, 0
        self.in_a_row = 0  # setbacks since what is kept

    def is_lost(self, held, held_out):
        """Whether these losses are worse than those of the kept net on the same positions, by more than the guard's
        share. Positions differ from generation to generation, so that its own of then say nothing."""
        if self.guard == 0 or not held:
            return False
        if not all(math.isfinite(held[name]) for name in WATCHED):
            return True
        if self.kept is None:
            return False
        kept = measure(self.learner, self.net, held_out)
        return any(held[name] > kept[name] * (1 + self.guard) for name in WATCHED)

    def keep(self):
        tensors = self.learner.tensors()
        if self.kept is None or len(self.kept) != len(tensors):
            self.kept, self.net = [tensor.clone() for tensor in tensors], copy.deepcopy(self.learner.averaged)
        for kept, tensor in zip(self.kept, tensors):
            kept.copy_(tensor)
        self.net.load_state_dict(self.learner.averaged.state_dict())
        self.step, self.in_a_row = self.learner.step, 0

    def go_back(self):
        """From now on at half the rate. In place, as captured graphs know the tensors by where they are. Raises
        ValueError where there is nothing to go back to, or MAX_SETBACKS in a row have not helped."""
        if self.kept is None or self.in_a_row == MAX_SETBACKS:
            raise ValueError(f"the losses on held-out games are lost, {self.in_a_row} times in a row: no use to go on")
        self.in_a_row += 1
        for kept, tensor in zip(self.kept, self.learner.tensors()):
            tensor.copy_(kept)
        self.learner.setbacks += 1
