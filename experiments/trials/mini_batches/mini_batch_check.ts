/**
 * Check of a training on mini-batches while it runs, outside of its times: of every sample, and of the
 * features and kernels of some iterations.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { SampledBatch } from "../../../graph/sampling/mod.ts";
import { firstDifference } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { checkSteps } from "../../../training/executors/step_check.ts";
import type {
  BatchSampler,
  MiniBatchData,
  MiniBatchTrainingOptions,
} from "../../../training/mini_batch/mod.ts";
import { checkSampledEdges } from "./sampled_edges.ts";

/**
 * Multiply-adds of a step up to which every row is checked, and about which the rows of a larger one cost.
 */
const CHECKED_WORK = 1e6;

/** Options of {@linkcode MiniBatchCheck}. */
export interface MiniBatchCheckOptions {
  /** Graph that neighbours are drawn from. */
  readonly graph: CsrMatrix;
  /** Features of all vertices. */
  readonly features: MiniBatchData["features"];
  /** Iterations, from 1, whose features and steps are checked. */
  readonly iterations: readonly number[];
  /** Seed of the rows that a partial check picks. */
  readonly seed: number;
}

/** Hooks for a trainer and its sampler, and the report of everything that went through them. */
export class MiniBatchCheck {
  readonly #device: Device;
  readonly #options: MiniBatchCheckOptions;
  #loads = 0;
  #report: CheckReport | undefined;

  /** Checks nothing before the training runs. */
  constructor(device: Device, options: MiniBatchCheckOptions) {
    this.#device = device;
    this.#options = options;
  }

  /** Report of all checks so far; a failed one where nothing was checked. */
  get report(): CheckReport {
    return this.#report ?? { ok: false, relErr: Infinity, tolerance: 0, checkedRows: 0 };
  }

  /** Compares a batch with the graph. */
  checkSample(sampled: SampledBatch): void {
    this.#add(checkSampledEdges(this.#options.graph, sampled));
  }

  /** The sampler, with a check of every batch after it was timed. */
  sampler(sampler: BatchSampler): BatchSampler {
    return {
      sample: async (batch) => {
        const timed = await sampler.sample(batch);
        this.checkSample(timed.sampled);
        return timed;
      },
      close: () => sampler.close(),
    };
  }

  /** Options of a trainer that check the loaded data, and every step before it is timed. */
  get hooks(): Required<Pick<MiniBatchTrainingOptions, "onLoaded" | "onPrepared">> {
    const { features: { width, values }, iterations, seed } = this.#options;
    return {
      onLoaded: async ({ sources, features }) => {
        if (!iterations.includes(++this.#loads)) return;
        const wanted = new Float32Array(sources.length * width);
        sources.forEach((vertex, row) =>
          wanted.set(values.subarray(vertex * width, (vertex + 1) * width), row * width)
        );
        const place = await firstDifference(this.#device, features, wanted);
        this.#add({
          ok: place === undefined,
          relErr: place === undefined ? 0 : Infinity,
          tolerance: 0,
          checkedRows: sources.length,
          ...(place && { worst: { ...place, allowed: 0 } }),
        });
      },
      onPrepared: async (executor, { iteration }) => {
        if (!iterations.includes(iteration)) return;
        const report = await checkSteps(executor, {
          seed,
          exhaustiveWork: CHECKED_WORK,
          sampledWork: CHECKED_WORK,
          // Gradients of a training that has learned may be 0 everywhere.
          mayBeZero: iteration > 1,
        });
        this.#add(report);
      },
    };
  }

  #add(report: CheckReport): void {
    this.#report = this.#report === undefined ? report : worstOf([this.#report, report]);
  }
}
