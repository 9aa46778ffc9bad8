"""A user's kernel in a Python file, behind the methods of a library (see libraries.py).

The file has

    LIBRARY = "numpy"           or "torch" or "cupy": the library of the arrays; "numpy" where it is absent

    def prepare(csr, width):    one-off work, timed apart; returns anything. csr.rows, csr.cols, csr.row_ptr, csr.col_idx
        ...                     (int32) and csr.values (float32) are arrays of that library, on the device of the run
    def run(prepared, x, y):    one product: overwrites y (rows x width) by the sparse matrix times x (cols x width), as in
        y[:] = a @ x            y[:] = ...; returns nothing. The numbers of x may change between two runs; y is
                                full of NaN before a check, so NaN in a message is a cell that was not written, and
                                lies between numbers of others, which have to stay as they are
"""

import hashlib
import importlib.util
import os
import sys
import traceback
import types

import numpy as np

from libraries import CuPy, NumPy, PreparedProduct, Torch
from operands import Refused


# Libraries by name, each with the function that makes an array of it.
FORMS = {
    "numpy": (NumPy, lambda library, array: array.copy()),
    "torch": (Torch, Torch.tensor),
    "cupy": (CuPy, lambda library, array: library.cupy.array(array)),
}


# Numbers before and behind a result that a kernel has to leave as they are, and the bits of each.
MARGIN = 16 * 1024
UNTOUCHED = np.uint32(0xA5A5A5A5)


def words_of(error, path):
    """An error in words, with the last line of a user's file that it came through."""
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    place = f" ({os.path.basename(path)}, line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {error}".splitlines()[0] + place


class UserKernel:
    """The functions `prepare` and `run` of a Python file."""

    def __init__(self, path, device, threads):
        with open(path, "rb") as file:
            source = file.read()
        name = os.path.basename(path)
        sys.path.append(os.path.dirname(os.path.abspath(path)))
        spec = importlib.util.spec_from_file_location("user_kernel_file", path)
        self.kernel = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(self.kernel)
        except Exception as error:  # noqa: BLE001 -- whatever the file does when it is loaded
            raise Refused("failed", f"{name} cannot be loaded: {words_of(error, path)}") from error
        self.path = path
        for function in ("prepare", "run"):
            if not callable(getattr(self.kernel, function, None)):
                raise Refused("failed", f"{name} has no function {function}")
        library = getattr(self.kernel, "LIBRARY", "numpy")
        if library not in FORMS:
            raise Refused("failed", f"LIBRARY of {name} is {library!r}, not one of {', '.join(FORMS)}")
        form, self.to_library = FORMS[library]
        self.library = form(device, threads)
        self.modules = ("numpy",) if library == "numpy" else (library, "numpy")
        self.threads = threads if device == "cpu" else 0
        self.versions = {name: hashlib.sha256(source).hexdigest()[:12]}

    def array(self, numbers):
        return self.to_library(self.library, numbers)

    def product(self, operands):
        csr = types.SimpleNamespace(
            rows=operands.rows,
            cols=operands.cols,
            row_ptr=self.array(operands.row_ptr),
            col_idx=self.array(operands.col_idx),
            values=self.array(operands.weights()),
        )
        x = self.array(operands.features)
        # Looked up before the kernel may put others in their place.
        arrays = {"rowPtr": csr.row_ptr, "colIdx": csr.col_idx, "values": csr.values, "features": x}
        poison = np.full((operands.rows, operands.width), np.nan, np.float32)
        untouched = np.full(MARGIN, UNTOUCHED).view(np.float32)
        block = self.array(np.concatenate((untouched, poison.ravel(), untouched)))
        y = block[MARGIN : MARGIN + poison.size].reshape(poison.shape)
        prepared = self.kernel.prepare(csr, operands.width)
        name = os.path.basename(self.path)

        def call():
            returned = self.kernel.run(prepared, x, y)
            if returned is not None and returned is not y:
                words = f"{type(returned).__name__} of shape {tuple(getattr(returned, 'shape', ()))}"
                raise Refused("failed", f"run of {name} returned its own {words}, and has to overwrite y")
            return y

        def assert_margins():
            self.synchronize()
            edges = {"before the first": block[:MARGIN], "behind the last": block[MARGIN + poison.size :]}
            for place, edge in edges.items():
                if not np.array_equal(self.to_host(edge), untouched):
                    raise Refused("failed", f"run of {name} wrote {place} number of y")

        return PreparedProduct(call, lambda: arrays, lambda: self.fill(y, poison), assert_margins)

    def fill(self, array, numbers):
        self.library.fill(array, numbers)

    def synchronize(self):
        self.library.synchronize()

    def seconds(self, work):
        return self.library.seconds(work)

    def to_host(self, result):
        return self.library.to_host(result)
