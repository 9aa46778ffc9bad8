/**
 * An epoch of this project on mini-batches as a trial: every phase of it counts, the preparation of each
 * batch's program included.
 *
 * @module
 */
import { sampleBatch, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import { onceTimer } from "../../../hardware/measuring/time_once.ts";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { idMaps } from "../../../kernels/id_map/mod.ts";
import { kernelName } from "../../../kernels/kernel.ts";
import type { Work } from "../../../kernels/operation.ts";
import { openSampler } from "../../../kernels/sampling/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import {
  batchProgram,
  batchTopology,
  deviceBatchSampler,
  isResident,
  iterationPhases,
  type IterationRecord,
  MiniBatchTrainer,
} from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Breakdown, Metrics } from "../../metrics.ts";
import { bestPolicy } from "./best_policy.ts";
import { hostTimed } from "./host_timed.ts";
import { MiniBatchCheck } from "./mini_batch_check.ts";
import type { BatchPolicy, MiniBatchTrialOptions } from "./mini_batch_trial_options.ts";
import { residentTrial } from "./resident_trial.ts";
import { epochWork } from "../training_trial.ts";

function mapOf({ backend }: Pick<Device, "backend">, { idMap }: BatchPolicy) {
  return kernelsOn(idMaps, backend).find(({ id }) => id === idMap)!;
}

/** Iterations of a check: the first of a training, and one that goes on from it. */
const CHECKED_ITERATIONS = [1, 2];

/** Arithmetic and traffic of an epoch: mini-batches are counted as that of the first training vertices. */
export async function miniBatchWork(lab: Lab, options: MiniBatchTrialOptions): Promise<Work> {
  const { graph, data, layers, aggregation, fanouts, batchSize } = options, { seed } = lab;
  const seeds = data.training.slice(0, batchSize);
  const batch = await sampleBatch(uniformNeighbors(graph, { fanouts, seed }), { seeds, batch: 0 });
  const { features: { width: featureWidth }, classes, truth } = data;
  const labels = truth.labels ? "single" as const : "several" as const;
  const model = { layers, aggregation, optimizer: adam(), seed, featureWidth, classes, labels };
  const { blocks, needs } = batchTopology(batch, model);
  const shapes = blocks.map(({ matrix: { rows, cols, colIdx } }) => ({ rows, cols, nnz: colIdx.length }));
  const one = epochWork(batchProgram(model, shapes, needs).program.train);
  const times = Math.ceil(data.training.length / batchSize);
  return {
    multiplyAdds: times * one.multiplyAdds,
    compulsoryBytes: times * one.compulsoryBytes,
    bytesWithoutReuse: times * one.bytesWithoutReuse,
  };
}

/** Options of a training with the policy that was chosen for it. */
interface DrivenTraining extends MiniBatchTrialOptions {
  readonly policy: BatchPolicy;
}

/** Opens a trainer with its sampler on the lab's device; `check` looks at features and steps. */
async function openTrainer(
  lab: Lab,
  { graph, data, layers, aggregation, fanouts, batchSize, policy }: DrivenTraining,
  { seed, check }: { readonly seed: number; readonly check?: MiniBatchCheck },
): Promise<{ readonly trainer: MiniBatchTrainer; close(): void }> {
  const { device } = lab, idMap = mapOf(device, policy), { loading, window, kernels } = policy;
  const options = { graph, fanouts, seed, maxSeeds: batchSize, idMap };
  const sampler = deviceBatchSampler(device, await openSampler(device, options));
  const trainer = new MiniBatchTrainer(device, data, {
    layers,
    aggregation,
    batchSize,
    seed,
    optimizer: adam(),
    sampler: check?.sampler(sampler) ?? sampler,
    loading,
    window,
    kernels,
    ...check?.hooks,
  });
  const close = () => {
    trainer.close();
    sampler.close();
  };
  return { trainer, close };
}

/** Milliseconds of some iterations by phase. */
function phaseTimes(records: readonly IterationRecord[], length: number): Breakdown {
  const phases = records.map(iterationPhases);
  return {
    times: {
      sample_time: phases.map(({ sampleMs }) => length * sampleMs),
      load_time: phases.map(({ memoryIoMs }) => length * memoryIoMs),
      compute_time: phases.map(({ computeMs, preparationMs }) => length * (computeMs + preparationMs)),
    },
  };
}

/**
 * Builds the trial: one execution is one epoch, timed whole on the host; on a GPU one that stays there, where
 * the model allows it. The check samples, loads and trains on mini-batches of its own, each of which is
 * compared with the graph, the host's features and the oracles.
 */
export async function miniBatchTrial<M extends Metrics>(
  lab: Lab,
  options: MiniBatchTrialOptions<M>,
): Promise<Trial<M>> {
  const { graph, data, fanouts, batchSize, facts = {} } = options, { device } = lab;
  const policy = options.policy ?? bestPolicy(device, data.features), driven = { ...options, policy };
  const work = await miniBatchWork(lab, options);
  const idMap = mapOf(device, policy), { source, ...map } = idMap;
  if (options.policy === undefined && isResident(device, options)) {
    return residentTrial(lab, device, { ...options, work, idMap });
  }
  const checkedRun = async (seed: number): Promise<CheckReport> => {
    const check = new MiniBatchCheck(device, {
      graph,
      features: data.features,
      iterations: CHECKED_ITERATIONS,
      seed,
    });
    const { trainer, close } = await openTrainer(lab, driven, { seed, check });
    try {
      for (const _ of CHECKED_ITERATIONS) await trainer.next();
      return check.report;
    } finally {
      close();
    }
  };
  return {
    identity: {
      map: kernelName(map),
      source,
      work,
      fanouts,
      batchSize,
      policy: options.policy ?? null,
      ...(options.counts && { counts: options.counts }),
    },
    // A trainer takes memory batch by batch: room for the graph is all that it keeps.
    bytes: 4 * (graph.rowPtr.length + graph.colIdx.length),
    work,
    facts,
    clock: "wall",
    prepare: async (): Promise<PreparedTrial> => {
      const started = performance.now();
      const { trainer, close } = await openTrainer(lab, driven, lab);
      const prepareMs = performance.now() - started;
      return {
        prepareMs,
        ...hostTimed(checkedRun, lab.seed),
        time: async (epochs) => {
          const begun = performance.now();
          let loadingMs = 0;
          for (let left = epochs * trainer.epochLength; left > 0; left--) {
            const { sampleMs, memoryIoMs } = iterationPhases(await trainer.next());
            loadingMs += sampleMs + memoryIoMs;
          }
          return options.counts === "loading" ? loadingMs : performance.now() - begun;
        },
        breakdown: async () => {
          const records: IterationRecord[] = [], before = device.waits;
          for (let i = 0; i < trainer.epochLength; i++) records.push(await trainer.next());
          const waits = device.waits - before;
          const loaded_bytes = sumOf(records, ({ loading }) => loading.bytes);
          return {
            timer: onceTimer(device),
            ...phaseTimes(records, trainer.epochLength),
            facts: options.policy === undefined ? { waits } : { waits, loaded_bytes },
          };
        },
        destroy: close,
      };
    },
  };
}
