"""The processes that train one net, where train_ranks.py or torchrun has started several: one leads, the others follow."""

import datetime
import os

import torch
import torch.distributed


class Trainers:
    """This process among the others; alone where neither started it."""

    def __init__(self):
        self.rank = int(os.environ.get("RANK", 0))
        self.count = int(os.environ.get("WORLD_SIZE", 1))
        local = int(os.environ.get("LOCAL_RANK", 0))
        self.device = torch.device("cuda", local) if torch.cuda.is_available() else torch.device("cpu")
        if self.device.type == "cuda":
            torch.cuda.set_device(self.device)
            # Where self-play has the other cores, a thread for each core takes five of them to wait:
            # 11 steps a second in place of 42 (NOTES.md).
            torch.set_num_threads(2)
        if self.count > 1:
            backend = "nccl" if self.device.type == "cuda" else "gloo"
            torch.distributed.init_process_group(backend, timeout=datetime.timedelta(minutes=10))
            # What they agree upon does not wait for the GPUs.
            self.group = torch.distributed.new_group(backend="gloo")

    @property
    def leads(self):
        return self.rank == 0

    @property
    def device_ids(self):
        return [self.device.index] if self.device.type == "cuda" else None

    def sums(self, *numbers):
        """The sums of whole numbers over all processes, each of which must come here."""
        if self.count == 1:
            return numbers
        tensor = torch.tensor(numbers, dtype=torch.int64)
        torch.distributed.all_reduce(tensor, group=self.group)
        return tuple(tensor.tolist())
