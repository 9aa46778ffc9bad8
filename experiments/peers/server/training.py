"""Trains a graph convolutional network (Kipf and Welling, ICLR 2017) on the whole graph with a library: by its documented
layer, and by PyTorch alone in two ways; or a graph attention network (Velickovic et al., ICLR 2018) by its documented
layer. Every model begins with the weights that the request names and does the same:

    dropout on the features; layers, ReLU and dropout between them; mean cross-entropy; Adam

A layer of the former is A (H W) + b; one of the latter attends to the entries of A.
"""

import gc
import math

import numpy as np
import torch
from operands import Operands, Refused, members, numbers, real, whole
from torch.nn import Parameter, functional


class Task(Operands):
    """What a model learns from: operands, initial weights, labels, sets of vertices and hyper-parameters."""

    def __init__(self, request):
        widths = request.get("widths")
        if not isinstance(widths, list) or len(widths) < 2:
            raise Refused("request", '"widths" must list those of the features, the hidden layers and the classes')
        self.widths = [whole({"widths": width}, "widths", 1) for width in widths]
        super().__init__({**request, "cols": request.get("rows"), "width": widths[0]})
        files = members(request, "files")
        self.layers = [
            (
                numbers(files, f"W{layer}", "<f4", fan_in * fan_out).reshape(fan_in, fan_out),
                numbers(files, f"b{layer}", "<f4", fan_out, optional=True),
            )
            for layer, (fan_in, fan_out) in enumerate(zip(self.widths, self.widths[1:]), 1)
        ]
        self.heads = None if request.get("heads") is None else self.attention(request, files)
        labels = numbers(files, "labels", "<i4", self.rows)
        self.sets = {}
        for name, count in members(request, "sets").items():
            vertices = numbers(files, name, "<i4", whole({name: count}, name, 1))
            if vertices.min() < 0 or vertices.max() >= self.rows:
                raise Refused("request", f'"{name}" leaves 0..{self.rows - 1}')
            truth = labels[vertices]
            if truth.min() < 0 or truth.max() >= self.widths[-1]:
                raise Refused("request", f'a label of "{name}" leaves 0..{self.widths[-1] - 1}')
            self.sets[name] = (vertices, truth)
        if "train" not in self.sets:
            raise Refused("request", 'no "train" among the sets')
        dropout, adam = members(request, "dropout"), members(request, "adam")
        self.dropout = (real(dropout, "input", 1), real(dropout, "hidden", 1))
        self.adam = {
            "lr": real(adam, "learningRate"),
            "betas": (real(adam, "beta1", 1), real(adam, "beta2", 1)),
            "eps": real(adam, "epsilon"),
        }
        self.weight_decay = real(adam, "weightDecay")
        self.seed = whole(request, "seed")


    def attention(self, request, files):
        """Heads of each layer, and its attention vectors of target and source."""
        heads, widths = request["heads"], self.widths[1:]
        if not isinstance(heads, list) or len(heads) != len(widths):
            raise Refused("request", '"heads" must be those of each layer')
        heads = [whole({"heads": each}, "heads", 1) for each in heads]
        if any(width % each for width, each in zip(widths, heads)):
            raise Refused("request", '"heads" must divide the columns of each layer')
        return [
            (each, numbers(files, f"A{layer}", "<f4", 2 * width).reshape(2, each, width // each))
            for layer, (each, width) in enumerate(zip(heads, widths), 1)
        ]


class Product(torch.autograd.Function):
    """A @ X whose backward product finds the transposed matrix ready; autograd's own makes it in every step."""

    @staticmethod
    def forward(ctx, matrix, transposed, dense):
        ctx.transposed = transposed
        return torch.sparse.mm(matrix, dense)

    @staticmethod
    def backward(ctx, gradient):
        return None, None, torch.sparse.mm(ctx.transposed, gradient)


def layer_of(aggregate, tensors, aggregate_first):
    """A layer from `aggregate`, a function for A @ X, and dense products, in the order that is told."""
    weight, bias = (None if tensor is None else Parameter(tensor) for tensor in tensors)

    def apply(features):
        if aggregate_first:
            return functional.linear(aggregate(features), weight.T, bias)
        scores = aggregate(features @ weight)
        return scores if bias is None else scores + bias

    return apply, [weight] if bias is None else [weight, bias]


def torch_layers(peer, task):
    """PyTorch at its fastest: the transposed matrix is made once, and each layer takes the order of its two products by
    which a step aggregates fewer columns. The first layer's features need no gradient: where it aggregates before it
    multiplies, it has no sparse product on the way back."""
    matrix = peer.csr(task)
    transposed = transpose(matrix)

    def aggregate(features):
        return Product.apply(matrix, transposed, features)

    layers = []
    for place, tensors in enumerate(layer_tensors(peer, task)):
        fan_in, fan_out = tensors[0].shape
        columns_if_first = fan_in if place == 0 else 2 * fan_in
        layers.append(layer_of(aggregate, tensors, aggregate_first=columns_if_first <= 2 * fan_out))
    return layers


def torch_autograd_layers(peer, task):
    """PyTorch as its documentation has it: torch.sparse.mm(A, H W) + b, and autograd does the rest."""
    matrix = peer.csr(task)

    def aggregate(features):
        return torch.sparse.mm(matrix, features)

    return [layer_of(aggregate, tensors, aggregate_first=False) for tensors in layer_tensors(peer, task)]


def pyg_layers(peer, task):
    """torch_geometric.nn.GCNConv on a CSR tensor that is normalised already."""
    from torch_geometric.nn import GCNConv

    matrix = peer.csr(task)

    def layer(weight, bias):
        convolution = GCNConv(*weight.shape, normalize=False, bias=bias is not None).to(peer.device)
        convolution.lin.weight.copy_(weight.T)
        if bias is not None:
            convolution.bias.copy_(bias)
        return lambda features: convolution(features, matrix), list(convolution.parameters())

    return [layer(*tensors) for tensors in layer_tensors(peer, task)]


def dgl_layers(peer, task):
    """dgl.nn.GraphConv: norm="both" where that is what the weights say, else with edge weights."""
    from dgl.nn import GraphConv

    graph = peer.graph(task)
    # Made at first use otherwise, which would be in the first epoch.
    graph.create_formats_()
    both = has_degree_norm(task)
    edge_weight = None if both or task.values is None else peer.tensor(task.values)
    norm = "both" if both else "none"

    def layer(weight, bias):
        convolution = GraphConv(*weight.shape, norm=norm, bias=bias is not None, allow_zero_in_degree=True)
        convolution.weight.copy_(weight)
        if bias is not None:
            convolution.bias.copy_(bias)
        return lambda features: convolution(graph, features, edge_weight=edge_weight), list(convolution.parameters())

    return [layer(*tensors) for tensors in layer_tensors(peer, task)]


def pyg_attention(peer, task):
    """torch_geometric.nn.GATConv on the entries of the matrix, which has the vertices themselves."""
    from torch_geometric.nn import GATConv

    targets = np.repeat(np.arange(task.rows), np.diff(task.row_ptr))
    edges = peer.tensor(np.stack([task.col_idx.astype(np.int64), targets]))

    def layer(weight, bias, heads, vectors):
        fan_in, fan_out = weight.shape
        made = GATConv(fan_in, fan_out // heads, heads, add_self_loops=False, bias=bias is not None).to(peer.device)
        made.lin.weight.copy_(weight.T)
        made.att_dst.copy_(vectors[:1])
        made.att_src.copy_(vectors[1:])
        if bias is not None:
            made.bias.copy_(bias)
        return lambda features: made(features, edges), list(made.parameters())

    return attention_layers(peer, task, layer)


def dgl_attention(peer, task):
    """dgl.nn.GATConv on the entries of the matrix, which has the vertices themselves."""
    from dgl.nn import GATConv

    # Its product of heads wants the edges to have ids of their own.
    edges = np.arange(len(task.col_idx), dtype=np.int32)
    parts = tuple(peer.tensor(part) for part in (task.row_ptr, task.col_idx, edges))
    graph = peer.dgl.graph(("csc", parts), num_nodes=task.rows)
    # Made at first use otherwise, which would be in the first epoch.
    graph.create_formats_()

    def layer(weight, bias, heads, vectors):
        fan_in, fan_out = weight.shape
        made = GATConv(fan_in, fan_out // heads, heads, bias=bias is not None, allow_zero_in_degree=True)
        made.fc.weight.copy_(weight.T)
        made.attn_r.copy_(vectors[:1])
        made.attn_l.copy_(vectors[1:])
        if bias is not None:
            made.bias.copy_(bias)
        return lambda features: made(graph, features).flatten(1), list(made.parameters())

    return attention_layers(peer, task, layer)


def attention_layers(peer, task, layer):
    """Layers with their initial weights, heads and attention vectors."""
    return [
        layer(*tensors, heads, peer.tensor(vectors))
        for tensors, (heads, vectors) in zip(layer_tensors(peer, task), task.heads)
    ]


ATTENTION = {"pyg": pyg_attention, "dgl": dgl_attention}
LAYERS = {"torch": torch_layers, "torch-autograd": torch_autograd_layers, "pyg": pyg_layers, "dgl": dgl_layers}


def layer_tensors(peer, task):
    """Weight and bias of each layer on the device; the bias may be None."""
    return [tuple(None if array is None else peer.tensor(array) for array in layer) for layer in task.layers]


def transpose(matrix):
    """The transposed CSR matrix; the same one where it is symmetric."""
    transposed = matrix.t().to_sparse_csr()
    parts = ((each.crow_indices(), each.col_indices(), each.values()) for each in (matrix, transposed))
    return matrix if all(torch.equal(one, other) for one, other in zip(*parts)) else transposed


def has_degree_norm(task):
    """Whether value(i, j) = 1 / sqrt(entries of row i * entries of column j), up to rounding."""
    if task.values is None:
        return False
    of_row = np.diff(task.row_ptr).astype(np.float64)
    of_col = np.bincount(task.col_idx, minlength=task.cols)
    wanted = 1 / np.sqrt(np.repeat(of_row, np.diff(task.row_ptr)) * of_col[task.col_idx])
    return np.allclose(task.values, wanted, rtol=1e-6, atol=0)


class Training:
    """A model at work."""

    def __init__(self, name, peer, task):
        self.peer, self.task = peer, task
        self.features = peer.tensor(task.features)
        self.sets = {
            name: tuple(peer.tensor(array.astype(np.int64)) for array in both) for name, both in task.sets.items()
        }
        layers = LAYERS if task.heads is None else ATTENTION
        if name not in layers:
            raise Refused("missing", f"{name} has no attention layer")
        self.layers, self.parameters = zip(*layers[name](peer, task))
        self.start = [[each.detach().clone() for each in layer] for layer in self.parameters]
        self.reset()

    def reset(self):
        """Back to the first step, with the same masks to come."""
        torch.manual_seed(self.task.seed)
        for layer, start in zip(self.parameters, self.start):
            for parameter, value in zip(layer, start):
                parameter.copy_(value)
        first, *others = self.parameters
        self.optimizer = torch.optim.Adam(
            [
                {"params": first, "weight_decay": self.task.weight_decay},
                {"params": [parameter for layer in others for parameter in layer]},
            ],
            **self.task.adam,
        )

    def forward(self, dropout=(0.0, 0.0)):
        hidden = self.features
        for place, layer in enumerate(self.layers):
            if place > 0:
                hidden = functional.relu(hidden)
            rate = dropout[min(place, 1)]
            if rate > 0:
                hidden = functional.dropout(hidden, rate)
            hidden = layer(hidden)
        return hidden

    def train(self, epochs, with_dropout):
        """Seconds that so many epochs take, and the loss of each before its step."""
        vertices, truth = self.sets["train"]
        dropout = self.task.dropout if with_dropout else (0.0, 0.0)
        losses = []

        def steps():
            with torch.enable_grad():
                for _ in range(epochs):
                    self.optimizer.zero_grad()
                    loss = functional.cross_entropy(self.forward(dropout)[vertices], truth)
                    loss.backward()
                    self.optimizer.step()
                    losses.append(loss.detach())

        gc.disable()
        try:
            seconds = self.peer.seconds(steps)
        finally:
            gc.enable()
        losses = [loss.item() for loss in losses]
        for epoch, loss in enumerate(losses, 1):
            if not math.isfinite(loss):
                raise Refused("failed", f"the loss is {loss} in epoch {epoch} of {epochs}")
        return {"seconds": seconds, "losses": losses}

    def evaluate(self, name):
        """Loss and accuracy on a set, without dropout."""
        if name not in self.sets:
            raise Refused("request", f'no set "{name}"')
        vertices, truth = self.sets[name]
        scores = self.forward()[vertices]
        loss = functional.cross_entropy(scores, truth).item()
        if not math.isfinite(loss):
            raise Refused("failed", f'the loss on "{name}" is {loss}')
        right = (scores.argmax(dim=1) == truth).sum().item()
        return {"loss": loss, "accuracy": right / len(truth)}

    def scores(self):
        """Logits of all vertices, without dropout."""
        return self.peer.to_host(self.forward())
