"""What requests carry: checked members and raw little-endian files."""

import math
import os

import numpy as np


class Refused(Exception):
    """A request that cannot be served; `kind` tells the harness what to make of it."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind = kind


def whole(request, name, least=0):
    """A whole number of the request; JSON's true and 1.0 are none."""
    value = request.get(name)
    if type(value) is not int or not least <= value < 2**31:
        raise Refused("request", f'"{name}" must be a whole number from {least} to 2^31 - 1')
    return value


def real(request, name, below=math.inf):
    """A number of the request, from 0 up to, but without, `below`."""
    value = request.get(name)
    if type(value) not in (int, float) or not 0 <= value < below:
        raise Refused("request", f'"{name}" must be a number from 0 up to, but without, {below}')
    return float(value)


def text(request, name):
    """A text of the request."""
    value = request.get(name)
    if not isinstance(value, str) or value == "":
        raise Refused("request", f'"{name}" must be a text')
    return value


def members(request, name):
    """An object of the request."""
    value = request.get(name)
    if not isinstance(value, dict):
        raise Refused("request", f'"{name}" must be an object')
    return value


def numbers(files, name, dtype, count, optional=False):
    """The numbers of a raw file, exactly `count` of them."""
    if optional and files.get(name) is None:
        return None
    path = text(files, name)
    wanted = count * np.dtype(dtype).itemsize
    try:
        size = os.path.getsize(path)
        if size != wanted:
            raise Refused("request", f'"{name}" has {size} bytes, not {wanted}')
        return np.fromfile(path, dtype=dtype, count=count)
    except OSError as error:
        raise Refused("request", f'cannot read "{name}": {error}') from error


class SparseMatrix:
    """Places of the entries of a sparse matrix, row by row: NumPy arrays, checked."""

    def __init__(self, request):
        self.rows, self.cols, nnz = (whole(request, name) for name in ("rows", "cols", "nnz"))
        files = members(request, "files")
        self.row_ptr = numbers(files, "rowPtr", "<i4", self.rows + 1)
        self.col_idx = numbers(files, "colIdx", "<i4", nnz)
        if self.row_ptr[0] != 0 or self.row_ptr[-1] != nnz or np.any(np.diff(self.row_ptr) < 0):
            raise Refused("request", "rowPtr does not rise from 0 to nnz")
        if nnz and (self.col_idx.min() < 0 or self.col_idx.max() >= self.cols):
            raise Refused("request", f"colIdx leaves 0..{self.cols - 1}")


class Operands(SparseMatrix):
    """A sparse matrix with its values, and dense features: NumPy arrays, checked."""

    def __init__(self, request):
        super().__init__(request)
        self.width, files = whole(request, "width"), members(request, "files")
        self.values = numbers(files, "values", "<f4", len(self.col_idx), optional=True)
        self.features = numbers(files, "features", "<f4", self.cols * self.width).reshape(self.cols, self.width)
        self.scale = numbers(files, "scale", "<f4", self.rows, optional=True)
        self.column_scale = numbers(files, "columnScale", "<f4", self.cols, optional=True)
        if self.scale is not None and self.column_scale is None and self.rows != self.cols:
            raise Refused("request", "one scale for rows and columns needs a square matrix")

    def weights(self):
        """One weight an entry, ones where the matrix has none."""
        return np.ones(len(self.col_idx), np.float32) if self.values is None else self.values


class DenseOperands:
    """Features and weights of a dense product: NumPy arrays."""

    def __init__(self, request):
        self.rows, inner, self.width = (whole(request, name) for name in ("rows", "inner", "width"))
        files = members(request, "files")
        self.features = numbers(files, "features", "<f4", self.rows * inner).reshape(self.rows, inner)
        self.weights = numbers(files, "weights", "<f4", inner * self.width).reshape(inner, self.width)
