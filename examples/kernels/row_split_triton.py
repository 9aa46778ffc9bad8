"""SpMM in Triton, Y = A X, for an NVIDIA GPU: a program adds the neighbours of one row for a
block of columns, as GE-SpMM does (Huang et al., SC 2020) without its shared memory.

    deno task repro own/kernel-ladder --device webgpu --kernel examples/kernels/row_split_triton.py
"""

import triton
import triton.language as tl

LIBRARY = "torch"


@triton.jit
def row_split(row_ptr, col_idx, values, x, y, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = columns < width
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for entry in range(tl.load(row_ptr + row), tl.load(row_ptr + row + 1)):
        source = tl.load(col_idx + entry).to(tl.int64) * width
        total += tl.load(values + entry) * tl.load(x + source + columns, mask=inside, other=0.0)
    tl.store(y + row.to(tl.int64) * width + columns, total, mask=inside)


def prepare(csr, width):
    block = triton.next_power_of_2(min(width, 128))
    return csr, width, block, (csr.rows, triton.cdiv(width, block))


def run(prepared, x, y):
    csr, width, block, grid = prepared
    row_split[grid](csr.row_ptr, csr.col_idx, csr.values, x, y, width, BLOCK=block)
