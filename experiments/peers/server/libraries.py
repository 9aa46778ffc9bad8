"""The libraries whose products are measured, each behind the same methods:

    product(operands)       the library's own form of one set of operands of a sparse-dense product, as a PreparedProduct
    dense_product(operands) the same of a dense product; a library may have either or both
    fill(array, numbers)    overwrites an array of the library with NumPy numbers, in place
    to_host(array)          an array of the library as a NumPy array
    synchronize()           waits for the device
    seconds(work)           seconds that the device is at work by the calls of a function: by events of CUDA on a GPU, else by
                            the clock of the host
    threads                 CPU threads that the library really uses; 0 on a GPU
"""

import os
import time

from operands import Refused


class PreparedProduct:
    """One set of operands as a library holds it: the call that is timed, and a function that finds the arrays
    which the call reads, by their names in requests. They are looked up each time, since a library may replace
    them. A call that writes to a result of its own has a function that overwrites it by NaN, and one that refuses what
    was written outside of it."""

    def __init__(self, call, arrays, poison=lambda: None, assert_margins=lambda: None):
        self.call = call
        self.arrays = arrays
        self.poison = poison
        self.assert_margins = assert_margins


def between(begin, end, work, milliseconds, synchronize):
    """Seconds from one event of a GPU to another, recorded around work; the same kind of clock as the timestamps of WebGPU."""
    synchronize()
    begin.record()
    work()
    end.record()
    synchronize()
    return milliseconds() / 1e3


class OnHost:
    """A library that computes within its calls, timed by the clock of the host."""

    def synchronize(self):
        pass

    def seconds(self, work):
        start = time.perf_counter()
        work()
        return time.perf_counter() - start


class SciPy(OnHost):
    """csr_array @ dense; SciPy's product has one thread."""

    modules = ("scipy", "numpy")
    devices = ("cpu",)

    def __init__(self, device, threads):
        import scipy.sparse

        self.sparse = scipy.sparse
        self.threads = 1

    def product(self, operands):
        shape = (operands.rows, operands.cols)
        weights, features = operands.weights().copy(), operands.features.copy()
        matrix = self.sparse.csr_array((weights, operands.col_idx.copy(), operands.row_ptr.copy()), shape=shape)
        return PreparedProduct(
            lambda: matrix @ features,
            lambda: {
                "rowPtr": matrix.indptr,
                "colIdx": matrix.indices,
                "values": matrix.data,
                "features": features,
            },
        )

    def fill(self, array, numbers):
        array[...] = numbers

    def to_host(self, result):
        return result


class NumPy(OnHost):
    """features @ weights by the BLAS that NumPy was built with; the wheels bring OpenBLAS."""

    modules = ("numpy",)
    devices = ("cpu",)

    def __init__(self, device, threads):
        # Set by the environment; OpenBLAS takes no more than there are processors.
        self.threads = min(threads, os.cpu_count() or threads)

    def dense_product(self, operands):
        features, weights = operands.features.copy(), operands.weights.copy()
        return PreparedProduct(lambda: features @ weights, lambda: {"features": features, "weights": weights})

    def fill(self, array, numbers):
        array[...] = numbers

    def to_host(self, result):
        return result


class Torch:
    """torch.sparse.mm on a CSR tensor with int32 indices, which MKL takes as they are."""

    modules = ("torch", "numpy")
    devices = ("cpu", "cuda")

    def __init__(self, device, threads):
        import torch

        self.torch = torch
        torch.set_grad_enabled(False)
        torch.set_num_threads(threads)
        torch.set_num_interop_threads(1)
        if device == "cuda" and not torch.cuda.is_available():
            raise Refused("missing", "PyTorch finds no CUDA device")
        self.device = device
        self.threads = torch.get_num_threads() if device == "cpu" else 0

    def tensor(self, array):
        return self.torch.from_numpy(array.copy()).to(self.device)

    def csr(self, operands):
        parts = (operands.row_ptr, operands.col_idx, operands.weights())
        return self.torch.sparse_csr_tensor(
            *(self.tensor(part) for part in parts), size=(operands.rows, operands.cols)
        )

    def csr_arrays(self, matrix, features):
        """The arrays of a product with a CSR tensor."""
        return {
            "rowPtr": matrix.crow_indices(),
            "colIdx": matrix.col_indices(),
            "values": matrix.values(),
            "features": features,
        }

    def product(self, operands):
        matrix, features = self.csr(operands), self.tensor(operands.features)
        return PreparedProduct(
            lambda: self.torch.sparse.mm(matrix, features),
            lambda: self.csr_arrays(matrix, features),
        )

    def dense_product(self, operands):
        features, weights = self.tensor(operands.features), self.tensor(operands.weights)
        return PreparedProduct(
            lambda: self.torch.mm(features, weights),
            lambda: {"features": features, "weights": weights},
        )

    def fill(self, array, numbers):
        array.copy_(self.torch.from_numpy(numbers))

    def synchronize(self):
        if self.device == "cuda":
            self.torch.cuda.synchronize()

    def seconds(self, work):
        if self.device == "cpu":
            return OnHost.seconds(self, work)
        begin, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
        return between(begin, end, work, lambda: begin.elapsed_time(end), self.synchronize)

    def to_host(self, result):
        return result.cpu().numpy()


class PyG(Torch):
    """torch_geometric.utils.spmm, what the layers of PyTorch Geometric aggregate with, on a CSR tensor."""

    modules = ("torch_geometric", "torch", "numpy")

    def __init__(self, device, threads):
        super().__init__(device, threads)
        from torch_geometric.utils import spmm

        self.spmm = spmm

    def product(self, operands):
        matrix, features = self.csr(operands), self.tensor(operands.features)
        return PreparedProduct(
            lambda: self.spmm(matrix, features, reduce="sum"),
            lambda: self.csr_arrays(matrix, features),
        )


class PyGBatches(PyG):
    """PyTorch Geometric with the sampler of torch-sparse, which its loaders of neighbours want."""

    modules = ("torch_geometric", "torch_sparse", "torch", "numpy")
    devices = ("cpu",)

    def __init__(self, device, threads):
        super().__init__(device, threads)
        import torch_sparse  # noqa: F401 -- torch_geometric finds it by itself


class DglWeighted(Torch):
    """dgl.ops.u_mul_e_sum: messages times edge weights, summed; copy_u_sum where every weight is 1."""

    modules = ("dgl", "torch", "numpy")
    devices = ("cpu",)

    def __init__(self, device, threads):
        super().__init__(device, threads)
        import dgl

        self.dgl = dgl

    def graph(self, operands, width=None):
        """In-edges of each row, as DGL keeps them for aggregation: columns are sources, rows destinations."""
        # A product of one column reads the edges' ids, which DGL leaves out where they count upwards.
        ids = self.torch.arange(len(operands.col_idx), dtype=self.torch.int32) if width == 1 else []
        edges = ("csc", (self.tensor(operands.row_ptr), self.tensor(operands.col_idx), ids))
        if operands.rows == operands.cols:
            return self.dgl.graph(edges, num_nodes=operands.rows)
        return self.dgl.create_block(edges, num_src_nodes=operands.cols, num_dst_nodes=operands.rows)

    def graph_arrays(self, graph, features):
        """The arrays of a product over in-edges."""
        row_ptr, col_idx, _ = graph.adj_tensors("csc")
        return {"rowPtr": row_ptr, "colIdx": col_idx, "features": features}

    def product(self, operands):
        features = self.tensor(operands.features)
        graph = self.graph(operands, features.shape[1])
        if operands.values is None:
            return PreparedProduct(
                lambda: self.dgl.ops.copy_u_sum(graph, features),
                lambda: self.graph_arrays(graph, features),
            )
        weights = self.tensor(operands.values)
        return PreparedProduct(
            lambda: self.dgl.ops.u_mul_e_sum(graph, features, weights),
            lambda: {**self.graph_arrays(graph, features), "values": weights},
        )


class Dgl(DglWeighted):
    """copy_u_sum between two scalings by node, as dgl.nn.GraphConv(norm="both") aggregates."""

    def product(self, operands):
        if operands.scale is None:
            return super().product(operands)
        features = self.tensor(operands.features)
        graph = self.graph(operands, features.shape[1])
        scales = {"scale": self.tensor(operands.scale).unsqueeze(1)}
        if operands.column_scale is not None:
            scales["columnScale"] = self.tensor(operands.column_scale).unsqueeze(1)
        rows, columns = scales["scale"], scales.get("columnScale", scales["scale"])
        return PreparedProduct(
            lambda: self.dgl.ops.copy_u_sum(graph, features * columns) * rows,
            lambda: {**self.graph_arrays(graph, features), **scales},
        )


class CuPy:
    """csr_matrix @ dense on the GPU, by cuSPARSE."""

    modules = ("cupy", "numpy")
    devices = ("cuda",)

    def __init__(self, device, threads):
        import cupy
        import cupyx.scipy.sparse

        self.cupy, self.sparse = cupy, cupyx.scipy.sparse
        try:
            cupy.cuda.runtime.getDeviceCount()
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise Refused("missing", f"CuPy finds no CUDA device: {error}") from error
        self.threads = 0

    def product(self, operands):
        to_device = self.cupy.array
        parts = tuple(to_device(part) for part in (operands.weights(), operands.col_idx, operands.row_ptr))
        matrix = self.sparse.csr_matrix(parts, shape=(operands.rows, operands.cols))
        features = to_device(operands.features)
        return PreparedProduct(
            lambda: matrix @ features,
            lambda: {
                "rowPtr": matrix.indptr,
                "colIdx": matrix.indices,
                "values": matrix.data,
                "features": features,
            },
        )

    def fill(self, array, numbers):
        array.set(numbers)

    def synchronize(self):
        self.cupy.cuda.Device().synchronize()

    def seconds(self, work):
        begin, end = (self.cupy.cuda.Event() for _ in range(2))
        return between(begin, end, work, lambda: self.cupy.cuda.get_elapsed_time(begin, end), self.synchronize)

    def to_host(self, result):
        return self.cupy.ascontiguousarray(result).get()


LIBRARIES = {
    "scipy": SciPy,
    "numpy": NumPy,
    "torch": Torch,
    "torch-autograd": Torch,
    "pyg": PyG,
    "pyg-batches": PyGBatches,
    "dgl": Dgl,
    "dgl-weighted": DglWeighted,
    "cupy": CuPy,
}
