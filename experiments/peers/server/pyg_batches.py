"""Mini-batches by PyTorch Geometric: torch_geometric.loader.NeighborLoader, its sampler alone, and the layers that its
documentation trains on them. A batch is one subgraph that every layer computes on: the library draws a vertex's
neighbours once, at the first hop that reaches it."""

import numpy as np
import torch
from torch_geometric.data import Data
from torch_geometric.loader import NeighborLoader
from torch_geometric.nn import GATConv, GCNConv, GINConv, SAGEConv
from torch_geometric.sampler import NeighborSampler, NodeSamplerInput


class PyGSampler:
    """Draws neighbours; vertices of a batch are numbered anew."""

    form = "subgraph"

    def __init__(self, peer, task):
        self.fanouts = task.fanouts
        targets = np.repeat(np.arange(task.rows, dtype=np.int64), np.diff(task.row_ptr))
        edges = torch.from_numpy(np.stack([task.col_idx.astype(np.int64), targets]))
        self.data = Data(edge_index=edges, num_nodes=task.rows)
        # Fan-outs are those of hops here, the seeds' first.
        self.sampler = NeighborSampler(self.data, num_neighbors=task.fanouts[::-1], is_sorted=True, share_memory=True)

    def sample(self, seeds):
        """A mini-batch without features."""
        return self.sampler.sample_from_nodes(NodeSamplerInput(input_id=seeds, node=seeds))

    def blocks(self, sampled):
        """Row pointers, local ids of columns, and sources: one square block."""
        targets = sampled.col.numpy()
        order = np.argsort(targets, kind="stable")
        entries = np.bincount(targets, minlength=len(sampled.node))
        row_ptr = np.concatenate([[0], np.cumsum(entries)])
        return [(row_ptr, sampled.row.numpy()[order], sampled.node.numpy())]


class PyGBatches(PyGSampler):
    """Loads mini-batches, and makes layers for them."""

    def __init__(self, peer, task):
        super().__init__(peer, task)
        self.task = task
        self.data.x, self.data.y = task.features, task.labels
        self.plain = self.loader(0)

    def loader(self, workers):
        """A loader with so many processes that sample ahead."""
        return NeighborLoader(
            self.data,
            num_neighbors=self.fanouts[::-1],
            neighbor_sampler=self.sampler,
            input_nodes=self.task.train,
            batch_size=self.task.batch,
            shuffle=True,
            num_workers=workers,
            persistent_workers=workers > 0,
        )

    def load(self, sampled):
        """Features, labels and graphs of a sampled mini-batch."""
        return self.read(self.plain.filter_fn(sampled))

    def read(self, batch):
        """Features, labels and graphs, one a layer, of a batch of the loader. The seeds are the first vertices."""
        return batch.x, batch.y[: batch.batch_size], [batch.edge_index] * len(self.fanouts)

    def apply(self, layer, edges, hidden):
        """A layer's result."""
        return layer(hidden, edges)

    def layer(self, number, fan_in, fan_out, heads):
        """A layer with its initial weights."""
        task = self.task
        if task.model == "gin":
            made = GINConv(task.perceptron(fan_in, fan_out))
            task.fill_perceptron(number, made.nn)
            return made
        weight, bias = task.weights(f"W{number}", fan_in, fan_out), task.weights(f"b{number}", 1, fan_out)
        if task.model == "gcn":
            made = GCNConv(fan_in, fan_out, bias=bias is not None)
            made.lin.weight.copy_(weight.T)
        elif task.model == "sage":
            made = SAGEConv(fan_in, fan_out)
            made.lin_l.weight.copy_(weight.T)
            made.lin_l.bias.copy_(bias[0])
            made.lin_r.weight.copy_(task.weights(f"S{number}", fan_in, fan_out).T)
            return made
        else:
            made = GATConv(fan_in, fan_out // heads, heads=heads, bias=bias is not None)
            of_target, of_source = task.weights(f"A{number}", 2, fan_out)
            made.lin.weight.copy_(weight.T)
            made.att_dst.copy_(of_target.reshape(1, heads, -1))
            made.att_src.copy_(of_source.reshape(1, heads, -1))
        if bias is not None:
            made.bias.copy_(bias[0])
        return made

