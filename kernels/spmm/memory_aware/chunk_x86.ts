/**
 * Machine code for a chunk of one target's entries in memory-aware aggregation.
 *
 * @module
 */
import { type Gpr, low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { ColumnVector } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { lowestLanes } from "../../../hardware/cpu/x86/kernel/whole_vectors.ts";
import { CHUNK_BYTES, type TargetBlock, WEIGHTS } from "./target_block_x86.ts";

/** Entries whose code the loop repeats, so that counting entries costs little. */
const UNROLL = 4;

/** Panel of features that a block is computed for. */
export interface FeaturePanel {
  /** First column. */
  readonly at: number;
  /** Vectors of its columns, counted from the first. */
  readonly vectors: readonly ColumnVector[];
  /** Bytes from a row of Y to the next. */
  readonly stride: number;
  /** Whether entries have values; else each is 1. */
  readonly weighted: boolean;
}

/** Registers that say where a chunk lies. */
export interface ChunkPlace {
  /** Address of the target's offset in `rowPtr`. */
  readonly target: Gpr;
  /** Address of the target's record. */
  readonly record: Gpr;
  /** Bytes of the offsets of the row's entries before the chunk. */
  readonly chunk: Gpr;
}

/** Registers of a chunk that is not empty. */
interface Chunk {
  /** Address of the first entry's source; moves. */
  readonly entry: Gpr;
  /** Address behind the last entry's source. */
  readonly last: Gpr;
  /** Distance from an entry's source to its staged weight. */
  readonly toWeights: Gpr;
}

/** Emits copies of the values of a chunk to its record, or ones; `entry` ends at `last`. */
function stageWeights({ kernel }: TargetBlock, weighted: boolean, { entry, last, toWeights }: Chunk): void {
  const { a, lanes } = kernel, step = 4 * lanes, weights = kernel.vector("weights");
  const staged = mem(entry, 0, toWeights);
  if (weighted) {
    const values = kernel.argument("values"), sources = kernel.argument("sources");
    a.sub(values, sources);
    kernel.release(sources);
    const value = mem(entry, 0, values), limit = kernel.general("last vector");
    a.lea(limit, mem(last, 4 - step));
    loop(kernel, { name: "weights", at: entry, end: limit, step }, () => {
      a.vmovups(weights, value);
      a.vmovups(staged, weights);
    });
    kernel.release(limit);
    const weight = lowestLanes(weights, 4);
    loop(kernel, { name: "weight", at: entry, end: last, step: 4 }, () => {
      a.vmovss(weight, value);
      a.vmovss(staged, weight);
    });
    kernel.release(values);
  } else {
    // The last vector may be longer than the chunk, never longer than the record.
    a.vbroadcastss(weights, a.floats(1));
    loop(kernel, { name: "weights", at: entry, end: last, step }, () => a.vmovups(staged, weights));
  }
  kernel.release(weights);
}

/** Emits the products of a chunk's entries, which are added to the partial sums of its target. */
function addProducts({ kernel, x }: TargetBlock, panel: FeaturePanel, record: Gpr, chunk: Chunk): void {
  const { a } = kernel, { entry, last, toWeights } = chunk;
  const source = kernel.general("source row"), weight = kernel.vector("weight");
  const sums = panel.vectors.map(({ columns }) => lowestLanes(kernel.vector("sum"), columns));
  for (const sum of sums) a.vxorps(sum, sum, sum);
  loop(kernel, { name: "entry", at: entry, end: last, step: 4, unroll: UNROLL }, (u) => {
    a.mov(low(source), mem(entry, 4 * u));
    a.vbroadcastss(weight, mem(entry, 4 * u, toWeights));
    for (const [i, { at, columns }] of panel.vectors.entries()) {
      const operand = mem(x, 4 * (panel.at + at), source);
      a.vfmadd231ps(sums[i], lowestLanes(weight, columns), operand);
    }
  });
  for (const [i, { at }] of panel.vectors.entries()) {
    const partial = mem(record, 4 * at);
    a.vaddps(sums[i], sums[i], partial);
    a.vmovups(partial, sums[i]);
  }
  kernel.release(...sums, weight, source);
}

/** Emits what a chunk of a target's entries adds to its partial sums; rows may have ended before it. */
export function accumulateChunk(
  block: TargetBlock,
  panel: FeaturePanel,
  { target, record, chunk }: ChunkPlace,
): void {
  const { kernel } = block, { a } = kernel, ended = a.label("row_ended");
  const entry = kernel.general("entry"), last = kernel.general("last entry");
  const sources = kernel.argument("sources");
  a.mov(low(entry), mem(target));
  a.mov(low(last), mem(target, 4));
  a.lea(entry, mem(sources, 0, times(entry, 4)));
  a.lea(last, mem(sources, 0, times(last, 4)));
  kernel.release(sources);
  a.add(entry, chunk);
  a.cmp(entry, last);
  a.jae(ended);
  const toWeights = kernel.general("entries to weights");
  a.lea(toWeights, mem(entry, CHUNK_BYTES));
  a.cmp(last, toWeights);
  a.cmova(last, toWeights);
  a.lea(toWeights, mem(record, WEIGHTS));
  a.sub(toWeights, entry);
  const registers = { entry, last, toWeights };
  stageWeights(block, panel.weighted, registers);
  a.lea(entry, mem(record, WEIGHTS));
  a.sub(entry, toWeights);
  addProducts(block, panel, record, registers);
  kernel.release(toWeights, last, entry);
  a.bind(ended);
}
