"""Makes steps of training: on a GPU by graphs, as launching kernels one by one takes longer than they run."""

import torch

WARM_UP_STEPS = 3  # before a graph is captured


class GraphSteps:
    """Makes steps; the first of some view and stage is captured."""

    def __init__(self, learner):
        self.learner = learner
        self.inputs, self.graphs = {}, {}

    def __call__(self, batches):
        """Returns how many steps were made."""
        view, batch = batches(self.learner.step)
        stage = self.learner.stage()
        self.load(view, batch)
        if (view, stage) not in self.graphs:
            return self.capture(batches, view, stage)
        self.graphs[view, stage].replay()
        return 1

    def load(self, view, batch):
        """Puts a batch where the graphs of this view read it."""
        if view not in self.inputs:
            self.inputs[view] = self.learner.put(batch)
        # Pinned here, as while a graph is captured no other thread may call CUDA.
        for name, tensor in batch.items():
            self.inputs[view][name].copy_(tensor.pin_memory(), non_blocking=True)

    def capture(self, batches, view, stage):
        """Takes a few steps, as CUDA asks for before a capture, and captures another."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for n in range(WARM_UP_STEPS):
                if n > 0:
                    self.load(view, batches.make(self.learner.step + n, view)[1])
                self.learner.train_on(self.inputs[view], stage)
        torch.cuda.current_stream().wait_stream(stream)
        self.learner.zero_grad()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.learner.train_on(self.inputs[view], stage)
        self.graphs[view, stage] = graph
        return WARM_UP_STEPS


class PlainSteps:
    """Makes steps one kernel after the other."""

    def __init__(self, learner):
        self.learner = learner

    def __call__(self, batches):
        _, batch = batches(self.learner.step)
        self.learner.train_on(self.learner.put(batch), self.learner.stage())
        return 1
