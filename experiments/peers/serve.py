"""Multiplies and trains with a library that a user would pick instead: one request a line on stdin, one reply a line on
stdout.

    python serve.py PEER DEVICE THREADS        for example: python serve.py torch cpu 2

A request is a JSON object with an "op", a reply one with "ok"; {"ok": false, "kind": ..., "error": ...} says what went
wrong ("request", "missing", "memory" or "failed"), and the next request is answered as usual.

    hello                                       versions, threads that the library really uses
    load    rows cols nnz width copies files    operands from raw files; "copies" of them rotate from call to call
    check   file                                one product, written to the file (rows x width, float32, row-major)
    run     n                                   n products back to back; seconds, the device synchronised
    unload                                      drops the operands
    quit

Files are little-endian: int32 "rowPtr" (rows + 1) and "colIdx" (nnz), float32 "values" (nnz; null where every weight is 1)
and "features" (cols x width, row-major), and float32 "scale" (rows; null unless value(i, j) = scale(i) * scale(j)).

    model     rows nnz widths sets dropout      a GCN and what it learns from; its number, seconds that the library's own
              adam seed files                   form of the graph took. Any number of them live side by side
    train     model n dropout                   n epochs; seconds, and the loss of each. "dropout" false leaves it out
    evaluate  model set                         loss and accuracy on a set
    scores    model file                        logits, written to the file (rows x classes, float32, row-major)
    reset     model                             back to its first step
    forget    model                             drops it

"widths" are those of the features, the hidden layers and the classes; "sets" says how many vertices "train" and any other
set has; "dropout" has the rates "input" and "hidden"; "adam" has "learningRate", "beta1", "beta2", "epsilon" and
"weightDecay", which is the first layer's. Its files: "rowPtr", "colIdx", "values" and "features" as above, float32 "W1",
"b1" (null where there is none), "W2" ... (fan-in x fan-out, row-major), int32 "labels" (rows) and one of vertices a set.
"""

import gc
import json
import os
import platform
import signal
import sys
import time

import numpy as np

# An isolated interpreter does not look where its script lies, and what lies there is kept clean.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from operands import Operands, Refused, text, whole  # noqa: E402


class SciPy:
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
        return lambda: matrix @ features

    def synchronize(self):
        pass

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

    def product(self, operands):
        matrix, features = self.csr(operands), self.tensor(operands.features)
        return lambda: self.torch.sparse.mm(matrix, features)

    def synchronize(self):
        if self.device == "cuda":
            self.torch.cuda.synchronize()

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
        return lambda: self.spmm(matrix, features, reduce="sum")


class DglWeighted(Torch):
    """dgl.ops.u_mul_e_sum: messages times edge weights, summed; copy_u_sum where every weight is 1."""

    modules = ("dgl", "torch", "numpy")
    devices = ("cpu",)

    def __init__(self, device, threads):
        super().__init__(device, threads)
        import dgl

        self.dgl = dgl

    def graph(self, operands):
        """In-edges of each row, as DGL keeps them for aggregation: columns are sources, rows destinations."""
        edges = ("csc", (self.tensor(operands.row_ptr), self.tensor(operands.col_idx), []))
        if operands.rows == operands.cols:
            return self.dgl.graph(edges, num_nodes=operands.rows)
        return self.dgl.create_block(edges, num_src_nodes=operands.cols, num_dst_nodes=operands.rows)

    def product(self, operands):
        graph, features = self.graph(operands), self.tensor(operands.features)
        if operands.values is None:
            return lambda: self.dgl.ops.copy_u_sum(graph, features)
        weights = self.tensor(operands.values)
        return lambda: self.dgl.ops.u_mul_e_sum(graph, features, weights)


class Dgl(DglWeighted):
    """copy_u_sum between two scalings by node, as dgl.nn.GraphConv(norm="both") aggregates."""

    def product(self, operands):
        if operands.scale is None:
            return super().product(operands)
        graph, features = self.graph(operands), self.tensor(operands.features)
        scale = self.tensor(operands.scale).unsqueeze(1)
        return lambda: self.dgl.ops.copy_u_sum(graph, features * scale) * scale


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
        return lambda: matrix @ features

    def synchronize(self):
        self.cupy.cuda.Device().synchronize()

    def to_host(self, result):
        return self.cupy.ascontiguousarray(result).get()


PEERS = {
    "scipy": SciPy,
    "torch": Torch,
    "torch-autograd": Torch,
    "pyg": PyG,
    "dgl": Dgl,
    "dgl-weighted": DglWeighted,
    "cupy": CuPy,
}


class Server:
    """Answers requests with one library on one device."""

    def __init__(self, name, device, threads):
        if name not in PEERS:
            raise Refused("request", f"no peer {name}")
        if device not in PEERS[name].devices:
            raise Refused("missing", f"{name} runs on {' and '.join(PEERS[name].devices)} only")
        self.name = name
        try:
            self.peer = PEERS[name](device, threads)
        except ImportError as error:
            raise Refused("missing", f"{name} cannot be imported: {error}") from error
        self.products = []
        self.shape = None
        self.next = 0
        self.models = {}
        self.last_model = 0

    def hello(self, request):
        versions = {"python": platform.python_version()}
        for module in self.peer.modules:
            versions[module] = str(sys.modules[module].__version__)
        return {"peer": self.name, "versions": versions, "threads": self.peer.threads}

    def load(self, request):
        self.unload(request)
        copies = whole(request, "copies", 1)
        operands = Operands(request)
        start = time.perf_counter()
        self.products.append(self.peer.product(operands))
        self.peer.synchronize()
        seconds = time.perf_counter() - start
        for _ in range(copies - 1):
            self.products.append(self.peer.product(operands))
        self.peer.synchronize()
        self.shape = (operands.rows, operands.width)
        return {"seconds": seconds}

    def unload(self, request):
        self.products, self.shape, self.next = [], None, 0
        gc.collect()
        return {}

    def loaded(self):
        if not self.products:
            raise Refused("request", "nothing is loaded")

    def check(self, request):
        self.loaded()
        result = self.peer.to_host(self.products[0]())
        if result.shape != self.shape or result.dtype != np.float32:
            raise Refused("failed", f"the product is {result.dtype} {result.shape}, not float32 {self.shape}")
        write(result, text(request, "file"))
        return {}

    def run(self, request):
        self.loaded()
        calls = whole(request, "n", 1)
        products, place = self.products, self.next
        gc.disable()
        try:
            self.peer.synchronize()
            start = time.perf_counter()
            for _ in range(calls):
                products[place]()
                place = (place + 1) % len(products)
            self.peer.synchronize()
            seconds = time.perf_counter() - start
        finally:
            gc.enable()
        self.next = place
        return {"seconds": seconds}

    def model(self, request):
        if not isinstance(self.peer, Torch):
            raise Refused("missing", f"{self.name} does not train")
        # Needs PyTorch, which not every peer has.
        from training import LAYERS, Task, Training

        if self.name not in LAYERS:
            raise Refused("missing", f"{self.name} does not train")
        task = Task(request)
        start = time.perf_counter()
        training = Training(self.name, self.peer, task)
        self.peer.synchronize()
        seconds = time.perf_counter() - start
        self.last_model += 1
        self.models[self.last_model] = training
        return {"model": self.last_model, "seconds": seconds}

    def trained(self, request):
        number = whole(request, "model")
        if number not in self.models:
            raise Refused("request", f"no model {number}")
        return self.models[number]

    def train(self, request):
        training, epochs = self.trained(request), whole(request, "n", 1)
        with_dropout = request.get("dropout")
        if not isinstance(with_dropout, bool):
            raise Refused("request", '"dropout" must be true or false')
        return training.train(epochs, with_dropout)

    def evaluate(self, request):
        return self.trained(request).evaluate(text(request, "set"))

    def scores(self, request):
        write(self.trained(request).scores(), text(request, "file"))
        return {}

    def reset(self, request):
        self.trained(request).reset()
        return {}

    def forget(self, request):
        self.trained(request)
        del self.models[request["model"]]
        gc.collect()
        return {}


OPS = ("hello", "load", "unload", "check", "run", "model", "train", "evaluate", "scores", "reset", "forget")


def write(result, path):
    """Raw float32, row-major."""
    np.ascontiguousarray(result, dtype="<f4").tofile(path)


def failure(error):
    """The reply to a request that failed."""
    words = f"{type(error).__name__}: {error}".splitlines()[0][:500]
    if isinstance(error, Refused):
        return {"ok": False, "kind": error.kind, "error": str(error)}
    if isinstance(error, MemoryError) or "OutOfMemory" in type(error).__name__ or "allocate memory" in str(error):
        return {"ok": False, "kind": "memory", "error": words}
    return {"ok": False, "kind": "failed", "error": words}


def answer(server, line):
    """The reply to one line; None to quit."""
    try:
        request = json.loads(line)
    except ValueError as error:
        return {"ok": False, "kind": "request", "error": f"not JSON: {error}"}
    if not isinstance(request, dict):
        return {"ok": False, "kind": "request", "error": "not a JSON object"}
    op = request.get("op")
    if op == "quit":
        return None
    if op not in OPS:
        return {"ok": False, "kind": "request", "error": f'unknown "op": {json.dumps(op)[:100]}'}
    if isinstance(server, Refused):
        return failure(server)
    try:
        return {"ok": True, **getattr(server, op)(request)}
    except Exception as error:  # noqa: BLE001 -- whatever a library raises is the reply
        return failure(error)


def main(args):
    # Ctrl-C goes to the whole terminal; the harness decides what becomes of a round in progress.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Libraries print; replies travel where they cannot.
    replies = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)
    try:
        name, device, threads = args
        server = Server(name, device, whole({"threads": int(threads)}, "threads", 1))
    except Refused as error:
        server = error
    except ValueError:
        sys.exit(__doc__)
    for line in sys.stdin:
        reply = answer(server, line)
        if reply is None:
            break
        replies.write(json.dumps(reply) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
