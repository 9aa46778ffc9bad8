/**
 * Removal of the halo vertices that the cache does not hold from a layer of a mini-batch.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { MISS } from "../embedding_cache/historical_embedding_cache.ts";
import type { LocalBlock } from "./local_batch.ts";
import { plural } from "../../platform/text/plural.ts";

/** Layer of a mini-batch with the halo sources found in the cache. */
export interface ReceivedBlock {
  /**
   * Block with the halo sources that were found; solid sources and rows stay. A row may be left without
   * neighbours.
   */
  readonly block: LocalBlock;
  /** Cache line of each halo source of the block, in order. */
  readonly hits: Uint32Array;
  /** Number of entries removed with the missed sources. */
  readonly droppedEdges: number;
}

/**
 * Removes the halo sources that were missed (distgnn-mb, Algorithm 2, line 12). Rows keep the neighbours that
 * remain, and a mean taken afterwards is over those. Linear in the entries; the given block is not changed.
 *
 * @param lines Result of the cache search for each halo source: a line, or `MISS`. Without it all are missed,
 * as in the iterations before the first message.
 * @throws {UsageError} where the number of lines differs from the number of halo sources.
 */
export function withoutMisses(block: LocalBlock, lines?: Uint32Array): ReceivedBlock {
  const { matrix, sources, solid } = block, { rows, cols, rowPtr: from, colIdx: columns, values } = matrix;
  if (lines !== undefined && lines.length !== cols - solid) {
    throw new UsageError({
      action: "drop the halo vertices that were missed",
      current: plural(lines.length, "line"),
      wanted: `${cols - solid}, one for each halo source`,
      next: "search the cache for the halo sources of the same block",
    });
  }
  const place = new Uint32Array(cols - solid), hits = new Uint32Array(cols - solid);
  let found = 0;
  if (lines) {
    for (let i = 0; i < lines.length; i++) {
      if (lines[i] === MISS) continue;
      place[i] = solid + found;
      hits[found++] = lines[i];
    }
  }
  const kept = sources.slice(0, solid + found);
  for (let i = 0; i < place.length; i++) if (place[i] !== 0) kept[place[i]] = sources[solid + i];

  const rowPtr = new Uint32Array(rows + 1), colIdx = new Uint32Array(columns.length);
  const weights = values && new Float32Array(columns.length);
  let at = 0;
  for (let r = 0; r < rows; r++) {
    for (let e = from[r]; e < from[r + 1]; e++) {
      const column = columns[e];
      // Rows are solid, so a block with a halo source has a solid one, and no halo source has place 0.
      if (column >= solid && place[column - solid] === 0) continue;
      if (weights) weights[at] = values![e];
      colIdx[at++] = column < solid ? column : place[column - solid];
    }
    rowPtr[r + 1] = at;
  }
  return {
    block: {
      matrix: {
        rows,
        cols: kept.length,
        rowPtr,
        colIdx: colIdx.slice(0, at),
        ...(weights && { values: weights.slice(0, at) }),
      },
      sources: kept,
      solid,
    },
    hits: hits.slice(0, found),
    droppedEdges: columns.length - at,
  };
}
