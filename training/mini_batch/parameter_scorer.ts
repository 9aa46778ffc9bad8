/**
 * Evaluation of learned parameters: scores of all vertices with all of their neighbours, on one device.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { Device } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import { DeviceExecutor } from "../executors/device_executor.ts";
import { type Features, isSparse } from "../layers/features.ts";
import { type ScoredVertices, scoreSet, type SetScores } from "../metrics.ts";
import { aggregationMatrix, isWeighted } from "./aggregation.ts";
import type { BatchModel } from "./batch_program.ts";
import type { MiniBatchData } from "./mini_batch_data.ts";
import { ProgramBuilder } from "../program/program_builder.ts";

/** Model and data of an evaluation. */
export interface ScorerOptions extends Pick<BatchModel, "layers" | "aggregation"> {
  /** Graph before its partitioning. */
  readonly graph: CsrMatrix;
  /** Features and truth of all vertices. */
  readonly data: Pick<MiniBatchData, "features" | "truth" | "classes">;
}

/** Forward pass without dropout over a whole graph, reusable for several sets of parameters. */
export class ParameterScorer {
  readonly #executor: DeviceExecutor;
  readonly #data: ScorerOptions["data"];

  private constructor(executor: DeviceExecutor, data: ScorerOptions["data"]) {
    this.#executor = executor;
    this.#data = data;
  }

  /**
   * Prepares the pass.
   *
   * @throws {UsageError} for layers that do not match, or an aggregation by a sampler's weights, which a
   * whole graph does not have.
   * @throws {OutOfMemoryError} where the device has no room.
   * @example
   * ```ts ignore
   * const scorer = await ParameterScorer.open(device, { layers, aggregation: "mean", graph, data });
   * const { accuracy } = await scorer.score(results[0].parameters, split.test);
   * scorer.close();
   * ```
   */
  static async open(
    device: Device,
    { layers, aggregation, graph, data }: ScorerOptions,
  ): Promise<ParameterScorer> {
    const matrix = aggregationMatrix({ matrix: graph, sources: new Uint32Array() }, aggregation);
    const { rows, cols } = matrix, { width, values } = data.features;
    const builder = new ProgramBuilder({ seed: 0 });
    const operand = builder.sparse("adjacency", {
      rows,
      cols,
      nnz: nnz(matrix),
      weighted: isWeighted(aggregation),
    });
    const input = builder.tensor("input", "features", { rows, cols: width });
    let features: Features = input, inputGradient = false;
    for (const layer of layers) {
      const steps = builder.steps("evaluate", { layer: layer.label, pass: "forward" });
      const output = layer.forward(steps, { features, adjacency: { matrix: operand }, inputGradient });
      features = output.features;
      inputGradient = output.backward !== undefined;
    }
    if (isSparse(features) || features === input) {
      throw new UsageError({
        action: "score parameters",
        current: "layers without a result",
        wanted: "a model that ends with a column a class",
        next: "pass the layers that were trained",
      });
    }
    const executor = await DeviceExecutor.open(device, builder.buildInference(features), {
      sparse: new Map([[operand, matrix]]),
      indices: new Map(),
      inputs: new Map([[input, values]]),
    });
    return new ParameterScorer(executor, data);
  }

  /**
   * Computes loss and accuracy (or micro-F1) of some vertices.
   *
   * @throws {UsageError} where a parameter is missing or has another size.
   */
  async score(parameters: ReadonlyMap<string, Float32Array>, vertices: Uint32Array): Promise<SetScores> {
    return scoreSet(await this.scores(parameters), vertices);
  }

  /**
   * Computes the scores of all vertices.
   *
   * @throws {UsageError} where a parameter is missing or has another size.
   */
  async scores(parameters: ReadonlyMap<string, Float32Array>): Promise<ScoredVertices> {
    const { program } = this.#executor, { truth, classes } = this.#data;
    for (const { tensor } of program.parameters) {
      const numbers = parameters.get(tensor.label);
      if (!numbers) {
        throw new UsageError({
          action: "score parameters",
          current: `no "${tensor.label}"`,
          wanted: "all parameters of the model",
          next: "pass what a training of the same layers has learned",
        });
      }
      this.#executor.write(tensor, numbers);
    }
    this.#executor.evaluate();
    return { scores: await this.#executor.read(program.scores), classes, truth };
  }

  /** Frees the memory. */
  close(): void {
    this.#executor.close();
  }
}
