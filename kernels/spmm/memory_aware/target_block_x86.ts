/**
 * Frame of a block of targets in machine code of memory-aware aggregation: its registers, its scratch memory
 * on the stack, and the loop over its targets.
 *
 * A target has a record in scratch memory: its partial sums of a panel of features, and behind them the
 * weights of a chunk of its entries.
 *
 * @module
 */
import { type Gpr, mem, rsp } from "../../../hardware/cpu/x86/assembler/operand.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { CSR_LAYOUT } from "../plans/csr_plan_x86.ts";

/** Targets of a block. */
export const TARGETS = 8;
/** Features of a panel. */
export const FEATURES = 32;
/** Entries of a chunk. */
const CHUNK = 64;
/** Bytes of a chunk's offsets, or of its weights. */
export const CHUNK_BYTES = 4 * CHUNK;
/** Bytes of a record before the weights. */
export const WEIGHTS = 4 * FEATURES;
/** Bytes of a record. */
const RECORD_BYTES = WEIGHTS + CHUNK_BYTES;

/** Arguments: those of all kernels over a CSR matrix, and the address behind the last row's offset. */
export const MEMORY_AWARE_LAYOUT = new ArgumentLayout({ ...CSR_LAYOUT.types, rowPtrEnd: "u64" });

/** Kernel that is being written. */
export type MemoryAwareBuilder = KernelBuilder<typeof MEMORY_AWARE_LAYOUT.types>;

/** Bytes of a cache line, to which records are aligned. */
const LINE_BYTES = 64;
/** Bytes of the stack that a call takes: the records of all targets of a block, and what aligns them. */
export const SCRATCH_BYTES = TARGETS * RECORD_BYTES + LINE_BYTES;

/** Registers of a kernel, while it works on a block of targets. */
export interface TargetBlock {
  /** Kernel that is being written. */
  readonly kernel: MemoryAwareBuilder;
  /** Address of the first target's offset in `rowPtr`. */
  readonly first: Gpr;
  /** Address behind the last target's. */
  readonly last: Gpr;
  /** Address of X. */
  readonly x: Gpr;
  /** Address of the first target's row of Y. */
  readonly y: Gpr;
}

/**
 * Emits a loop over the targets of a block: `write` gets the addresses of a target's offset and of its
 * record.
 */
export function loopTargets(
  { kernel, first, last }: TargetBlock,
  write: (target: Gpr, record: Gpr) => void,
  along: readonly (readonly [register: Gpr, step: number])[] = [],
): void {
  const { a } = kernel, target = kernel.general("target"), record = kernel.general("record");
  a.mov(target, first);
  a.lea(record, mem(rsp, LINE_BYTES - 1));
  a.and(record, -LINE_BYTES);
  const steps = [[record, RECORD_BYTES] as const, ...along];
  loop(kernel, { name: "target", at: target, end: last, step: 4, along: steps }, () => write(target, record));
  kernel.release(record, target);
}
