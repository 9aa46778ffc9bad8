/**
 * Evaluation of learned parameters over ranks: each scores its own vertices with all of their neighbours, and
 * has room for its part alone. Between two layers the rows of halo vertices come from their owners.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { Device } from "../../hardware/device.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import type { Features } from "../../training/layers/features.ts";
import type { ScoredVertices } from "../../training/metrics.ts";
import type { BatchModel } from "../../training/mini_batch/batch_program.ts";
import type { ModelParameters } from "../../training/mini_batch/model_parameters.ts";
import { ProgramBuilder } from "../../training/program/program_builder.ts";
import type { Tensor } from "../../training/program/tensor.ts";
import { HaloExchange } from "./halo_exchange.ts";
import { type LayerSegment, layerSegments } from "./layer_segments.ts";
import { partMatrix } from "./part_matrix.ts";
import type { RankData } from "./rank_data.ts";
import type { RankTransport } from "./rank_transport.ts";

/** Forward pass of one segment over the solid vertices. */
interface SegmentPass {
  readonly executor: DeviceExecutor;
  readonly input: Tensor;
  readonly output: Tensor;
}

/** Parts of an evaluation. */
interface ScorerParts {
  readonly data: RankData;
  readonly exchange: HaloExchange;
  readonly passes: readonly SegmentPass[];
}

/** Forward pass without dropout over a rank's part, with the parameters as they are at each call. */
export class PartScorer {
  readonly #parts: ScorerParts;

  private constructor(parts: ScorerParts) {
    this.#parts = parts;
  }

  /**
   * Prepares the passes of all layers, and fetches the features of halo vertices. Collective.
   *
   * @param parameters Those of the training, which the passes read in place.
   * @throws {OutOfMemoryError} where the device has no room; nothing stays allocated.
   */
  static async open(
    device: Device,
    transport: RankTransport,
    { data, model, parameters }: {
      readonly data: RankData;
      readonly model: BatchModel;
      readonly parameters: ModelParameters;
    },
  ): Promise<PartScorer> {
    const { part, features: { width, values } } = data;
    const exchange = await HaloExchange.open(transport, part);
    const matrix = await partMatrix(part, model.aggregation, exchange);
    const features = new Float32Array(part.vertices.length * width);
    features.set(values);
    await exchange.fetch(features, width);
    const passes: SegmentPass[] = [];
    try {
      for (const segment of layerSegments(model)) {
        const first = passes.length === 0;
        passes.push(await openPass(device, segment, { matrix, parameters, ...(first && { features }) }));
      }
    } catch (error) {
      for (const { executor } of passes) executor.close();
      throw error;
    }
    return new PartScorer({ data, exchange, passes });
  }

  /** Scores of the solid vertices. Collective. */
  async scores(): Promise<ScoredVertices> {
    const { data: { part: { vertices }, truth, classes }, exchange, passes } = this.#parts;
    let scores = new Float32Array();
    for (const [at, { executor, input, output }] of passes.entries()) {
      if (at > 0) {
        const rows = new Float32Array(vertices.length * input.cols);
        rows.set(scores);
        await exchange.fetch(rows, input.cols);
        executor.write(input, rows);
      }
      executor.evaluate();
      scores = Float32Array.from(await executor.read(output));
    }
    return { scores, classes, truth };
  }

  /** Frees the memory. */
  close(): void {
    for (const { executor } of this.#parts.passes) executor.close();
  }
}

async function openPass(device: Device, { layers, inputWidth, learnsBelow }: LayerSegment, given: {
  readonly matrix: CsrMatrix;
  readonly parameters: ModelParameters;
  readonly features?: Float32Array;
}): Promise<SegmentPass> {
  const { matrix, parameters } = given, { rows, cols } = matrix;
  const builder = new ProgramBuilder({ seed: 0 });
  const weighted = matrix.values !== undefined;
  const adjacency = {
    matrix: builder.sparse("part", { rows, cols, nnz: nnz(matrix), weighted }),
    outputVertices: builder.index("solid vertices", rows),
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
  const output = features as Tensor, program = builder.buildInference(output);
  const executor = await DeviceExecutor.create(device, program, {
    sparse: new Map([[adjacency.matrix, matrix]]),
    indices: new Map([[adjacency.outputVertices, Uint32Array.from({ length: rows }, (_, row) => row)]]),
    inputs: new Map([[input, given.features ?? new Float32Array(cols * inputWidth)]]),
  }, { lent: parameters.lend(program) });
  return { executor, input, output };
}
