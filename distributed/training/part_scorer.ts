/**
 * Evaluation of learned parameters over ranks: each scores its own vertices with all of their neighbours,
 * layer by layer and a block of vertices at a time. Between two layers the rows of halo vertices come from
 * their owners. Beside its part a rank has room for the features of its halo, a layer's result and one block.
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { allocateMatrix, type DeviceMatrix, freeMatrix, writeRows } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import type { Features } from "../../training/layers/features.ts";
import { type SetTally, tallySet } from "../../training/metrics.ts";
import type { BatchModel } from "../../training/mini_batch/batch_program.ts";
import { truthOf } from "../../training/mini_batch/mini_batch_data.ts";
import type { ModelParameters } from "../../training/mini_batch/model_parameters.ts";
import { ProgramBuilder } from "../../training/program/program_builder.ts";
import type { Tensor } from "../../training/program/tensor.ts";
import { SET_NAMES, type SetTallies, type VertexSets } from "../../training/runs/epoch_training.ts";
import { HaloExchange } from "./halo_exchange.ts";
import { type LayerSegment, layerSegments } from "./layer_segments.ts";
import { type PartBlock, partBlocks } from "./part_blocks.ts";
import { blockAggregation } from "./part_matrix.ts";
import type { RankData } from "./rank_data.ts";
import type { RankTransport } from "./rank_transport.ts";

/** Model of which a rank has the parameters, and the rank's data. */
export interface PartScorerOptions {
  /** Data of the rank. */
  readonly data: RankData;
  /** Model. */
  readonly model: BatchModel;
  /** Parameters of the training, which the passes read in place. */
  readonly parameters: ModelParameters;
  /** Greatest number of vertices that a block reads; a sixteenth of the part by default, at least 1024. */
  readonly blockSources?: number;
}

/** Scores of consecutive solid vertices. */
export interface BlockScores {
  /** VID_p of the first vertex. */
  readonly first: number;
  /** Logits, one row a vertex, row-major; valid until the next block. */
  readonly scores: Float32Array;
}

/** Input of a layer, one row a vertex of the part. */
interface LayerInput {
  readonly solid: Float32Array;
  readonly halo: Float32Array;
  readonly width: number;
}

/** Parts of an evaluation. */
interface ScorerParts extends PartScorerOptions {
  readonly device: Device;
  readonly exchange: HaloExchange;
  readonly segments: readonly LayerSegment[];
  readonly aggregate: (block: PartBlock) => CsrMatrix;
  readonly input: LayerInput;
}

/** Forward pass without dropout over a rank's part, with the parameters as they are at each call. */
export class PartScorer {
  readonly #parts: ScorerParts;

  private constructor(parts: ScorerParts) {
    this.#parts = parts;
  }

  /** Fetches the features of halo vertices. Collective. */
  static async open(
    device: Device,
    transport: RankTransport,
    options: PartScorerOptions,
  ): Promise<PartScorer> {
    const { data: { part, features: { width, values } }, model } = options;
    const exchange = await HaloExchange.open(transport, part);
    const aggregate = await blockAggregation({ part, exchange }, model.aggregation);
    const input = { solid: values, halo: await exchange.halo(values, width), width };
    return new PartScorer({ ...options, device, exchange, aggregate, input, segments: layerSegments(model) });
  }

  /**
   * Computes the scores of the solid vertices, and passes them on in ascending order. Collective.
   *
   * @throws {OutOfMemoryError} where the device has no room for a block; nothing stays allocated.
   */
  async score(take: (block: BlockScores) => void): Promise<void> {
    const { data: { part }, exchange, segments, blockSources } = this.#parts;
    let { input } = this.#parts;
    for (const [at, segment] of segments.entries()) {
      const width = segments[at + 1]?.inputWidth, solid = new Float32Array(part.solid * (width ?? 0));
      const memory = new Buffer();
      for (const block of partBlocks(part, blockSources)) {
        const scores = await this.#compute(segment, { block, input, scores: memory }), { first } = block;
        if (width === undefined) take({ first, scores });
        else solid.set(scores, first * width);
      }
      if (width !== undefined) input = { solid, halo: await exchange.halo(solid, width), width };
    }
  }

  /** Sums over sets of solid vertices, each ascending. Collective. */
  async tally(sets: VertexSets): Promise<SetTallies> {
    const { data: { truth, classes } } = this.#parts;
    const sums = SET_NAMES.map((name) => ({ name, place: 0, tally: NOTHING }));
    await this.score(({ first, scores }) => {
      const rows = scores.length / classes;
      const own = truthOf({ truth, classes }, Uint32Array.from({ length: rows }, (_, r) => first + r));
      for (const sum of sums) {
        const set = sets[sum.name], begin = sum.place;
        while (sum.place < set.length && set[sum.place] < first + rows) sum.place++;
        const vertices = set.subarray(begin, sum.place).map((vertex) => vertex - first);
        sum.tally = added(sum.tally, tallySet({ scores, classes, truth: own }, vertices));
      }
    });
    return Object.fromEntries(sums.map(({ name, tally }) => [name, tally])) as SetTallies;
  }

  /** Computes a segment for the rows of a block. */
  async #compute(segment: LayerSegment, { block, input, scores }: {
    readonly block: PartBlock;
    readonly input: LayerInput;
    readonly scores: Buffer;
  }): Promise<Float32Array> {
    const { device, parameters, aggregate } = this.#parts;
    const matrix = aggregate(block);
    const { program, adjacency, input: features, output } = evaluation(segment, matrix);
    const rows = allocateMatrix(device, "rows of a block", matrix.cols, input.width);
    try {
      this.#gather(block, input, rows);
      const executor = await DeviceExecutor.open(device, program, {
        sparse: new Map([[adjacency.matrix, matrix]]),
        indices: new Map([[
          adjacency.outputVertices,
          indices(matrix.rows),
        ]]),
        inputs: new Map(),
      }, { lent: parameters.lend(program).set(features, rows) });
      try {
        executor.evaluate();
        return await executor.read(output, scores.take(output.rows * output.cols));
      } finally {
        executor.close();
      }
    } finally {
      freeMatrix(device, rows);
    }
  }

  /** Copies the rows of a block's sources to the device, a few at a time. */
  #gather({ sources }: PartBlock, { solid, halo, width }: LayerInput, rows: DeviceMatrix): void {
    const { device, data: { part } } = this.#parts;
    const step = Math.max(1, Math.floor(SLICE_FLOATS / Math.max(1, width)));
    const slice = new Float32Array(Math.min(step, sources.length) * width);
    for (let first = 0; first < sources.length; first += step) {
      const count = Math.min(step, sources.length - first);
      for (let i = 0; i < count; i++) {
        const vertex = sources[first + i], own = vertex < part.solid;
        const from = (own ? vertex : vertex - part.solid) * width;
        slice.set((own ? solid : halo).subarray(from, from + width), i * width);
      }
      writeRows(device, rows, { first, rows: count, data: slice.subarray(0, count * width) });
    }
  }
}

/** Floats that are copied to the device at once. */
const SLICE_FLOATS = 2 ** 18;

/** Memory for one array after another. */
class Buffer {
  #floats = new Float32Array();

  /** Array of some length, of undefined content; the previous one is void. */
  take(length: number): Float32Array<ArrayBuffer> {
    if (length > this.#floats.length) this.#floats = new Float32Array(length);
    return this.#floats.subarray(0, length);
  }
}

const NOTHING: SetTally = { vertices: 0, loss: 0, hits: 0, trials: 0 };

function added(one: SetTally, other: SetTally): SetTally {
  return {
    vertices: one.vertices + other.vertices,
    loss: one.loss + other.loss,
    hits: one.hits + other.hits,
    trials: one.trials + other.trials,
  };
}

/** Program of a segment's forward pass over a matrix. */
function evaluation({ layers, inputWidth, learnsBelow }: LayerSegment, matrix: CsrMatrix) {
  const { rows, cols } = matrix, weighted = matrix.values !== undefined;
  const builder = new ProgramBuilder({ seed: 0 });
  const adjacency = {
    matrix: builder.sparse("block", { rows, cols, nnz: nnz(matrix), weighted }),
    outputVertices: builder.index("vertices of the block", rows),
  };
  const input = builder.tensor("input", "features", { rows: cols, cols: inputWidth });
  let features: Features = input, inputGradient = learnsBelow;
  for (const layer of layers) {
    const steps = builder.steps("evaluate", { layer: layer.label, pass: "forward" });
    const emitted = layer.forward(steps, { features, adjacency, inputGradient });
    features = emitted.features;
    inputGradient = emitted.backward !== undefined;
  }
  // A segment's result is dense: `layerSegments` has refused all others.
  const output = features as Tensor;
  return { program: builder.buildInference(output), adjacency, input, output };
}
