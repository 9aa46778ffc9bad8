/**
 * Ratios that machine code should reach beside the systems that a user would pick instead: one table for all
 * suites of the bench.
 *
 * @module
 */
import type { BenchLine, RatioLine, Target } from "../bench/line.ts";

/** Target of machine code, whose table this is: other backends show their ratios alone. */
function machineCode(atLeast: Target["atLeast"], onNoGraphBelow?: number): Target {
  return { on: ["x86"], atLeast, ...(onNoGraphBelow !== undefined && { onNoGraphBelow }) };
}

/** Line of a suite's own contender over a peer. */
function overPeer(work: string, peer: string, against: string, target: Target): RatioLine {
  return { kind: "ratio", work, of: "own", over: `peer:${peer}`, against, target };
}

/** Sparse products. */
export const SPMM_LINES: readonly BenchLine[] = [
  { kind: "ratio", work: "SpMM", of: "own", over: "wasm", against: "WebAssembly", target: machineCode(1.6) },
  {
    kind: "ratio",
    work: "SpMM, row-split",
    of: "whole-rows",
    over: "c-intrinsics",
    against: "C with intrinsics",
    target: machineCode(0.95),
  },
  { kind: "ratio", work: "SpMM", of: "own", over: "whole-rows", against: "row-split, X not in blocks" },
  overPeer("SpMM", "torch", "PyTorch", machineCode(1.7, 1.1)),
  {
    kind: "ratio",
    work: "SpMM, 1 thread",
    of: "one-thread",
    over: "peer:scipy",
    against: "SciPy",
    target: machineCode(2.5),
  },
  { kind: "ratio", work: "SpMM", of: "own", over: "peer:pyg", against: "PyTorch Geometric" },
  overPeer("SpMM", "dgl", "DGL, copy_u", machineCode(1.5, 1)),
  overPeer("SpMM", "dgl-weighted", "DGL, u_mul_e", machineCode(8)),
  { kind: "ratio", work: "SpMM", of: "own", over: "peer:cupy", against: "CuPy" },
  {
    kind: "ratio",
    work: "SpMM, all threads",
    of: "own",
    over: "one-thread",
    against: "itself on 1 thread",
    target: { on: ["x86"], atLeast: 1.8, threads: 2 },
  },
  { kind: "ratio", work: "SpMM, features in bf16", of: "bf16", over: "own", against: "features in float32" },
  { kind: "value", work: "SpMM, features in bf16: error, RMS", of: "bf16", metric: "rounding_rms" },
  { kind: "value", work: "SpMM, features in bf16: largest error", of: "bf16", metric: "rounding_max" },
];

/** Dense products: where vectors have 512 bits, the libraries' own are hard to beat by less. */
const DENSE: Target["atLeast"] = { avx512: 1.15, avx2: 1 };

/** Dense products. */
export const GEMM_LINES: readonly RatioLine[] = [
  overPeer("GEMM", "numpy", "OpenBLAS", machineCode(DENSE)),
  overPeer("GEMM", "torch", "PyTorch with MKL", machineCode(DENSE)),
];

/** Epochs of training. */
export const EPOCH_LINES: readonly RatioLine[] = [
  overPeer("GCN epoch", "torch", "PyTorch, transpose kept", machineCode(1.5)),
  overPeer("GCN epoch", "torch-autograd", "PyTorch", machineCode(1.5)),
  overPeer("GCN epoch", "pyg", "PyTorch Geometric", machineCode(1.5)),
  overPeer("GCN epoch", "dgl", "DGL", machineCode(1.5)),
];

/** Epochs of training with attention. */
export const ATTENTION_LINES: readonly RatioLine[] = [
  overPeer("GAT epoch", "pyg", "PyTorch Geometric", machineCode(1.5)),
  overPeer("GAT epoch", "dgl", "DGL", machineCode(1.5)),
];

/** Epochs of training on mini-batches. */
export const MINI_BATCH_LINES: readonly RatioLine[] = [
  overPeer("mini-batch epoch", "pyg", "PyTorch Geometric", machineCode(1.3)),
  overPeer("mini-batch epoch", "dgl", "DGL", machineCode(1.3)),
];
