/**
 * Blocks of a part: a few consecutive solid vertices at a time, with all vertices that their rows name. A
 * pass over the blocks has room for one of them, however large the part is.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { SampledBlock } from "../../graph/sampling/block.ts";
import { ABSENT } from "../partition/id_table.ts";
import type { RankPartition } from "../partition/rank_partition.ts";

/** Consecutive rows of a part. */
export interface PartBlock extends SampledBlock {
  /** VID_p of the first row. */
  readonly first: number;
  /** Rows without values, `rows x sources`: row r is vertex `first + r`, and so is source r. */
  readonly matrix: CsrMatrix;
  /** VID_p of the sources: those of the rows, then all others, ascending. */
  readonly sources: Uint32Array;
}

/** A block has a sixteenth of the vertices of its part, but no fewer than these. */
const SHARE = 16, LEAST_SOURCES = 1024;

/** Greatest number of sources of a block; a row that names more is a block of its own. */
function mostSources(vertices: number): number {
  return Math.max(LEAST_SOURCES, Math.ceil(vertices / SHARE));
}

/** Yields the solid vertices in ascending order, block by block. */
export function* partBlocks(
  { solid, vertices, graph }: Pick<RankPartition, "solid" | "vertices" | "graph">,
  most: number = mostSources(vertices.length),
): Generator<PartBlock> {
  // The block in which a vertex was seen last, from 1.
  const seen = new Uint32Array(vertices.length), place = new Uint32Array(vertices.length).fill(ABSENT);
  for (let first = 0, block = 1; first < solid; block++) {
    const end = endOf(graph, { first, solid, most, block }, seen);
    yield blockOf(graph, first, end, place);
    first = end;
  }
}

/** Takes rows as long as they name no more than `most` vertices, and at least one. */
function endOf(
  { rowPtr, colIdx }: CsrMatrix,
  { first, solid, most, block }: Readonly<Record<"first" | "solid" | "most" | "block", number>>,
  seen: Uint32Array,
): number {
  let sources = 0, row = first;
  const see = (vertex: number) => {
    if (seen[vertex] === block) return;
    seen[vertex] = block;
    sources++;
  };
  for (; row < solid; row++) {
    see(row);
    for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) see(colIdx[e]);
    if (sources > most && row > first) break;
  }
  return row;
}

/** @param place Table of {@linkcode ABSENT}, and so again afterwards. */
function blockOf({ rowPtr, colIdx }: CsrMatrix, first: number, end: number, place: Uint32Array): PartBlock {
  const rows = end - first, from = rowPtr[first], named = colIdx.subarray(from, rowPtr[end]);
  for (let r = 0; r < rows; r++) place[first + r] = r;
  const others = new Uint32Array(named.length);
  let count = 0;
  for (let e = 0; e < named.length; e++) {
    if (place[named[e]] !== ABSENT) continue;
    place[named[e]] = 0;
    others[count++] = named[e];
  }
  const sources = new Uint32Array(rows + count);
  for (let r = 0; r < rows; r++) sources[r] = first + r;
  sources.set(others.subarray(0, count).sort(), rows);
  for (let i = rows; i < sources.length; i++) place[sources[i]] = i;
  const offsets = new Uint32Array(rows + 1), columns = new Uint32Array(named.length);
  for (let r = 0, at = 0; r < rows; r++) {
    const [begin, stop] = [rowPtr[first + r] - from, rowPtr[first + r + 1] - from];
    const isOwn = (vertex: number) => vertex >= first && vertex < end;
    for (let e = begin; e < stop; e++) if (isOwn(named[e])) columns[at++] = place[named[e]];
    for (let e = begin; e < stop; e++) if (!isOwn(named[e])) columns[at++] = place[named[e]];
    offsets[r + 1] = at;
  }
  for (const vertex of sources) place[vertex] = ABSENT;
  return { first, sources, matrix: { rows, cols: sources.length, rowPtr: offsets, colIdx: columns } };
}
