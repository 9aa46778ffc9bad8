/**
 * Ledger of the device bytes alive at each moment of a training step, from shapes alone: decides the `OOM`
 * cells of published tables without allocating anything. Storage policies describe other systems.
 *
 * @module
 */
import { outputsOf, rulesOf } from "../operations/step_rules.ts";
import { type Lifetime, lifetimesOf } from "./lifetimes.ts";
import type { Phase } from "./phase.ts";
import type { Program, Step } from "./program.ts";
import type { SparseOperand, Tensor } from "./tensor.ts";

/**
 * Copy of a sparse matrix: `csr` and `csc` store an offset a row or column and an index an entry, `coo` two
 * indices an entry.
 */
export interface SparseCopy {
  /** Storage format. */
  readonly format: "csr" | "csc" | "coo";
  /** Bytes of an index and of an offset. */
  readonly indexBytes: 4 | 8;
  /** Bytes of each entry beside its indices: 4 for a float32 value, 8 for a 64-bit edge id. */
  readonly entryBytes: number;
}

/** Storage policy of a system. The defaults describe this harness. */
export interface StoragePolicy {
  /** Resident copies of a sparse matrix; by default one CSR, with values where it is weighted. */
  readonly sparseCopies?: (operand: SparseOperand) => readonly SparseCopy[];
  /** Whether activations of the forward pass stay until the end of the step, as autograd keeps them. */
  readonly keepActivations?: boolean;
  /**
   * Whether activation and dropout are operations of their own: the last of them has an input beside its
   * output while it runs; ReLU's result under a dropout, and the dropout's mask (a byte an entry), live as
   * long as the output.
   */
  readonly separateEpilogues?: boolean;
  /**
   * Bytes that an SpMM needs beside its operands while it runs: messages of `nnz x width`, a library's
   * buffer.
   */
  readonly spmmWorkspace?: (step: Step & { readonly op: "spmm" }) => number;
}

/** Peak of the bytes alive at once. */
export interface LedgerPeak {
  /** Bytes, {@linkcode ProgramLedger.residentBytes} included. */
  readonly bytes: number;
  /** Step of the peak; absent where the sequence has no step. */
  readonly step?: Step;
}

/** Memory of a program under a policy, in bytes. */
export interface ProgramLedger {
  /** Bytes that live always: inputs, parameters, moments, sparse matrices, lists of indices. */
  readonly residentBytes: number;
  /** Resident bytes of sparse matrices with all their copies. */
  readonly sparseBytes: number;
  /** Resident bytes of dense inputs. */
  readonly inputBytes: number;
  /** Peak of `train`. */
  readonly peak: LedgerPeak;
  /** Peak of `train` in each phase that has a step. */
  readonly phases: ReadonlyMap<Phase, LedgerPeak>;
  /** Peak of `evaluate`. */
  readonly evaluate: LedgerPeak;
  /** Bytes alive during each step of `train`. */
  readonly liveBytes: Float64Array;
}

/** Number of entries above which offsets need more than 32 bits. */
const NARROW_ENTRIES = 2 ** 31;

/** Bytes of one copy of a sparse matrix. */
export function sparseCopyBytes({ rows, cols, nnz }: SparseOperand, copy: SparseCopy): number {
  const { format, indexBytes, entryBytes } = copy;
  switch (format) {
    case "csr":
      return indexBytes * (rows + 1 + nnz) + entryBytes * nnz;
    case "csc":
      return indexBytes * (cols + 1 + nnz) + entryBytes * nnz;
    case "coo":
      return (2 * indexBytes + entryBytes) * nnz;
    default:
      throw format satisfies never;
  }
}

/** Copies in this harness: one CSR, indices of 4 bytes up to 2^31 entries and of 8 above. */
function ownCopies({ nnz, weighted }: SparseOperand): readonly SparseCopy[] {
  return [{ format: "csr", indexBytes: nnz > NARROW_ENTRIES ? 8 : 4, entryBytes: weighted ? 4 : 0 }];
}

/**
 * Counts the bytes alive at each step: `rows x cols x 4` of every tensor from its first write to its last
 * read, and the resident bytes. It allocates nothing, so that a program may have any size.
 *
 * @example
 * ```ts
 * import { adamOptimizer, gcn, programLedger, vertexClassification } from "gnn-repro/training";
 * const { program } = vertexClassification(
 *   {
 *     graph: { vertices: 232_965, entries: 114_848_857 },
 *     features: { kind: "dense", width: 602 },
 *     classes: 41,
 *   },
 *   { layers: gcn({ classes: 41, hidden: 256 }), optimizer: adamOptimizer(), seed: 1 },
 * );
 * const ours = programLedger(program),
 *   dgl = programLedger(program, { keepActivations: true, separateEpilogues: true });
 * if (!(ours.peak.bytes < dgl.peak.bytes)) throw new Error("what is kept takes room");
 * ```
 */
export function programLedger(program: Program, policy: StoragePolicy = {}): ProgramLedger {
  const lifetimes = lifetimesOf(program);
  const copies = policy.sparseCopies ?? ownCopies;
  let sparseBytes = 0, inputBytes = 0, otherBytes = 0;
  for (const operand of program.sparse) {
    for (const copy of copies(operand)) sparseBytes += sparseCopyBytes(operand, copy);
  }
  for (const tensor of program.tensors) {
    if (lifetimes[tensor.id] !== "always") continue;
    if (tensor.kind === "input") inputBytes += bytesOf(tensor);
    else otherBytes += bytesOf(tensor);
  }
  for (const { length } of program.indices) otherBytes += 4 * length;
  const residentBytes = sparseBytes + inputBytes + otherBytes;
  const train = liveBytes(program, lifetimes, { sequence: "train", residentBytes, policy });
  const evaluate = liveBytes(program, lifetimes, { sequence: "evaluate", residentBytes, policy });
  const phases = new Map<Phase, LedgerPeak>();
  for (const phase of new Set(program.train.map((step) => step.phase))) {
    phases.set(phase, peakOf(program.train, train, { residentBytes, phase }));
  }
  return {
    residentBytes,
    sparseBytes,
    inputBytes,
    peak: peakOf(program.train, train, { residentBytes }),
    phases,
    evaluate: peakOf(program.evaluate, evaluate, { residentBytes }),
    liveBytes: train,
  };
}

function bytesOf({ rows, cols }: Tensor): number {
  return rows * cols * 4;
}

/** Bytes alive during each step of a sequence. */
function liveBytes(program: Program, lifetimes: readonly Lifetime[], { sequence, residentBytes, policy }: {
  readonly sequence: "train" | "evaluate";
  readonly residentBytes: number;
  readonly policy: StoragePolicy;
}): Float64Array {
  const steps = program[sequence];
  const live = new Float64Array(steps.length).fill(residentBytes);
  const add = (bytes: number, first: number, last: number) => {
    for (let at = first; at <= last && at < steps.length; at++) live[at] += bytes;
  };
  const keeps = sequence === "train" && policy.keepActivations === true;
  const lastUse = (tensor: Tensor, written: number): number => {
    if (keeps && tensor.kind === "activation") return steps.length - 1;
    const lifetime = lifetimes[tensor.id];
    return lifetime === "always" ? steps.length - 1 : lifetime[sequence]?.[1] ?? written;
  };
  for (const tensor of program.tensors) {
    const lifetime = lifetimes[tensor.id];
    const span = lifetime === "always" ? undefined : lifetime[sequence];
    if (span) add(bytesOf(tensor), span[0], lastUse(tensor, span[0]));
  }
  steps.forEach((step, at) => {
    if (step.op === "spmm") add(policy.spmmWorkspace?.(step) ?? 0, at, at);
    if (policy.separateEpilogues) {
      const [output] = outputsOf(step);
      const { passing, kept } = epilogueEntryBytes(step);
      add(passing * output.rows * output.cols, at, at);
      add(kept * output.rows * output.cols, at, lastUse(output, at));
    }
  });
  return live;
}

/**
 * Bytes an entry of an epilogue whose stages are operations of their own: while it runs, and kept afterwards.
 */
function epilogueEntryBytes(step: Step): { readonly passing: number; readonly kept: number } {
  const { epilogue: use } = rulesOf(step);
  const epilogue = "epilogue" in step && use !== "gradient" ? step.epilogue : undefined;
  const activates = epilogue !== undefined && epilogue.negativeSlope !== 1;
  const drops = epilogue?.dropout !== undefined && epilogue.dropout.rate > 0;
  // The input of an epilogue's first stage is in the program already where that stage is an operation.
  const stages = Number(activates) + Number(drops) - (use === "alone" ? 1 : 0);
  return {
    passing: activates && drops || stages < 1 ? 0 : 4,
    kept: (drops ? 1 : 0) + (activates && drops ? 4 : 0),
  };
}

function peakOf(steps: readonly Step[], live: Float64Array, { residentBytes, phase }: {
  readonly residentBytes: number;
  readonly phase?: Phase;
}): LedgerPeak {
  let peak: LedgerPeak = { bytes: residentBytes };
  steps.forEach((step, at) => {
    if (phase !== undefined && step.phase !== phase) return;
    if (peak.step === undefined || live[at] > peak.bytes) peak = { bytes: live[at], step };
  });
  return peak;
}
