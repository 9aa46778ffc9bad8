/**
 * Samplers of the policies that take turns, each with a check of what it samples.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import {
  type NeighborDraw,
  neighborDraw,
  type NeighborSampling,
  sampleBatch,
  type SampledBatch,
} from "../../../graph/sampling/mod.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { openSampler } from "../../../kernels/sampling/mod.ts";
import { type BatchSampler, deviceBatchSampler, hostSampler } from "../../../training/mini_batch/mod.ts";
import type { Lab } from "../../lab.ts";
import { findIdMap } from "../sampling/id_map_trial.ts";
import type { Policy } from "../policies.ts";
import { checkSameSample, checkSample } from "../../trials/mini_batches/sampled_check.ts";
import { FANOUTS } from "../sampling_graphs.ts";

/** Sampler whose mini-batches can be checked. */
export interface CheckedSampler {
  /** Sampler that a training draws with. */
  readonly sampler: BatchSampler;
  /** Checks a mini-batch: that of the host against the graph, that of the device against the host's. */
  check(sampled: SampledBatch): Promise<CheckReport>;
}

/** Settings of the samplers. */
export interface PolicySamplersOptions {
  /** Neighbours drawn a layer, input side first; 5, 10, 15 when absent. */
  readonly fanouts?: readonly number[];
  /** Most seeds of a mini-batch. */
  readonly batch: number;
}

/** Samplers of one comparison: policies that sample alike share one. */
export class PolicySamplers {
  readonly #lab: Lab;
  readonly #dataset: LoadedDataset;
  readonly #batch: number;
  readonly #sampling: NeighborSampling & { readonly fanouts: readonly number[] };
  readonly #open = new Map<Policy["sampler"], Promise<CheckedSampler>>();
  /** Draw of the host. */
  readonly draw: NeighborDraw;

  /** Opens nothing yet. */
  constructor(lab: Lab, dataset: LoadedDataset, { fanouts = FANOUTS, batch }: PolicySamplersOptions) {
    this.#lab = lab;
    this.#dataset = dataset;
    this.#batch = batch;
    this.#sampling = { kind: "uniform", fanouts, seed: lab.seed };
    this.draw = neighborDraw(dataset.graph, this.#sampling);
  }

  /** Sampler of a kind, opened at the first call. */
  of(kind: Policy["sampler"]): Promise<CheckedSampler> {
    return this.#open.getOrInsertComputed(
      kind,
      () => kind === "host" ? this.#onHost() : this.#onDevice(kind),
    );
  }

  /** Closes all samplers that were opened. */
  close(): void {
    for (const opening of this.#open.values()) opening.then(({ sampler }) => sampler.close(), () => {});
  }

  #onHost(): Promise<CheckedSampler> {
    const { graph } = this.#dataset, { fanouts } = this.#sampling;
    return Promise.resolve({
      sampler: hostSampler(this.draw),
      check: (sampled) => Promise.resolve(checkSample(graph, fanouts, sampled)),
    });
  }

  async #onDevice(map: Exclude<Policy["sampler"], "host">): Promise<CheckedSampler> {
    const { device } = this.#lab, { graph } = this.#dataset;
    const idMap = findIdMap(device, map);
    const sampler = await openSampler(device, { ...this.#sampling, graph, idMap, maxSeeds: this.#batch });
    return {
      sampler: deviceBatchSampler(device, sampler),
      check: async (sampled) => {
        const { seeds, batch } = sampled;
        return checkSameSample(sampled, await sampleBatch(this.draw, { seeds, batch }));
      },
    };
  }
}
