"""What requests about mini-batches carry: a graph with fan-outs, and what a model learns from."""

import numpy as np
import torch
from operands import Refused, SparseMatrix, members, numbers, real, text, whole
from torch import nn

MODELS = ("gcn", "sage", "gin", "gat")


def wholes(request, name):
    """A list of whole numbers from 1."""
    given = request.get(name)
    if not isinstance(given, list) or not given:
        raise Refused("request", f'"{name}" must be a list of whole numbers')
    return [whole({name: each}, name, 1) for each in given]


class SamplingTask(SparseMatrix):
    """A graph, and how many neighbours each layer draws, the layer next to the input first."""

    def __init__(self, request):
        super().__init__({**request, "cols": request.get("rows")})
        self.fanouts, self.seed = wholes(request, "fanouts"), whole(request, "seed")

    def vertices(self, files, name, count):
        """Vertices of a file."""
        given = numbers(files, name, "<i4", count)
        if count and (given.min() < 0 or given.max() >= self.rows):
            raise Refused("request", f'"{name}" leaves 0..{self.rows - 1}')
        return torch.from_numpy(given.astype(np.int64))


class BatchTask(SamplingTask):
    """A graph with features, labels, training vertices, a model's initial weights and hyper-parameters."""

    def __init__(self, request):
        super().__init__(request)
        files = self.files = members(request, "files")
        self.model = text(request, "model")
        if self.model not in MODELS:
            raise Refused("request", f'"model" must be one of {", ".join(MODELS)}')
        self.widths = wholes(request, "widths")
        if len(self.widths) != len(self.fanouts) + 1:
            raise Refused("request", '"widths" must be those of the features and of as many layers as "fanouts"')
        self.heads = wholes(request, "heads") if self.model == "gat" else [1] * len(self.fanouts)
        if len(self.heads) != len(self.fanouts) or any(w % h for w, h in zip(self.widths[1:], self.heads)):
            raise Refused("request", '"heads" must divide the columns of each layer')
        shape = self.rows, self.widths[0]
        self.features = torch.from_numpy(numbers(files, "features", "<f4", shape[0] * shape[1]).reshape(shape))
        labels = numbers(files, "labels", "<i4", self.rows)
        if labels.min() < 0 or labels.max() >= self.widths[-1]:
            raise Refused("request", f"a label leaves 0..{self.widths[-1] - 1}")
        self.labels = torch.from_numpy(labels.astype(np.int64))
        self.train, self.batch = self.vertices(files, "train", whole(request, "training", 1)), whole(request, "batch", 1)
        adam = members(request, "adam")
        self.adam = {
            "lr": real(adam, "learningRate"),
            "betas": (real(adam, "beta1", 1), real(adam, "beta2", 1)),
            "eps": real(adam, "epsilon"),
            "weight_decay": real(adam, "weightDecay"),
        }

    def weights(self, name, rows, cols):
        """Initial weights, rows x cols; None where the file is null."""
        given = numbers(self.files, name, "<f4", rows * cols, optional=True)
        return None if given is None else torch.from_numpy(given.reshape(rows, cols))

    def perceptron(self, fan_in, fan_out):
        """The two linear layers of a graph isomorphism layer, ReLU between them."""
        hidden = self.widths[1]
        return nn.Sequential(nn.Linear(fan_in, hidden), nn.ReLU(), nn.Linear(hidden, fan_out))

    def fill_perceptron(self, number, perceptron):
        """Gives a perceptron its initial weights: a layer may draw its own when it is made."""
        first, _, second = perceptron
        (hidden, fan_in), fan_out = first.weight.shape, second.weight.shape[0]
        first.weight.copy_(self.weights(f"W{number}", fan_in, hidden).T)
        first.bias.copy_(self.weights(f"c{number}", 1, hidden)[0])
        second.weight.copy_(self.weights(f"V{number}", hidden, fan_out).T)
        second.bias.copy_(self.weights(f"b{number}", 1, fan_out)[0])
