"""SpMM in NumPy, Y = A X: a message for each entry, then sums over the segments of rows.

    deno task peers:setup scipy
    deno task repro own/kernel-ladder --kernel examples/kernels/segment_sum.py --filter 'dataset=cora && width=16'
"""

import numpy as np


def prepare(csr, width):
    filled = np.flatnonzero(np.diff(csr.row_ptr))
    return csr, filled, csr.row_ptr[filled]


def run(prepared, x, y):
    csr, filled, starts = prepared
    messages = csr.values[:, None] * x[csr.col_idx]
    y.fill(0)
    if len(filled):
        y[filled] = np.add.reduceat(messages, starts, axis=0)
