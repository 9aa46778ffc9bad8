"""Trains on mini-batches of sampled neighbours, and samples alone: layers with ReLU between them, the mean cross-entropy
over the seeds, Adam."""

import gc
import math
import time

import torch
from operands import Refused
from torch.nn import functional

# Processes that sample ahead, at most: more than the threads that compute only take turns with these.
MOST_WORKERS = 2
# Batches that each of them samples ahead: PyTorch's default.
AHEAD = 2
# Batches by which the number of processes is chosen.
TRIED_BATCHES = 6
# Numbers of processes that were chosen, by the training: once in the life of a worker.
CHOSEN = {}


def batches_of(name):
    """How a library samples, and how it loads and computes."""
    if name == "pyg-batches":
        from pyg_batches import PyGBatches, PyGSampler

        return PyGSampler, PyGBatches
    if name == "dgl":
        from dgl_batches import DglBatches, DglSampler

        return DglSampler, DglBatches
    raise Refused("missing", f"{name} does not train on mini-batches")


class Sampling:
    """A sampler at work."""

    def __init__(self, name, peer, task):
        torch.manual_seed(task.seed)
        self.task, self.batches = task, batches_of(name)[0](peer, task)

    def draw(self, lists):
        """Seconds that mini-batches of some lists of seeds take, with the numbering of their vertices."""
        start = time.perf_counter()
        for seeds in lists:
            self.batches.sample(seeds)
        return {"seconds": time.perf_counter() - start}

    def blocks(self, seeds):
        """One mini-batch."""
        return self.batches.blocks(self.batches.sample(seeds))


class BatchTraining:
    """A model at work, with the loader whose number of processes was the fastest."""

    def __init__(self, name, peer, task):
        torch.manual_seed(task.seed)
        self.task, self.batches = task, batches_of(name)[1](peer, task)
        places = enumerate(zip(task.widths, task.widths[1:], task.heads), 1)
        self.layers = [self.batches.layer(number, *shape) for number, shape in places]
        self.parameters = [each for layer in self.layers for each in layer.parameters()]
        self.start = [each.detach().clone() for each in self.parameters]
        self.reset()
        key = (name, task.model, task.batch, *task.fanouts, *task.widths, task.rows)
        if key not in CHOSEN:
            CHOSEN[key] = self.fastest(min(MOST_WORKERS, peer.threads))
        self.workers = CHOSEN[key]
        self.use(self.workers)
        self.reset()

    def reset(self):
        """Back to the first step."""
        for parameter, value in zip(self.parameters, self.start):
            parameter.copy_(value)
        self.optimizer = torch.optim.Adam(self.parameters, **self.task.adam)

    def fastest(self, most):
        """The number of processes, up to `most`, with which some batches took the least time."""
        seconds = []
        for workers in range(most + 1):
            self.use(workers)
            seconds.append(self.train(TRIED_BATCHES)["seconds"])
        return seconds.index(min(seconds))

    def use(self, workers):
        """Takes a loader; its processes start with its first batch, which is left out of all times."""
        self.loader = self.running = None
        gc.collect()
        self.loader = self.batches.loader(workers)
        self.running = iter(self.loader)
        self.train(1)

    def next(self):
        """The next batch of the loader, epoch after epoch."""
        batch = next(self.running, None)
        if batch is None:
            self.running = iter(self.loader)
            batch = next(self.running)
        return batch

    def step(self, features, labels, graphs):
        """One step of training; the loss before it."""
        with torch.enable_grad():
            hidden = features
            for place, (layer, graph) in enumerate(zip(self.layers, graphs), 1):
                hidden = self.batches.apply(layer, graph, hidden)
                if place < len(self.layers):
                    hidden = functional.relu(hidden)
            loss = functional.cross_entropy(hidden[: len(labels)], labels)
            self.optimizer.zero_grad()
            loss.backward()
        self.optimizer.step()
        return loss.item()

    def train(self, count):
        """Seconds that so many mini-batches take as the loader brings them, and the loss of each. Those that its
        processes have sampled while nobody trained are taken first, untimed."""
        for _ in range(AHEAD * self.loader.num_workers):
            self.step(*self.batches.read(self.next()))
        gc.disable()
        try:
            start = time.perf_counter()
            losses = [self.step(*self.batches.read(self.next())) for _ in range(count)]
            seconds = time.perf_counter() - start
        finally:
            gc.enable()
        return {"seconds": seconds, "losses": finite(losses)}

    def phases(self, count):
        """Seconds of sampling, of loading and of computing, one after the other, over so many mini-batches."""
        parts, losses = [0.0, 0.0, 0.0], []
        for _ in range(count):
            seeds = self.task.train[torch.randperm(len(self.task.train))[: self.task.batch]]
            marks = [time.perf_counter()]
            sampled = self.batches.sample(seeds)
            marks.append(time.perf_counter())
            batch = self.batches.load(sampled)
            marks.append(time.perf_counter())
            losses.append(self.step(*batch))
            marks.append(time.perf_counter())
            parts = [sum + after - before for sum, before, after in zip(parts, marks, marks[1:])]
        finite(losses)
        return dict(zip(("sample", "load", "compute"), parts))

    def rehearse(self, seeds, steps):
        """One mini-batch, and the losses of so many first steps on it alone."""
        self.reset()
        sampled = self.batches.sample(seeds)
        losses = finite([self.step(*self.batches.load(sampled)) for _ in range(steps)])
        self.reset()
        return self.batches.blocks(sampled), losses


def finite(losses):
    """The losses, all of them numbers."""
    for iteration, loss in enumerate(losses, 1):
        if not math.isfinite(loss):
            raise Refused("failed", f"the loss is {loss} in iteration {iteration} of {len(losses)}")
    return losses
