"""Trains a net on games of self-play. Goes on from the checkpoint in --state, also in the middle of a
run that was killed; writes the averaged net to --out. See README.md."""

import argparse
import copy
import csv
import json
import math
import os
import pathlib
import pickle
import time
from concurrent.futures import ThreadPoolExecutor

import isthmus
import numpy as np
import torch
import torch.nn.functional as F

from export import read_net, write_net
from muon import Muon
from net import Net, Shape, calibrate
from plot import plot_losses

HELD_OUT = 32  # one game in so many is never trained on, but measured
LAST_STONE = isthmus.PLANES.index("last")  # the plane with the stone placed just now
BATCHES_AHEAD = 4  # that are made while others are trained on
WARM_UP_STEPS = 3  # before a graph is captured
LOSSES = ("policy", "value", "ownership")
FIELDS = ("step", "rate", "samples", *LOSSES, "heldPolicy", "heldValue", "heldAccuracy")


def soften(policy):
    """The policy to the power of 1/4, so that moves count that are seldom the best."""
    soft = policy**0.25
    return soft / soft.sum(1, keepdim=True)


def losses_of(net, planes, batch):
    """Mean losses by name, and the share of games whose winner is named."""
    policy, value, ownership, soft = net.outputs(planes)

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


def tensors_of(targets, which, symmetry):
    """A batch, by the names that the module gives its parts."""
    return {name: torch.from_numpy(array) for name, array in targets.batch(which, symmetry).items()}


class Batches:
    """Batches of targets, which are drawn by their shares of the positions. What a step is trained on
    depends on the seed and its number alone."""

    def __init__(self, targets, options):
        self.targets, self.size, self.seed = targets, options.batch, options.seed
        self.shares = np.array([len(of) for of in targets], dtype=np.float64)
        self.shares /= self.shares.sum()
        self.pool = ThreadPoolExecutor(2)
        self.ahead = {}  # by step

    def make(self, step, i=None):
        """The number of the targets, or i, and a batch of them."""
        random = np.random.default_rng([self.seed, step])
        drawn = int(random.choice(len(self.targets), p=self.shares))
        targets = self.targets[drawn if i is None else i]
        batch = tensors_of(targets, *targets.draw(self.size, int(random.integers(1 << 63))))
        return drawn if i is None else i, batch

    def __call__(self, step):
        """The same, and those of the next steps are begun on."""
        self.ahead = {s: made for s, made in self.ahead.items() if s >= step}
        for s in range(step, step + BATCHES_AHEAD):
            if s not in self.ahead:
                self.ahead[s] = self.pool.submit(self.make, s)
        return self.ahead.pop(step).result()


class Trainer:
    """The net, its average and its optimiser; what a checkpoint holds."""

    def __init__(self, options, device, batches):
        self.options, self.device = options, device
        self.step, self.begin = 0, 0
        self.path = pathlib.Path(options.state) / "checkpoint.pt"
        saved = None
        if self.path.exists():
            try:
                saved = torch.load(self.path, map_location=device, weights_only=True)
            except pickle.UnpicklingError:
                raise ValueError(f"{self.path} holds more than this PyTorch loads safely, as those of earlier "
                                 "versions do for PyTorch 1; take it away, and training goes on from --start")
            if saved.get("game", options.game) != options.game:
                raise ValueError(f"{self.path} is of {saved['game']}, not of {options.game}")
        self.shape = Shape(**saved["shape"]) if saved else Shape(
            blocks=options.blocks,
            channels=options.channels,
            poolBlocks=list(range(1, options.blocks, 2)),
        )
        has_soft = options.soft_weight > 0
        self.net = Net(self.shape, len(isthmus.PLANES), has_soft)
        if options.start and not saved:
            self.net, header = read_net(options.start, has_soft)
            if header["game"] != options.game:
                raise ValueError(f"{options.start} is of {header['game']}, not of {options.game}")
            self.shape = self.net.shape
        self.net.to(device, memory_format=torch.channels_last)
        if options.start and not saved:
            self.step = self.begin = header["training"].get("step", 0)
            calibrate(self.net, lambda: self.look(batches))
        self.averaged = copy.deepcopy(self.net).eval().requires_grad_(False)
        on_gpu = device.type == "cuda"
        rate = torch.tensor(options.rate, device=device) if on_gpu else options.rate
        inner = [p for p in self.net.blocks.parameters() if p.dim() > 1] if options.muon else []
        taken = {id(p) for p in inner}
        decayed = [p for p in self.net.parameters() if p.dim() > 1 and id(p) not in taken]
        others = [p for p in self.net.parameters() if p.dim() <= 1]
        # By their names in a checkpoint.
        self.optimizers = {"optimizer": torch.optim.AdamW(
            [{"params": decayed, "weight_decay": options.decay}, {"params": others, "weight_decay": 0}],
            lr=rate,
            capturable=on_gpu,
        )}
        if inner:
            self.optimizers["muon"] = Muon(inner, rate, weight_decay=options.decay)
        self.sums = {name: torch.zeros((), device=device) for name in (*LOSSES, "accuracy")}
        self.until = options.until or self.step + options.steps
        if saved:
            # The head of soft policies may come and go. It begins anew, and so do other optimisers.
            is_same = saved["net"].keys() == self.net.state_dict().keys()
            self.net.load_state_dict(saved["net"], strict=False)
            self.averaged.load_state_dict(saved["averaged"], strict=False)
            if is_same and {"optimizer", "muon"} & saved.keys() == self.optimizers.keys():
                for name, optimizer in self.optimizers.items():
                    optimizer.load_state_dict({**optimizer.state_dict(), "state": saved[name]["state"]})
            self.step, self.begin, self.until = saved["step"], saved["begin"], saved["until"]
            if self.step >= self.until:  # that run was finished: this is the next
                self.begin = self.step
                self.until = options.until or self.step + options.steps

    def groups(self):
        return [group for optimizer in self.optimizers.values() for group in optimizer.param_groups]

    def planes(self, batch):
        planes = batch["planes"].float()
        if self.options.no_last_stone:
            planes[:, LAST_STONE] = 0
        return planes

    def put(self, batch):
        """A batch on the device."""
        return {name: tensor.to(self.device) for name, tensor in batch.items()}

    def look(self, batches):
        """Passes some positions of all targets through the net."""
        for i in range(len(batches.targets)):
            for step in range(4):
                self.net(self.planes(self.put(batches.make(step, i)[1])))

    def save(self):
        state = {
            "game": self.options.game,
            "shape": {name: getattr(self.shape, name) for name in Shape.__dataclass_fields__},
            "net": self.net.state_dict(),
            "averaged": self.averaged.state_dict(),
            # Of tensors and whole numbers alone, which are loaded safely by any version of PyTorch.
            **{name: {"state": optimizer.state_dict()["state"]} for name, optimizer in self.optimizers.items()},
            "step": self.step,
            "begin": self.begin,
            "until": self.until,
        }
        partial = self.path.with_name("checkpoint.partial")
        torch.save(state, partial)
        os.replace(partial, self.path)

    def set_rate(self):
        """Warms up linearly, then falls along a cosine to a tenth."""
        done = self.step - self.begin
        warm = min(1.0, (done + 1) / self.options.warm_up)
        way = done / max(1, self.until - self.begin)
        rate = self.options.rate * warm * (0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * way)))
        for group in self.groups():
            if isinstance(group["lr"], torch.Tensor):
                group["lr"].fill_(rate)  # captured graphs read it there
            else:
                group["lr"] = rate
        return rate

    def zero_grad(self):
        for optimizer in self.optimizers.values():
            optimizer.zero_grad(set_to_none=True)

    def autocast(self):
        # Graphs must not keep what was cast before they were captured.
        return torch.autocast(self.device.type, dtype=torch.bfloat16,
                              enabled=self.device.type == "cuda", cache_enabled=False)

    def stage(self):
        """What differs in the course of a run: the decay of the average, and whether batch norm goes
        by its averages. Statistics of batches differ between board sizes, and from the averages that
        the exported net has; in the last part of a run the net learns to do with the averages."""
        decay = self.options.average if self.step > 300 else min(self.options.average, 0.98)
        way = (self.step - self.begin) / max(1, self.until - self.begin)
        return decay, way >= 1 - self.options.frozen_share and self.step > 1000

    def train_on(self, batch, stage):
        """One step on a batch on the device. Adds the losses to self.sums."""
        decay, is_frozen = stage
        self.net.train(not is_frozen)
        with self.autocast():
            losses = losses_of(self.net, self.planes(batch), batch)
        total = (
            losses["policy"]
            + self.options.soft_weight * losses["soft"]
            + self.options.value_weight * losses["value"]
            + self.options.ownership_weight * losses["ownership"]
        )
        self.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 4.0)
        for optimizer in self.optimizers.values():
            optimizer.step()
        with torch.no_grad():
            old, new = list(self.averaged.state_dict().values()), list(self.net.state_dict().values())
            floats = [i for i, tensor in enumerate(old) if tensor.is_floating_point()]
            old, new = [old[i] for i in floats], [new[i] for i in floats]
            torch._foreach_mul_(old, decay)
            torch._foreach_add_(old, new, alpha=1 - decay)
            for name in self.sums:
                self.sums[name] += losses[name].detach()

    def measure(self, held_out, most=8192):
        """Losses of the averaged net on positions that were held out."""
        sums, count = {}, 0
        with torch.no_grad():
            for targets in held_out:
                for first in range(0, min(len(targets), most), 1024):
                    which = np.arange(first, min(first + 1024, len(targets)))
                    batch = self.put(tensors_of(targets, which, np.zeros_like(which)))
                    with self.autocast():
                        losses = losses_of(self.averaged, self.planes(batch), batch)
                    for name in self.sums:
                        sums[name] = sums.get(name, 0) + losses[name].item() * len(which)
                    count += len(which)
        return {name: total / count for name, total in sums.items()} if count else {}


class Steps:
    """Makes steps. On a GPU the first step of some targets and stage is captured as a graph, as
    launching the kernels one by one takes longer than they run."""

    def __init__(self, trainer, batches):
        self.trainer, self.batches = trainer, batches
        self.inputs, self.graphs = {}, {}
        self.uses_graphs = trainer.device.type == "cuda" and not trainer.options.no_graphs

    def __call__(self):
        """Returns how many steps were made."""
        trainer = self.trainer
        i, batch = self.batches(trainer.step)
        stage = trainer.stage()
        if not self.uses_graphs:
            trainer.train_on(trainer.put(batch), stage)
            return 1
        self.load(i, batch)
        if (i, stage) not in self.graphs:
            return self.capture(i, stage)
        self.graphs[i, stage].replay()
        return 1

    def load(self, i, batch):
        """Puts a batch where the graphs of these targets read it."""
        if i not in self.inputs:
            self.inputs[i] = self.trainer.put(batch)
        # Pinned here, as while a graph is captured no other thread may call CUDA.
        for name, tensor in batch.items():
            self.inputs[i][name].copy_(tensor.pin_memory(), non_blocking=True)

    def capture(self, i, stage):
        """Takes a few steps, as CUDA asks for before a capture, and captures another."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for n in range(WARM_UP_STEPS):
                if n > 0:
                    self.load(i, self.batches.make(self.trainer.step + n, i)[1])
                self.trainer.train_on(self.inputs[i], stage)
        torch.cuda.current_stream().wait_stream(stream)
        self.trainer.zero_grad()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.trainer.train_on(self.inputs[i], stage)
        self.graphs[i, stage] = graph
        return WARM_UP_STEPS


def append_row(path, row):
    is_new = not path.exists()
    with open(path, "a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if is_new:
            writer.writeheader()
        writer.writerow(row)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", required=True, help="folder with shards, searched as a whole")
    parser.add_argument("--game", default="", help="that they are of; if not given, that of the last one")
    parser.add_argument("--state", required=True, help="folder of checkpoint.pt, losses.csv and losses.svg")
    parser.add_argument("--start", help="a net's file to begin with, where there is no checkpoint")
    parser.add_argument("--out", required=True, help="the net's file")
    parser.add_argument("--window", type=int, default=100000, help="train on so many games, the last")
    parser.add_argument("--steps", type=int, default=1000, help="steps of a run")
    parser.add_argument("--until", type=int, help="instead: up to this step of all")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--warm-up", type=int, default=100, help="steps")
    parser.add_argument("--decay", type=float, default=0.01, help="of weights")
    parser.add_argument("--muon", action="store_true", help="for the weights of the blocks; see muon.py")
    parser.add_argument("--average", type=float, default=0.995, help="decay of the averaged weights")
    parser.add_argument("--frozen-share", type=float, default=0.2,
                        help="of the run, its last part: batch norm goes by its averages")
    parser.add_argument("--value-weight", type=float, default=1.0)
    parser.add_argument("--value-horizon", type=float, default=0,
                        help="in moves: learn the value from later searches as well")
    parser.add_argument("--ownership-weight", type=float, default=0.5)
    parser.add_argument("--soft-weight", type=float, default=0,
                        help="of a softened policy, learned by a head that is not in the net's file")
    parser.add_argument("--no-last-stone", action="store_true",
                        help="make a net that does not heed which stone was placed just now")
    parser.add_argument("--blocks", type=int, default=6, help="where there is no checkpoint")
    parser.add_argument("--channels", type=int, default=64, help="likewise")
    parser.add_argument("--seed", type=int, help="of the random numbers")
    parser.add_argument("--no-graphs", action="store_true", help="launch kernels one by one")
    parser.add_argument("--generation", type=int, default=0, help="for the net's file")
    options = parser.parse_args()

    begin = time.time()
    if options.seed is None:
        options.seed = int.from_bytes(os.urandom(4), "little")
    torch.manual_seed(options.seed)
    try:
        window = isthmus.Window(isthmus.find_shards(options.games), options.window, options.game)
    except ValueError as error:
        raise SystemExit(f"train.py: {error}")
    options.game = window.game
    for line in window.lost:
        print(line, flush=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if device.type == "cuda":
        torch.backends.cudnn.benchmark = True
        torch.backends.cuda.matmul.allow_tf32 = True
    targets = window.targets(options.value_horizon, held_out=False, one_in=HELD_OUT)
    held_out = window.targets(held_out=True, one_in=HELD_OUT)
    if not targets:
        raise SystemExit(f"train.py: no games with full searches in {options.games}")
    samples = sum(map(len, targets))
    print(f"{len(window)} games, {samples} positions, read in {time.time() - begin:.1f} s", flush=True)
    if window.repeats:
        print(f"{window.repeats} repeats of games were left out", flush=True)

    state = pathlib.Path(options.state)
    state.mkdir(parents=True, exist_ok=True)
    batches = Batches(targets, options)
    try:
        trainer = Trainer(options, device, batches)
    except ValueError as error:
        raise SystemExit(f"train.py: {error}")
    steps = Steps(trainer, batches)
    first_step, begin, saved = trainer.step, time.time(), time.time()
    rows, row = 0, {}
    every = max(1, (trainer.until - trainer.begin) // 5)
    while trainer.step < trainer.until:
        rate = trainer.set_rate()
        made = steps()
        trainer.step += made
        rows += made
        if rows >= every or trainer.step >= trainer.until:
            held = trainer.measure(held_out)
            row = {"step": trainer.step, "rate": f"{rate:.3g}", "samples": samples}
            for name in LOSSES:
                row[name] = round(trainer.sums[name].item() / rows, 5)
            for name, key in (("policy", "heldPolicy"), ("value", "heldValue"), ("accuracy", "heldAccuracy")):
                row[key] = round(held[name], 5) if held else ""
            append_row(state / "losses.csv", row)
            print(json.dumps(row), flush=True)
            for total in trainer.sums.values():
                total.zero_()
            rows = 0
        if time.time() - saved > 30:
            trainer.save()
            saved = time.time()
    trainer.save()
    seconds = time.time() - begin
    print(f"{trainer.step - first_step} steps in {seconds:.1f} s", flush=True)
    plot_losses(state / "losses.csv", state / "losses.svg")
    training = {
        "generation": options.generation,
        "step": trainer.step,
        "games": len(window),
        "repeatedGames": window.repeats,
        "lostGames": window.lost_games,
        "lostBytes": window.lost_bytes,
        "samples": samples,
        "seconds": round(seconds, 1),
        "losses": row,
        "settings": {name: value for name, value in vars(options).items()
                     if name not in ("game", "games", "state", "start", "out")},
    }
    if options.no_last_stone:
        with torch.no_grad():
            trainer.averaged.input.conv.weight[:, LAST_STONE] = 0
    crc = write_net(trainer.averaged, window.game, options.out, training)
    print(f"{options.out}: {crc:08x}", flush=True)


if __name__ == "__main__":
    main()
