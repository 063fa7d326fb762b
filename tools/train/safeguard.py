"""Sends a learner back that has lost its way: one in mid-training came to a value that was a constant, and never
left it again (NOTES.md)."""

import copy
import math

from losses import measure

WATCHED = ("policy", "value")


class Safeguard:
    """Keeps the last state of a learner in which its held-out losses were good."""

    def __init__(self, learner, guard):
        self.learner, self.guard = learner, guard
        self.kept, self.net, self.step = None, None, 0

    def is_lost(self, held, held_out):
        """Whether these losses are worse than those of the kept net on the same positions, by more than the guard's
        share. Positions differ from generation to generation, so that its own of then say nothing."""
        if self.guard == 0 or self.kept is None or not held:
            return False
        kept = measure(self.learner, self.net, held_out)
        return any(not math.isfinite(held[name]) or held[name] > kept[name] * (1 + self.guard) for name in WATCHED)

    def keep(self):
        tensors = self.learner.tensors()
        if self.kept is None or len(self.kept) != len(tensors):
            self.kept, self.net = [tensor.clone() for tensor in tensors], copy.deepcopy(self.learner.averaged)
        for kept, tensor in zip(self.kept, tensors):
            kept.copy_(tensor)
        self.net.load_state_dict(self.learner.averaged.state_dict())
        self.step = self.learner.step

    def go_back(self):
        """From now on at half the rate. In place, as captured graphs know the tensors by where they are."""
        for kept, tensor in zip(self.kept, self.learner.tensors()):
            tensor.copy_(kept)
        self.learner.setbacks += 1
