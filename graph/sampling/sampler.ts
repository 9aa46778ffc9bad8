/**
 * Sampling of mini-batches, from the seeds outward: draws the neighbours of a layer's destinations, compacts
 * their ids, and takes the sources as destinations of the layer below.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { type SampledBatch, type SampledBlock, sortBlockRows } from "./block.ts";
import { compactIds, type IdMap } from "./id_map.ts";

/** Draws for the destinations of a layer: CSR with global ids as columns, distinct within a row. */
export interface DrawnLayer {
  /** Row offsets, one more than there are destinations. */
  readonly rowPtr: Uint32Array;
  /** Global id of each drawn neighbour. */
  readonly neighbors: Uint32Array;
  /** Weight of each drawn neighbour, where the sampler weighs. */
  readonly values?: Float32Array;
}

/** A method to draw neighbours. Calls with the same arguments give the same neighbours. */
export interface NeighborDraw {
  /** Number of vertices of the graph. */
  readonly vertices: number;
  /** Number of layers of the model. */
  readonly layers: number;
  /** Draws for destinations (distinct global ids) of a layer of a batch. */
  draw(destinations: Uint32Array, at: { readonly batch: number; readonly layer: number }): DrawnLayer;
}

/** A method to draw neighbours that may have to wait for them. */
export interface AwaitedDraw extends Omit<NeighborDraw, "draw"> {
  /** Draws for destinations (distinct global ids) of a layer of a batch. */
  draw(...of: Parameters<NeighborDraw["draw"]>): DrawnLayer | Promise<DrawnLayer>;
}

/** A batch before sampling. */
export interface BatchOfSeeds {
  /** Vertices whose scores are wanted; may contain duplicates. */
  readonly seeds: Uint32Array;
  /** Number of the batch within the run: the same number draws the same neighbours. */
  readonly batch: number;
}

/**
 * Samples one mini-batch on the host.
 *
 * @throws {UsageError} for a seed that is not a vertex, or a batch that has no 32-bit number.
 *
 * @example
 * ```ts
 * import { csrFromEdges, sampleBatch, uniformNeighbors } from "gnn-repro/graph";
 * const source = Uint32Array.of(1, 2, 3), target = Uint32Array.of(0, 0, 0);
 * const star = csrFromEdges({ vertices: 4, source, target });
 * const draw = uniformNeighbors(star, { fanouts: [2], seed: 1 });
 * const { blocks: [block] } = await sampleBatch(draw, { seeds: Uint32Array.of(0), batch: 0 });
 * if (block.sources.length !== 3 || block.sources[0] !== 0) {
 *   throw new Error("the seed and two of its neighbours");
 * }
 * ```
 */
export async function sampleBatch(
  draw: AwaitedDraw,
  { seeds: given, batch }: BatchOfSeeds,
  idMap: IdMap = compactIds,
): Promise<SampledBatch> {
  const { unique: seeds, local: seedRows } = distinctSeeds(draw.vertices, { seeds: given, batch });
  const blocks: SampledBlock[] = [];
  let destinations = seeds;
  for (let layer = draw.layers - 1; layer >= 0; layer--) {
    const { rowPtr, neighbors, values } = await draw.draw(destinations, { batch, layer });
    const { local: colIdx, unique: sources } = await idMap(neighbors, destinations);
    sortBlockRows(rowPtr, colIdx, values);
    const matrix = { rows: destinations.length, cols: sources.length, rowPtr, colIdx };
    blocks.unshift({ matrix: values ? { ...matrix, values } : matrix, sources });
    destinations = sources;
  }
  return { batch, seeds, seedRows, blocks };
}

/**
 * Distinct seeds of a batch, and the row of each seed among them.
 *
 * @throws {UsageError} for a seed that is not a vertex, or a batch that has no 32-bit number.
 */
export function distinctSeeds(
  vertices: number,
  { seeds, batch }: BatchOfSeeds,
): { readonly unique: Uint32Array; readonly local: Uint32Array } {
  const outside = seeds.findIndex((seed) => seed >= vertices);
  if (outside >= 0) {
    throw new UsageError({
      action: `sample batch ${batch}`,
      current: `seed ${seeds[outside]} at place ${outside}`,
      wanted: vertices > 0 ? `a vertex from 0 to ${vertices - 1}` : "no seed at all: the graph is empty",
      next: "take seeds from the graph's own vertices",
    });
  }
  if (!(Number.isInteger(batch) && batch >= 0 && batch < 2 ** 32)) {
    throw new UsageError({
      action: "sample a batch",
      current: `the number ${batch}`,
      wanted: "an integer from 0 to 2^32 - 1",
      next: "count the batches of a run from 0",
    });
  }
  return compactIds(seeds);
}

/**
 * Checks fan-outs and similar counts.
 *
 * @throws {UsageError} where there is none, or one of them is not an integer from 1 to `most`.
 */
export function assertCounts(what: string, counts: readonly number[], most: number): void {
  const wrong = counts.find((count) => !(Number.isInteger(count) && count >= 1 && count <= most));
  if (counts.length > 0 && wrong === undefined) return;
  throw new UsageError({
    action: "sample neighbours",
    current: wrong === undefined ? `no ${what}` : `a ${what} of ${wrong}`,
    wanted: `integers from 1 to ${most}`,
    next: `pass each ${what} as a whole number; those of layers from the input to the output`,
  });
}
