"""The network that plays on boards of every size; tools/train/README.md describes it."""

from dataclasses import dataclass, field, replace

import torch
from torch import nn
import torch.nn.functional as F

# Of the policy's logits. Soft policies count the moves alone that were visited, and so are not as soft as a quarter.
SOFT_SHARE = 0.75
# Where a teacher is learned, whose policy has some of every move (NOTES.md).
TAUGHT_SOFT_SHARE = 0.28


@dataclass
class Shape:
    """What a net is made of, named as in the header of its file, in its order."""

    blocks: int = 6
    channels: int = 64
    policyChannels: int = 32
    valueHidden: int = 64
    poolBlocks: list = field(default_factory=lambda: [1, 3, 5])
    planes: int = 4
    ring: bool = True


def pool(x):
    """Mean and maximum of each channel over all positions: N x C x H x W -> N x 2C."""
    # The gradient of max() goes to one place, which is known. That of amax() is shared by all that equal the maximum:
    # to look for them took a third of a step, and where it was compiled, with other rounding, none did: 0 / 0.
    return torch.cat([x.mean((2, 3)), x.flatten(2).max(2)[0]], 1)


class Norm(nn.BatchNorm2d):
    """Batch norm; written out where it is compiled: with PyTorch 2.11 gradients through the library's own were
    not finite then, and this is one pass over the input for both sums."""

    is_written_out = False

    def forward(self, x):
        if not self.is_written_out:
            return super().forward(x)
        mean, variance = self.running_mean, self.running_var
        if self.training:
            values, count = x.float(), x.numel() // x.shape[1]
            mean = values.mean((0, 2, 3))
            variance = ((values * values).mean((0, 2, 3)) - mean * mean).clamp(min=0)
            with torch.no_grad():
                self.running_mean.lerp_(mean, self.momentum)
                self.running_var.lerp_(variance * (count / (count - 1)), self.momentum)
        scale = self.weight * torch.rsqrt(variance + self.eps)
        shift = self.bias - mean * scale
        return (x * scale[:, None, None] + shift[:, None, None]).to(x.dtype)


class Convolution(nn.Module):
    """3x3, then batch norm, which becomes part of the convolution where the net is exported."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        self.norm = Norm(outputs)
        nn.init.kaiming_normal_(self.conv.weight, nonlinearity="relu")

    def forward(self, x):
        return self.norm(self.conv(x))

    def folded(self):
        """Weight and bias of the convolution that does the same as this one in evaluation."""
        scale = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        bias = self.norm.bias - scale * self.norm.running_mean
        return self.conv.weight * scale[:, None, None, None], bias

    def unfold(self, weight, bias):
        """Becomes, in evaluation, the convolution with this weight and bias."""
        self.conv.weight.copy_(weight)
        self.norm.reset_parameters()
        self.norm.running_var.fill_(1 - self.norm.eps)
        self.norm.bias.copy_(bias)


def calibrate(net, forward, part=lambda x: x):
    """Makes a net that was read from a file fit for training: gives each batch norm the statistics of what reaches it,
    in all points or in a part of them, without a change to what the net does. forward() passes positions through."""
    sums = {}

    def count(norm):
        def hook(_, inputs):
            x = part(inputs[0]).float()
            total, squares, number = sums.get(norm, (0, 0, 0))
            sums[norm] = (
                total + x.sum((0, 2, 3)),
                squares + (x * x).sum((0, 2, 3)),
                number + x.numel() // x.shape[1],
            )

        return hook

    convolutions = [module for module in net.modules() if isinstance(module, Convolution)]
    hooks = [c.norm.register_forward_pre_hook(count(c.norm)) for c in convolutions]
    net.eval()
    with torch.no_grad():
        forward()
        for hook in hooks:
            hook.remove()
        for norm, (total, squares, number) in sums.items():
            mean = total / number
            variance = (squares / number - mean * mean).clamp(min=1e-6)
            norm.weight.copy_(torch.sqrt(variance + norm.eps))
            norm.bias.add_(mean)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)


class Block(nn.Module):
    def __init__(self, channels, is_pooled):
        super().__init__()
        self.conv1 = Convolution(channels, channels)
        self.conv2 = Convolution(channels, channels)
        self.pool = nn.Linear(2 * channels, channels) if is_pooled else None
        # Blocks begin as doing nothing.
        nn.init.zeros_(self.conv2.norm.weight)

    def forward(self, x):
        y = self.conv1(x)
        if self.pool is not None:
            y = y + self.pool(pool(F.relu(y)))[:, :, None, None]
        return F.relu(x + self.conv2(F.relu(y)))


class Net(nn.Module):
    """Takes N x planes x (R+2) x (C+2). Returns logits: the policy N x R*C, the mover's win N, and that
    a cell ends as the mover's N x R*C. Of the planes it reads the first shape.planes, where shape.ring is false without
    their ring. With has_soft it also has a head that is for training alone."""

    def __init__(self, shape, has_soft=False):
        super().__init__()
        self.shape = shape
        c = shape.channels
        self.input = Convolution(shape.planes, c)
        self.blocks = nn.ModuleList(
            Block(c, i in shape.poolBlocks) for i in range(shape.blocks)
        )
        self.policy = nn.Conv2d(c, shape.policyChannels, 1)
        self.policy_pool = nn.Linear(2 * c, shape.policyChannels, bias=False)
        self.policy_out = nn.Conv2d(shape.policyChannels, 1, 1)
        self.value_hidden = nn.Linear(2 * c, shape.valueHidden)
        self.value_out = nn.Linear(shape.valueHidden, 1)
        self.ownership = nn.Conv2d(c, 1, 1)
        self.policy_soft = nn.Conv2d(shape.policyChannels, 1, 1) if has_soft else None

    def forward(self, planes):
        return self.outputs(planes)[:3]

    def outputs(self, planes):
        """Those of forward(), and the softened policy, or None."""
        x = self.stem(planes)
        for block in self.blocks:
            x = block(x)
        return self.heads(x)

    def stem(self, planes):
        planes = planes[:, : self.shape.planes]
        return F.relu(self.input(planes if self.shape.ring else without_ring(planes)))

    def heads(self, x):
        pooled = pool(x)
        hidden = F.relu(self.policy(x) + self.policy_pool(pooled)[:, :, None, None])
        policy = self.on_board(self.policy_out(hidden))
        soft = self.on_board(self.policy_soft(hidden)) if self.policy_soft is not None else None
        value = self.value_out(F.relu(self.value_hidden(pooled)))
        return policy, value[:, 0], self.on_board(self.ownership(x)), soft

    def on_board(self, x):
        """N x 1 x (R+2) x (C+2), or without the ring N x 1 x R x C -> N x R*C."""
        return (without_ring(x) if self.shape.ring else x).flatten(1)

    def read_more(self, planes):
        """Reads as many planes from now on, the new ones with weights of zero: the net does the same."""
        added = planes - self.shape.planes
        self.shape = replace(self.shape, planes=planes)
        self.input.conv.weight = nn.Parameter(F.pad(self.input.conv.weight.detach(), (0, 0, 0, 0, 0, added)))

    def drop_ring(self, empty):
        """Does without the ring from now on. `empty`: planes of an empty board of its game. What the ring added to the
        first layer, which is the same for all positions, comes from the plane of the board, whose zeros show where the
        ring was, and from the bias: in all points alike where each side of the rectangle has one kind of goal, and else
        as near as can be. What further layers kept in the ring is lost, and to be learned anew."""
        with torch.no_grad():
            weight = self.input.conv.weight
            empty = empty[None, : self.shape.planes].to(weight)
            ring = empty.clone()
            without_ring(ring).zero_()
            added = without_ring(F.conv2d(ring, weight, padding=1)).flatten(2)[0].T  # by points and channels
            board = F.unfold(without_ring(empty)[:, :1], 3, padding=1)[0].T  # by points and taps
            seen = torch.cat([board, torch.ones_like(board[:, :1])], 1).double()
            found = (torch.linalg.pinv(seen) @ added.double()).to(weight)
            weight[:, 0] += found[:-1].T.reshape_as(weight[:, 0])
            self.input.norm.running_mean -= found[-1]
        self.shape = replace(self.shape, ring=False)

    def compile_parts(self):
        """Has what is before, in and behind the blocks compiled, once for each size of board. Blocks of one kind
        are compiled once, which takes a tenth of the time that the net as a whole would take."""
        for module in self.modules():
            if isinstance(module, Norm):
                module.is_written_out = True
        for name in ("recompile_limit", "cache_size_limit"):  # of another name before PyTorch 2.7
            if hasattr(torch._dynamo.config, name):
                setattr(torch._dynamo.config, name, 64)
        for block in self.blocks:
            block.forward = torch.compile(block.forward, dynamic=False)
        self.stem = torch.compile(self.stem, dynamic=False)
        self.heads = torch.compile(self.heads, dynamic=False)

    def parts(self):
        """The layers with their names, in the order of the file."""
        yield "in", self.input
        for i, block in enumerate(self.blocks):
            yield f"{i}.conv1", block.conv1
            if block.pool is not None:
                yield f"{i}.pool", block.pool
            yield f"{i}.conv2", block.conv2
        yield "policy", self.policy
        yield "policy.pool", self.policy_pool
        yield "policy.out", self.policy_out
        yield "value.hidden", self.value_hidden
        yield "value.out", self.value_out
        yield "ownership", self.ownership

    def tensors(self):
        """Names and values of all tensors, in the order of the file."""
        for name, part in self.parts():
            weight, bias = part.folded() if isinstance(part, Convolution) else (part.weight, part.bias)
            yield name + ".w", weight
            if bias is not None:
                yield name + ".b", bias

    def load_tensors(self, take):
        """Sets all tensors, in the order of the file, to what take(shape) returns."""
        with torch.no_grad():
            for _, part in self.parts():
                if isinstance(part, Convolution):
                    part.unfold(take(part.conv.weight.shape), take(part.norm.bias.shape))
                    continue
                part.weight.copy_(take(part.weight.shape))
                if part.bias is not None:
                    part.bias.copy_(take(part.bias.shape))
        self.begin_soft()

    def begin_soft(self, has_teacher=False):
        """Where there is a head of soft policies it begins with a share of the policy's logits. Weights at random
        may cost so much at first that the other heads are spoilt by what mends these (NOTES.md)."""
        if self.policy_soft is not None:
            share = TAUGHT_SOFT_SHARE if has_teacher else SOFT_SHARE
            with torch.no_grad():
                self.policy_soft.weight.copy_(share * self.policy_out.weight)
                self.policy_soft.bias.copy_(share * self.policy_out.bias)


def without_ring(x):
    """N x C x (R+2) x (C+2) -> N x C x R x C."""
    return x[:, :, 1:-1, 1:-1]
