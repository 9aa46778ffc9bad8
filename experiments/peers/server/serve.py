"""Multiplies and trains with a library that a user would pick instead: one request a line on stdin, one reply a line on
stdout.

    python serve.py PEER DEVICE THREADS [FILE] for example: python serve.py torch cpu 2; FILE is a user's kernel, see
                                               user_kernels/user_kernel.py

A request is a JSON object with an "op", a reply one with "ok"; {"ok": false, "kind": ..., "error": ...} says what went
wrong ("request", "missing", "memory" or "failed"), and the next request is answered as usual.

    hello                                       versions, threads that the library really uses
    load    rows cols nnz width copies files    operands from raw files; "copies" of them rotate from call to call
    load_dense  rows inner width copies files   the same for a dense product: "features" (rows x inner) and "weights"
                                                (inner x width), both float32 and row-major
    check   file                                one product, written to the file (rows x width, float32, row-major)
    run     n                                   n products back to back; seconds, the device synchronised; on Linux also
                                                seconds that all threads "ran", that they "waited" for a processor, and
                                                "faults" of pages
    replace_features  features file             overwrites the features of every set, in place, by those of a raw
                                                file; one product of the set whose turn it is, written to "file"
    digest                                      SHA-256 of the arrays that the library holds now, by name, an object
                                                a set; of int32 or float32, so that it is that of the raw files
    unload                                      drops the operands
    quit

A reply is sent once the threads of this process and of those that it has started sleep, so that they take no processor
from whoever is timed next.

Files are little-endian: int32 "rowPtr" (rows + 1) and "colIdx" (nnz), float32 "values" (nnz; null where every weight is 1)
and "features" (cols x width, row-major), and float32 "scale" (rows; null unless value(i, j) = scale(i) * scale(j))
and "columnScale" (cols; in place of scale(j), null where there is one scale for both).

    model     rows nnz widths sets dropout      a GCN and what it learns from; its number, seconds that the library's own
              adam seed files                   form of the graph took. Any number of them live side by side
    train     model n dropout                   n epochs; what run tells of its products, and the loss of each. "dropout"
                                                false leaves it out
    evaluate  model set                         loss and accuracy on a set
    scores    model file                        logits, written to the file (rows x classes, float32, row-major)
    reset     model                             back to its first step
    forget    model                             drops it

"widths" are those of the features, the hidden layers and the classes; "sets" says how many vertices "train" and any other
set has; "dropout" has the rates "input" and "hidden"; "adam" has "learningRate", "beta1", "beta2", "epsilon" and
"weightDecay", which is the first layer's. Its files: "rowPtr", "colIdx", "values" and "features" as above, float32 "W1",
"b1" (null where there is none), "W2" ... (fan-in x fan-out, row-major), int32 "labels" (rows) and one of vertices a set.
With "heads", those of each layer, the model is a GAT: float32 "A1" ... (2 x fan-out) are the attention vectors of target and
source.

    sampler   rows nnz fanouts seed files       a sampler of neighbours: its number, and seconds that its own form of the
                                                graph took. Its files: "rowPtr" and "colIdx"
    draw      model sizes files                 one mini-batch for each list of seeds in the int32 file "seeds", whose
                                                lengths "sizes" has; seconds, the numbering of vertices included
    blocks    model vertices folder files       one mini-batch of the seeds in "seeds": its arrays as int32 files "rowPtr1",
                                                "colIdx1", "sources1", "rowPtr2" ... in the folder, and their sizes
    batches   rows nnz fanouts widths heads     a model that learns from mini-batches, with the number of processes that
              model training batch adam seed    sample ahead by which it was the fastest. "model" is gcn, sage, gin or gat;
              files                             "heads" those of each layer of gat; "fanouts" begin next to the input
    iterate   model n                           n mini-batches; seconds, and the loss of each
    phases    model n                           the same one phase after the other: seconds of "sample", "load", "compute"
    rehearse  model n vertices folder files     like "blocks", with the losses of the first n steps on that mini-batch alone

Files of "batches": "rowPtr", "colIdx", "features", "labels", int32 "train" (training), and for each layer "W1" and "b1" as
above (b1 null where there is no bias), "S1" of the vertex itself (sage), "A1" with the attention vectors of target and source
(gat), or "c1" and "V1", the first bias and the second weights (gin).
"""

import ctypes
import gc
import hashlib
import json
import multiprocessing
import os
import platform
import signal
import sys
import threading
import time

import numpy as np

# An isolated interpreter does not look where its script lies, and what lies there is kept clean.
sys.dont_write_bytecode = True
HOME = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HOME, os.path.join(os.path.dirname(HOME), "user_kernels")]

from libraries import LIBRARIES, Torch  # noqa: E402
from operands import DenseOperands, Operands, Refused, members, numbers, text, whole  # noqa: E402
from user_kernel import UserKernel, words_of  # noqa: E402


class Server:
    """Answers requests with one library on one device."""

    def __init__(self, name, device, threads, file=None):
        self.name = name
        try:
            self.peer = open_library(name, device, threads) if file is None else UserKernel(file, device, threads)
        except ImportError as error:
            raise Refused("missing", f"{name} cannot be imported: {error}") from error
        self.products = []
        self.shape = self.features_shape = None
        self.next = 0
        self.models = {}
        self.last_model = 0

    def hello(self, request):
        versions = {"python": platform.python_version(), **getattr(self.peer, "versions", {})}
        for module in self.peer.modules:
            versions[module] = str(sys.modules[module].__version__)
        return {"peer": self.name, "versions": versions, "threads": self.peer.threads}

    def load(self, request):
        return self.hold(request, Operands, "product")

    def load_dense(self, request):
        return self.hold(request, DenseOperands, "dense_product")

    def hold(self, request, read, form):
        """Sets of operands in the library's own form, in place of those before; seconds that one of them took."""
        self.unload(request)
        make = getattr(self.peer, form, None)
        if make is None:
            raise Refused("missing", f"{self.name} has no {form.replace('_', ' ')}")
        copies = whole(request, "copies", 1)
        operands = read(request)
        start = time.perf_counter()
        self.products.append(make(operands))
        self.peer.synchronize()
        seconds = time.perf_counter() - start
        for _ in range(copies - 1):
            self.products.append(make(operands))
        self.peer.synchronize()
        self.shape = (operands.rows, operands.width)
        self.features_shape = operands.features.shape
        return {"seconds": seconds}

    def unload(self, request):
        self.products, self.shape, self.features_shape, self.next = [], None, None, 0
        release_memory()
        return {}

    def loaded(self):
        if not self.products:
            raise Refused("request", "nothing is loaded")

    def check(self, request):
        self.loaded()
        self.write_product(self.products[0], request)
        return {}

    def write_product(self, product, request):
        product.poison()
        result = self.peer.to_host(product.call())
        if result.shape != self.shape or result.dtype != np.float32:
            raise Refused("failed", f"the product is {result.dtype} {result.shape}, not float32 {self.shape}")
        product.assert_margins()
        write(result, text(request, "file"))

    def replace_features(self, request):
        self.loaded()
        rows, width = self.features_shape
        features = numbers(request, "features", "<f4", rows * width).reshape(rows, width)
        for product in self.products:
            self.peer.fill(product.arrays()["features"], features)
        self.peer.synchronize()
        self.write_product(self.products[self.next], request)
        return {}

    def digest(self, request):
        self.loaded()
        self.peer.synchronize()
        return {"sets": [self.digests(product.arrays()) for product in self.products]}

    def digests(self, arrays):
        return {name: sha256(self.peer.to_host(array)) for name, array in arrays.items()}

    def run(self, request):
        self.loaded()
        calls = whole(request, "n", 1)
        reply = counted(lambda: {"seconds": self.timed_calls(calls)})
        for product in self.products:
            product.assert_margins()
        return reply

    def timed_calls(self, calls):
        """Seconds that so many calls take, without a collection of garbage."""
        gc.disable()
        try:
            return self.peer.seconds(lambda: self.call_in_turn(calls))
        finally:
            gc.enable()

    def call_in_turn(self, calls):
        """Calls the loaded sets of operands one after the other, beginning after the last one called."""
        products, place = self.products, self.next
        for _ in range(calls):
            products[place].call()
            place = (place + 1) % len(products)
        self.next = place

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
        return counted(lambda: training.train(epochs, with_dropout))

    def evaluate(self, request):
        return self.trained(request).evaluate(text(request, "set"))

    def scores(self, request):
        write(self.trained(request).scores(), text(request, "file"))
        return {}

    def reset(self, request):
        self.trained(request).reset()
        return {}

    def sampler(self, request):
        return self.made_of_batches(request, "SamplingTask", "Sampling")

    def batches(self, request):
        return self.made_of_batches(request, "BatchTask", "BatchTraining")

    def made_of_batches(self, request, task, form):
        """A sampler or a model of mini-batches, with seconds that the library's own form of it took."""
        if not isinstance(self.peer, Torch):
            raise Refused("missing", f"{self.name} does not train")
        # Need PyTorch, which not every peer has.
        import batch_task
        import batch_training

        given = getattr(batch_task, task)(request)
        start = time.perf_counter()
        try:
            made = getattr(batch_training, form)(self.name, self.peer, given)
        except ImportError as error:
            raise Refused("missing", f"{self.name} does not sample: {error}") from error
        seconds = time.perf_counter() - start
        self.last_model += 1
        self.models[self.last_model] = made
        return {"model": self.last_model, "seconds": seconds, "workers": getattr(made, "workers", 0)}

    def iterate(self, request):
        return self.trained(request).train(whole(request, "n", 1))

    def phases(self, request):
        return self.trained(request).phases(whole(request, "n", 1))

    def seeds(self, request, count):
        return self.trained(request).task.vertices(members(request, "files"), "seeds", count)

    def draw(self, request):
        sizes = request.get("sizes")
        if not isinstance(sizes, list) or not sizes:
            raise Refused("request", '"sizes" must be a list of whole numbers')
        sizes = [whole({"sizes": size}, "sizes", 1) for size in sizes]
        return self.trained(request).draw(self.seeds(request, sum(sizes)).split(sizes))

    def blocks(self, request):
        sampler = self.trained(request)
        return written(sampler.batches.form, sampler.blocks(self.seeds(request, whole(request, "vertices", 1))), request)

    def rehearse(self, request):
        training, seeds = self.trained(request), self.seeds(request, whole(request, "vertices", 1))
        blocks, losses = training.rehearse(seeds, whole(request, "n", 1))
        return {**written(training.batches.form, blocks, request), "losses": losses}

    def forget(self, request):
        self.trained(request)
        del self.models[request["model"]]
        release_memory()
        return {}


def open_library(name, device, threads):
    """The library of a peer."""
    if name not in LIBRARIES:
        raise Refused("request", f"no peer {name}")
    if device not in LIBRARIES[name].devices:
        raise Refused("missing", f"{name} runs on {' and '.join(LIBRARIES[name].devices)} only")
    return LIBRARIES[name](device, threads)


# Seconds between two looks at whether all threads sleep, looks in a row at which they do, and seconds after which a reply
# waits for them no longer.
REST_STEP = 0.001
QUIET_LOOKS = 2
LONGEST_REST = 1

OPS = (
    *("hello", "load", "load_dense", "unload", "check", "run", "replace_features", "digest"),
    *("model", "train", "evaluate", "scores", "reset", "forget"),
    *("sampler", "draw", "blocks", "batches", "iterate", "phases", "rehearse"),
)


def process_counts():
    """What this process has taken so far: seconds of all threads on a processor and waiting for one, and page faults."""
    ran = waited = 0
    try:
        for task in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{task}/schedstat") as file:
                on_processor, runnable, _ = map(int, file.read().split())
            ran, waited = ran + on_processor, waited + runnable
        with open("/proc/self/stat") as file:
            faults = int(file.read().rpartition(")")[2].split()[7])
    except (OSError, ValueError):
        return {}  # Not Linux, or one that does not count, or a thread that has just ended.
    return {"ran": ran / 1e9, "waited": waited / 1e9, "faults": faults}


def rest():
    """Waits until all threads sleep: those of OpenMP and OpenBLAS look for further work for tens of milliseconds after a
    call, and a loader's processes sample ahead."""
    end, quiet = time.perf_counter() + LONGEST_REST, 0
    while quiet < QUIET_LOOKS and time.perf_counter() < end:
        before = time.process_time()
        time.sleep(REST_STEP)
        busy = any_running() or time.process_time() - before > REST_STEP / 2
        quiet = 0 if busy else quiet + 1


def any_running():
    """Whether a thread of this process beside the calling one, or of those that it has started, has or waits for a
    processor, where Linux tells it."""
    own = threading.get_native_id()
    for process in [os.getpid(), *(child.pid for child in multiprocessing.active_children())]:
        try:
            for task in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{task}/stat") as file:
                    if file.read().rpartition(")")[2].split()[0] == "R" and int(task) != own:
                        return True
        except OSError:
            pass  # Another system, or a thread that has just ended.
    return False


def counted(work):
    """The reply that work returns, with what this process has taken meanwhile."""
    before = process_counts()
    reply = work()
    return {**reply, **{name: max(0, count - before.get(name, 0)) for name, count in process_counts().items()}}


def release_memory():
    """Gives freed memory back to the system: the allocator keeps it from call to call, and other workers need it."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        pass  # Another C library than glibc.


def end_first():
    """Where memory is full, Linux ends this process and not the harness, which goes on without it."""
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")
    except OSError:
        pass  # Another system than Linux, or one that does not allow it.


def write(result, path):
    """Raw float32, row-major."""
    np.ascontiguousarray(result, dtype="<f4").tofile(path)


def written(form, blocks, request):
    """Sizes of the blocks of a mini-batch, whose arrays go to int32 files of the request's folder."""
    folder = text(request, "folder")
    for place, arrays in enumerate(blocks, 1):
        for name, array in zip(("rowPtr", "colIdx", "sources"), arrays):
            np.ascontiguousarray(array, dtype="<i4").tofile(os.path.join(folder, f"{name}{place}"))
    sizes = [
        {"rows": len(row_ptr) - 1, "cols": len(sources), "nnz": len(columns)} for row_ptr, columns, sources in blocks
    ]
    return {"form": form, "blocks": sizes}


def sha256(array):
    """SHA-256 of whole numbers as int32 and of others as float32, little-endian, row-major."""
    dtype = "<i4" if np.issubdtype(array.dtype, np.integer) else "<f4"
    return hashlib.sha256(np.ascontiguousarray(array, dtype=dtype)).hexdigest()


def failure(error, file=None):
    """The reply to a request that failed, with the line of a user's file."""
    words = words_of(error, file)[:500]
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
        return failure(error, getattr(server.peer, "path", None))


def main(args):
    # Ctrl-C goes to the whole terminal; the harness decides what becomes of a round in progress.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_first()
    # Libraries print; replies travel where they cannot.
    replies = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)
    try:
        name, device, threads, *file = args
        server = Server(name, device, whole({"threads": int(threads)}, "threads", 1), *file)
    except Refused as error:
        server = error
    except (TypeError, ValueError):
        sys.exit(__doc__)
    for line in sys.stdin:
        reply = answer(server, line)
        if reply is None:
            break
        rest()
        replies.write(json.dumps(reply) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
