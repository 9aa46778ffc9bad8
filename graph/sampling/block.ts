/**
 * Blocks, the results of samplers: for each layer of a model a small bipartite graph.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { CsrMatrix } from "../csr.ts";

/**
 * One layer of a mini-batch. Rows are the destinations, columns the sources by their local ids; the first
 * `matrix.rows` sources are the destinations themselves, in the order of the rows, so that a layer finds a
 * vertex's own features in its row.
 */
export interface SampledBlock {
  /** Matrix, destinations x sources; with values where the sampler weighs its draws. */
  readonly matrix: CsrMatrix;
  /** Global id of each column. */
  readonly sources: Uint32Array;
}

/** The blocks of one mini-batch. The sources of a block are the destinations of the block before it. */
export interface SampledBatch {
  /** Number of the batch within the run. */
  readonly batch: number;
  /** The distinct seeds in the order of their first occurrence: the rows of the last block. */
  readonly seeds: Uint32Array;
  /** Row of the last block for each given seed, duplicates included. */
  readonly seedRows: Uint32Array;
  /** Blocks, one a layer, the one next to the input first: features are loaded for `blocks[0].sources`. */
  readonly blocks: readonly SampledBlock[];
}

/** Number of stored entries of all blocks: the sampled edges. */
export function sampledEdges({ blocks }: SampledBatch): number {
  return sumOf(blocks, ({ matrix }) => matrix.colIdx.length);
}

/**
 * Sorts each row by column, values with it: Shell's sort with Knuth's gaps 1, 4, 13, 40, ... Most rows are
 * about as short as the fan-out, for which it is insertion sort; those of a layer-wise sampler may be long.
 */
export function sortBlockRows(
  rowPtr: Uint32Array,
  colIdx: Uint32Array,
  values?: Float32Array,
): void {
  for (let row = 0; row + 1 < rowPtr.length; row++) {
    const begin = rowPtr[row], end = rowPtr[row + 1];
    let gap = 1;
    while (3 * gap + 1 < end - begin) gap = 3 * gap + 1;
    for (; gap > 0; gap = Math.floor(gap / 3)) {
      for (let e = begin + gap; e < end; e++) {
        const col = colIdx[e], value = values ? values[e] : 0;
        let to = e;
        for (; to >= begin + gap && colIdx[to - gap] > col; to -= gap) {
          colIdx[to] = colIdx[to - gap];
          if (values) values[to] = values[to - gap];
        }
        colIdx[to] = col;
        if (values) values[to] = value;
      }
    }
  }
}
