"""Mini-batches by DGL: dgl.dataloading.DataLoader with a NeighborSampler that prefetches features and labels, the
sampler alone, and the layers that its guide trains on them. A batch has a block a layer."""

import dgl
from dgl.dataloading import DataLoader, NeighborSampler
from dgl.nn import GATConv, GINConv, GraphConv, SAGEConv


# DGL 2.1 can draw and number in one pass on the CPU; with several threads its blocks then have local ids beyond their
# sources, or two of a row alike, which the check of a drawn mini-batch finds.
FUSED = False


class DglSampler:
    """Draws neighbours; vertices of a block are numbered anew."""

    form = "blocks"

    def __init__(self, peer, task):
        self.graph = peer.graph(task)
        # Made at first use otherwise, which would be in the first batch.
        self.graph.create_formats_()
        self.sampler = NeighborSampler(task.fanouts, fused=FUSED)

    def sample(self, seeds):
        """A mini-batch without features."""
        return self.sampler.sample_blocks(self.graph, seeds.to(self.graph.idtype))

    def blocks(self, sampled):
        """Row pointers, local ids of columns, and sources of each block, that next to the input first."""
        named = []
        for block in sampled[2]:
            row_ptr, columns, _ = block.adj_tensors("csc")
            named.append((row_ptr.numpy(), columns.numpy(), block.srcdata[dgl.NID].numpy()))
        return named


class DglBatches(DglSampler):
    """Loads mini-batches, and makes layers for them."""

    def __init__(self, peer, task):
        super().__init__(peer, task)
        self.task = task
        self.graph.ndata["x"], self.graph.ndata["y"] = task.features, task.labels
        self.prefetching = NeighborSampler(
            task.fanouts, prefetch_node_feats=["x"], prefetch_labels=["y"], fused=FUSED
        )

    def loader(self, workers):
        """A loader with so many processes that sample ahead."""
        return DataLoader(
            self.graph,
            self.task.train.to(self.graph.idtype),
            self.prefetching,
            batch_size=self.task.batch,
            shuffle=True,
            num_workers=workers,
            persistent_workers=workers > 0,
        )

    def load(self, sampled):
        """Features, labels and graphs of a sampled mini-batch."""
        sources, seeds, blocks = sampled
        return self.task.features[sources.long()], self.task.labels[seeds.long()], blocks

    def read(self, batch):
        """Features, labels and graphs, one a layer, of a batch of the loader."""
        blocks = batch[2]
        return blocks[0].srcdata["x"], blocks[-1].dstdata["y"], blocks

    def apply(self, layer, block, hidden):
        """A layer's result, heads side by side."""
        return layer(block, hidden).flatten(1)

    def layer(self, number, fan_in, fan_out, heads):
        """A layer with its initial weights."""
        task = self.task
        if task.model == "gin":
            made = GINConv(task.perceptron(fan_in, fan_out), "sum")
            task.fill_perceptron(number, made.apply_func)
            return made
        weight, bias = task.weights(f"W{number}", fan_in, fan_out), task.weights(f"b{number}", 1, fan_out)
        if task.model == "sage":
            made = SAGEConv(fan_in, fan_out, "mean")
            made.fc_neigh.weight.copy_(weight.T)
            made.fc_self.weight.copy_(task.weights(f"S{number}", fan_in, fan_out).T)
            made.fc_self.bias.copy_(bias[0])
            return made
        if task.model == "gcn":
            made = GraphConv(fan_in, fan_out, norm="both", bias=bias is not None, allow_zero_in_degree=True)
            made.weight.copy_(weight)
        else:
            made = GATConv(fan_in, fan_out // heads, heads, bias=bias is not None, allow_zero_in_degree=True)
            of_target, of_source = task.weights(f"A{number}", 2, fan_out)
            made.fc.weight.copy_(weight.T)
            made.attn_r.copy_(of_target.reshape(1, heads, -1))
            made.attn_l.copy_(of_source.reshape(1, heads, -1))
        if bias is not None:
            made.bias.copy_(bias[0])
        return made
