"""The network written out, which the trainer and the engine are held to, and nets to try them with."""

import numpy as np
import torch

from net import Net


def plain_forward(weights, shape, planes):
    """The network written out in NumPy from its description, for one position."""

    def conv(x, w, b):
        padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
        out = np.zeros((w.shape[0], *x.shape[1:])) + b[:, None, None]
        for dr in range(3):
            for dc in range(3):
                window = padded[:, dr : dr + x.shape[1], dc : dc + x.shape[2]]
                out += np.einsum("oi,irc->orc", w[:, :, dr, dc], window)
        return out

    def pool(x):
        return np.concatenate([x.mean((1, 2)), x.max((1, 2))])

    def relu(x):
        return np.maximum(x, 0)

    w = weights
    x = relu(conv(planes, w["in.w"], w["in.b"]))
    for i in range(shape.blocks):
        y = conv(x, w[f"{i}.conv1.w"], w[f"{i}.conv1.b"])
        if i in shape.poolBlocks:
            y = y + (w[f"{i}.pool.w"] @ pool(relu(y)) + w[f"{i}.pool.b"])[:, None, None]
        x = relu(x + conv(relu(y), w[f"{i}.conv2.w"], w[f"{i}.conv2.b"]))
    g = pool(x)
    policy_weight = w["policy.w"].reshape(shape.policyChannels, -1)
    hidden = np.einsum("oi,irc->orc", policy_weight, x)
    hidden = relu(hidden + (w["policy.b"] + w["policy.pool.w"] @ g)[:, None, None])
    policy = np.einsum("i,irc->rc", w["policy.out.w"].ravel(), hidden) + w["policy.out.b"]
    value = w["value.out.w"].ravel() @ relu(w["value.hidden.w"] @ g + w["value.hidden.b"])
    ownership = np.einsum("i,irc->rc", w["ownership.w"].ravel(), x) + w["ownership.b"]
    return (policy[1:-1, 1:-1].ravel(), (value + w["value.out.b"]).item(),
            ownership[1:-1, 1:-1].ravel())


def random_net(shape):
    """As after some training."""
    net = Net(shape)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    for _ in range(20):
        net(torch.rand(16, shape.planes, 7, 7))
    return net.eval()
