"""What learns: the net, its average and its optimisers, what a step does to them, and the checkpoint that
holds them."""

import copy
import math
import pathlib
import pickle
import time
from dataclasses import asdict

from module import isthmus
import torch
from torch.optim.swa_utils import update_bn

from export import read_net
from files import whole_file
from losses import NAMES, Losses, Teacher, total_of
from muon import Muon
from net import Net, Shape, calibrate, without_ring

LAST_STONE = isthmus.PLANES.index("last")  # the plane with the stone placed just now
LOOKS = 12  # batches that a net is prepared by
LONG_AVERAGE_FROM = 300  # the step of all from which the average is as long as the settings say
FROZEN_FROM = 1000  # likewise batch norm may go by its averages


class Learner:
    def __init__(self, settings, device, path, batches, start=None, run=None):
        """Goes on from the checkpoint at `path`, or else from the net's file `start`, or else from nothing.
        `run` is when the run begins and ends, in seconds since 1970, for the settings' cosine over it.
        Raises ValueError where these are of another game, or cannot be read."""
        if settings.training.cosine == "run" and not (run and run[0] < run[1] < math.inf):
            raise ValueError('"cosine": "run" needs to know when the run ends')
        self.run = run
        self.settings, self.training, self.device = settings, settings.training, device
        self.path = pathlib.Path(path)
        self.step = self.begin = 0  # of all, and where this generation begins
        saved = self.load()
        has_soft = self.training.soft_weight > 0
        game = isthmus.Game(settings.game)
        if saved or not start:
            shape = Shape(**saved["shape"]) if saved else Shape(
                blocks=self.training.blocks,
                channels=self.training.channels,
                poolBlocks=list(range(1, self.training.blocks, 2)),
                planes=game.planes,
                ring=self.training.ring,
            )
            self.net = Net(shape, has_soft)
        else:
            self.net, header = read_net(start, has_soft)
            self.net.begin_soft(bool(self.training.teacher))
            if header["game"] != settings.game:
                raise ValueError(f"{start} is of {header['game']}, not of {settings.game}")
            self.net.read_more(game.planes)
            self.step = self.begin = header["training"].get("step", 0)
        self.net.to(device, memory_format=torch.channels_last)
        if start and not saved:
            self.prepare(game, batches)
        self.shape = self.net.shape
        self.averaged = copy.deepcopy(self.net).eval().requires_grad_(False)
        if self.training.compiled and device.type == "cuda":
            self.net.compile_parts()
        self.losses = Losses(self.net, self.make_teacher())
        self.optimizers = self.make_optimizers()
        self.sums = {name: torch.zeros((), device=device) for name in (*NAMES, "accuracy")}
        self.until = self.begin + self.training.steps
        self.generations = self.setbacks = 0  # generations made; how often it went back, and halved its rate
        if saved:
            self.take(saved)
        self.first = self.step  # of this process

    def prepare(self, game, batches):
        """For training, a net that was read from a file; where settings say so it does without the ring from now on."""
        if not self.net.shape.ring or self.training.ring:
            calibrate(self.net, lambda: self.look(batches))
            return
        # By what it makes of cells, so that what comes of these without a ring is brought back to the same mean and
        # variance in each layer.
        calibrate(self.net, lambda: self.look(batches), without_ring)
        self.net.drop_ring(torch.from_numpy(game.start().planes()))
        update_bn((self.planes(self.put(batches.make(step)[1])) for step in range(LOOKS)), self.net)

    def make_teacher(self):
        """The net beside the games, or None where the settings name none."""
        if not self.training.teacher:
            return None
        net, header = read_net(self.training.teacher)
        if header["game"] != self.settings.game:
            raise ValueError(f"{self.training.teacher} is of {header['game']}, not of {self.settings.game}")
        net.to(self.device, memory_format=torch.channels_last)
        if self.training.compiled and self.device.type == "cuda":
            net.compile_parts()
        return Teacher(net, self.training.teacher_weight)

    def make_optimizers(self):
        """By their names in a checkpoint."""
        training, on_gpu = self.training, self.device.type == "cuda"
        rate = torch.tensor(training.rate, device=self.device) if on_gpu else training.rate
        inner = [p for p in self.net.blocks.parameters() if p.dim() > 1] if training.muon else []
        taken = {id(p) for p in inner}
        decayed = [p for p in self.net.parameters() if p.dim() > 1 and id(p) not in taken]
        others = [p for p in self.net.parameters() if p.dim() <= 1]
        optimizers = {"optimizer": torch.optim.AdamW(
            [{"params": decayed, "weight_decay": training.decay}, {"params": others, "weight_decay": 0}],
            lr=rate,
            capturable=on_gpu,
        )}
        if inner:
            optimizers["muon"] = Muon(inner, rate, weight_decay=training.decay)
        return optimizers

    def load(self):
        """The checkpoint, or None where there is none."""
        if not self.path.exists():
            return None
        try:
            saved = torch.load(self.path, map_location=self.device, weights_only=True)
        except (pickle.UnpicklingError, RuntimeError, EOFError) as error:
            raise ValueError(f"{self.path} is damaged, or holds more than this PyTorch loads safely; take it "
                             f"away, and training goes on from the newest net ({str(error).splitlines()[0]})") from None
        # Those of earlier versions do not name their game.
        if saved.get("game", self.settings.game) != self.settings.game:
            raise ValueError(f"{self.path} is of {saved['game']}, not of {self.settings.game}")
        return saved

    def take(self, saved):
        # The head of soft policies may come and go; other optimisers begin anew.
        is_same = saved["net"].keys() == self.net.state_dict().keys()
        self.net.load_state_dict(saved["net"], strict=False)
        self.averaged.load_state_dict(saved["averaged"], strict=False)
        if not saved["net"].keys() >= self.net.state_dict().keys():
            self.net.begin_soft(bool(self.training.teacher))
        if is_same and {"optimizer", "muon"} & saved.keys() == self.optimizers.keys():
            for name, optimizer in self.optimizers.items():
                optimizer.load_state_dict({**optimizer.state_dict(), "state": saved[name]["state"]})
        self.step, self.begin, self.until = saved["step"], saved["begin"], saved["until"]
        self.generations, self.setbacks = saved.get("generations", 0), saved.get("setbacks", 0)

    def save(self):
        state = {
            "game": self.settings.game,
            "shape": asdict(self.shape),
            "net": self.net.state_dict(),
            "averaged": self.averaged.state_dict(),
            # Of tensors and whole numbers alone, which are loaded safely by any version of PyTorch.
            **{name: {"state": optimizer.state_dict()["state"]} for name, optimizer in self.optimizers.items()},
            "step": self.step,
            "begin": self.begin,
            "until": self.until,
            "generations": self.generations,
            "setbacks": self.setbacks,
        }
        with whole_file(self.path) as partial:
            torch.save(state, partial)

    def begin_generation(self):
        """After one has been finished: the warm-up and the cosine begin anew."""
        self.begin = self.step
        self.until = self.step + self.training.steps
        self.generations += 1

    def tensors(self):
        """All that a step changes."""
        states = [self.net.state_dict(), self.averaged.state_dict()]
        for optimizer in self.optimizers.values():
            states += optimizer.state.values()
        return [tensor for state in states for tensor in state.values()]

    def share(self, device_ids):
        """From now on each step is taken with the mean of what all processes have found."""
        self.losses = torch.nn.parallel.DistributedDataParallel(self.losses, device_ids=device_ids)

    def planes(self, batch):
        planes = batch["planes"].float()
        if not self.training.last_stone:
            planes[:, LAST_STONE] = 0
        return planes

    def put(self, batch):
        """A batch on the device."""
        return {name: tensor.to(self.device) for name, tensor in batch.items()}

    def look(self, batches):
        """Passes some positions through the net."""
        for step in range(LOOKS):
            self.net(self.planes(self.put(batches.make(step)[1])))

    def way(self):
        """How far the generation, or the run where the cosine is over that, has come: 0 to 1."""
        if self.training.cosine == "run":
            begin, end = self.run
            return min(1.0, max(0.0, (time.time() - begin) / (end - begin)))
        return (self.step - self.begin) / max(1, self.until - self.begin)

    def set_rate(self):
        """Warms up linearly, then falls along a cosine."""
        done = self.step - (self.first if self.training.cosine == "run" else self.begin)
        warm = min(1.0, (done + 1) / self.training.warm_up)
        way = self.way()
        highest = self.training.rate * self.training.cooling**self.generations / 2**self.setbacks
        least = self.training.least_rate
        rate = highest * warm * (least + (1 - least) * 0.5 * (1 + math.cos(math.pi * way)))
        for optimizer in self.optimizers.values():
            for group in optimizer.param_groups:
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
        """What differs in the course of a generation or a run: the decay of the average, and whether batch norm goes
        by its averages. Statistics of batches differ between board sizes, and from the averages that
        the exported net has; in the last part a net learns to do with the averages."""
        average = self.training.average
        decay = average if self.step > LONG_AVERAGE_FROM else min(average, 0.98)
        return decay, self.way() >= 1 - self.training.frozen_share and self.step > FROZEN_FROM

    def train_on(self, batch, stage):
        """One step on a batch on the device. Adds the losses to self.sums."""
        decay, is_frozen = stage
        self.net.train(not is_frozen)
        with self.autocast():
            losses = self.losses(self.planes(batch), batch)
        self.zero_grad()
        total_of(losses, self.training).backward()
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

    def mean_losses(self, steps):
        """Those of the last `steps` steps, which are all since the last call."""
        means = {name: total.item() / steps for name, total in self.sums.items()}
        for total in self.sums.values():
            total.zero_()
        return means

    def net_to_play(self):
        """The averaged net, as it is exported."""
        if not self.training.last_stone:
            with torch.no_grad():
                self.averaged.input.conv.weight[:, LAST_STONE] = 0
        return self.averaged
