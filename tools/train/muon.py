"""Muon, an optimiser for the matrices within a net: a step goes along the orthogonal matrix nearest to
the momentum of the gradient (K. Jordan and others, "Muon", 2024), as long as one of Adam's usually is
(J. Liu and others, "Muon is scalable for LLM training", 2025), so that rate and decay may be Adam's."""

import torch

ITERATIONS = 5
LENGTH = 0.2  # root mean square of a step's entries at a rate of 1


def orthogonal(matrices):
    """N x R x C, R <= C: roughly the nearest matrices with orthonormal rows, singular values within about
    0.7 and 1.2, by the iteration of Newton and Schulz with coefficients for speed."""
    x = matrices / (matrices.norm(dim=(1, 2), keepdim=True) + 1e-12)
    for _ in range(ITERATIONS):
        a = x @ x.transpose(1, 2)
        b = torch.baddbmm(a, a, a, beta=-4.7750, alpha=2.0315)
        x = torch.baddbmm(x, b, x, beta=3.4445)
    return x


class Muon(torch.optim.Optimizer):
    """Weights of any dimensions from two on; all but the first are taken as one, and must not be fewer
    than the first."""

    def __init__(self, weights, lr, momentum=0.95, weight_decay=0.0):
        super().__init__(weights, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            by_shape = {}
            for weight in group["params"]:
                if weight.grad is not None:
                    by_shape.setdefault(weight.shape, []).append(weight)
            for shape, weights in by_shape.items():
                self.step_of(group, shape, weights)

    def step_of(self, group, shape, weights):
        """All weights of one shape at once."""
        momentum, rate = group["momentum"], group["lr"]
        looks_ahead = []
        for weight in weights:
            state = self.state[weight]
            if "momentum" not in state:
                state["momentum"] = torch.zeros_like(weight)
            state["momentum"].lerp_(weight.grad, 1 - momentum)
            looks_ahead.append(weight.grad.lerp(state["momentum"], momentum).flatten(1))
        steps = orthogonal(torch.stack(looks_ahead))
        steps = steps * (rate * (LENGTH * max(steps.shape[1:]) ** 0.5))
        shrink = 1 - rate * group["weight_decay"]
        for weight, step in zip(weights, steps):
            weight.mul_(shrink).sub_(step.view(shape))
