"""What a net is to learn, and how far it is from that."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

NAMES = ("policy", "value", "ownership")


def soften(policy):
    """The policy to the power of 1/4, so that moves count that are seldom the best."""
    soft = policy**0.25
    return soft / soft.sum(1, keepdim=True)


class Teacher:
    """A net whose outputs another learns beside what games show: the softer they are, the more they say of the
    moves and cells that no search looked at (G. Hinton, O. Vinyals, J. Dean, "Distilling the Knowledge in a
    Neural Network", 2015)."""

    def __init__(self, net, weight):
        self.net, self.weight = net.eval().requires_grad_(False), weight  # weight: from 0 to 1

    def mix(self, planes, batch):
        """The targets of a batch, each the mean of what the games show and of what this net says."""
        with torch.no_grad():
            policy, value, ownership = self.net(planes)
        policy = F.softmax(policy.float().masked_fill(~batch["legal"], -1e4), 1)
        says = {"policy": policy, "value": value.float().sigmoid(), "owned": ownership.float().sigmoid()}
        return {**batch, **{name: torch.lerp(batch[name].float(), said, self.weight) for name, said in says.items()}}


class Losses(nn.Module):
    """A net with what it is measured by, as one module whose parameters are the net's."""

    def __init__(self, net, teacher=None):
        super().__init__()
        self.net, self.teacher = net, teacher

    def forward(self, planes, batch):
        """Mean losses by name, and the share of games whose winner is named."""
        policy, value, ownership, soft = self.net.outputs(planes)
        if self.teacher:
            batch = self.teacher.mix(planes, batch)

        def policy_loss(logits, shares):
            logits = logits.float().masked_fill(~batch["legal"], -1e4)
            return -(shares * F.log_softmax(logits, 1)).sum(1).mean()

        value, ownership = value.float(), ownership.float()
        has_result = batch["has_result"]
        with_result = has_result.sum().clamp(min=1)
        filled = batch["filled"] * has_result[:, None]
        by_cell = F.binary_cross_entropy_with_logits(ownership, batch["owned"].float(), reduction="none")
        by_game = F.binary_cross_entropy_with_logits(value, batch["value"], reduction="none")
        right = ((value > 0) == (batch["win"] > 0.5)) * has_result
        return {
            "policy": policy_loss(policy, batch["policy"]),
            "soft": policy_loss(soft, soften(batch["policy"])) if soft is not None else 0,
            "value": (by_game * has_result).sum() / with_result,
            "ownership": (by_cell * filled).sum() / filled.sum().clamp(min=1),
            "accuracy": right.sum() / with_result,
        }


def total_of(losses, training):
    """The one number that is made small."""
    return (
        losses["policy"]
        + training.soft_weight * losses["soft"]
        + training.value_weight * losses["value"]
        + training.ownership_weight * losses["ownership"]
    )


def tensors_of(targets, which, symmetry):
    """A batch, by the names that the module gives its parts."""
    return {name: torch.from_numpy(array) for name, array in targets.batch(which, symmetry).items()}


def measure(learner, net, held_out, most=8192):
    """Losses of a net on positions that were held out; nothing where there are none."""
    sums, count = {}, 0
    losses_of = Losses(net)
    with torch.no_grad():
        for targets in held_out:
            for first in range(0, min(len(targets), most), 1024):
                which = np.arange(first, min(first + 1024, len(targets)))
                batch = learner.put(tensors_of(targets, which, np.zeros_like(which)))
                with learner.autocast():
                    losses = losses_of(learner.planes(batch), batch)
                for name in (*NAMES, "accuracy"):
                    sums[name] = sums.get(name, 0) + losses[name].item() * len(which)
                count += len(which)
    return {name: total / count for name, total in sums.items()}
