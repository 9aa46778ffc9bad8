// Memory-aware aggregation (fastgl): blocks of rows whose sums and weights lie in scratch memory.
// Arguments: see ../assembly/spmm.ts.
import { word } from "../../assembly/word.ts";
import { slice } from "../assembly/columns.ts";
import { claimScratch, FLAG, releaseScratch } from "../assembly/scratch.ts";

// Scratch memory of a block holds partial[8][32] and weights[8][64].
const TARGETS: usize = 8, FEATURES: usize = 128, CHUNK: usize = 64;
const PARTIALS: usize = FLAG, WEIGHTS: usize = PARTIALS + TARGETS * FEATURES;
const BLOCK_SCRATCH: usize = WEIGHTS + TARGETS * CHUNK * 4;

/**
 * Copies up to CHUNK weights of a row, from its entry `from` on, into scratch memory; returns their number.
 */
function stageWeights(from: usize, last: usize, values: usize, staged: usize): usize {
  const count = min(last - from, CHUNK);
  if (values) memory.copy(staged, values + (from << 2), count << 2);
  else for (let i: usize = 0; i < count; i++) store<f32>(staged + (i << 2), 1);
  return count;
}

/**
 * Aggregates blocks of 8 rows, the work items; a block processes the columns in panels of 32, and its entries
 * in chunks.
 */
export function memory_aware(
  begin: usize, end: usize, rowCount: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize,
  stride: usize, scratches: usize, scratchCount: usize,
): void {
  const scratch = claimScratch(scratches, scratchCount, BLOCK_SCRATCH);
  const partials = scratch + PARTIALS, weights = scratch + WEIGHTS;
  for (let block = begin; block < end; block++) {
    const firstRow = block * TARGETS, targets = min(TARGETS, rowCount - firstRow);
    let longest: usize = 0;
    for (let row = firstRow; row < firstRow + targets; row++) {
      longest = max(longest, word(rowPtr, row + 1) - word(rowPtr, row));
    }
    for (let panel: usize = 0; panel < stride; panel += FEATURES) {
      const width = min(FEATURES, stride - panel);
      memory.fill(partials, 0, TARGETS * FEATURES);
      for (let chunk: usize = 0; chunk < longest; chunk += CHUNK) {
        for (let target: usize = 0; target < targets; target++) {
          const from = word(rowPtr, firstRow + target) + chunk, last = word(rowPtr, firstRow + target + 1);
          if (from >= last) continue;
          const staged = weights + target * CHUNK * 4, count = stageWeights(from, last, values, staged);
          const first = sources + (from << 2), partial = partials + target * FEATURES;
          slice<f32>(true, first, first + (count << 2), staged - first, x + panel, width, partial);
        }
      }
      for (let target: usize = 0; target < targets; target++) {
        memory.copy(y + (firstRow + target) * stride + panel, partials + target * FEATURES, width);
      }
    }
  }
  releaseScratch(scratch);
}
