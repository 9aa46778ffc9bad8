/**
 * An epoch of this project on mini-batches that stay on a GPU, as a trial: the host starts it and waits for
 * its end.
 *
 * @module
 */
import { onceTimer } from "../../../hardware/measuring/time_once.ts";
import { sampleBeside } from "../../../hardware/measuring/waiting.ts";
import { SHORTEST_SAMPLE_MS } from "../../../hardware/measuring/sample_length.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import type { IdMapOperandsOf } from "../../../kernels/id_map/mod.ts";
import { type Kernel, kernelName } from "../../../kernels/kernel.ts";
import type { Work } from "../../../kernels/operation.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { type ResidentIteration, ResidentTrainer } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { hostTimed } from "./host_timed.ts";
import { MiniBatchCheck } from "./mini_batch_check.ts";
import type { MiniBatchTrialOptions } from "./mini_batch_trial_options.ts";

/** Epochs of a check, the last mini-batch of each of which is compared. */
const CHECKED_EPOCHS = [1, 2];

/** Vertices and edges that the launches of an epoch were for, over those that its batches held. */
function launchedOverUsed(
  { bounds }: Pick<ResidentTrainer, "bounds">,
  iterations: readonly ResidentIteration[],
): { readonly launched_vertices: number; readonly launched_edges: number } {
  const over = (of: "vertices" | "edges") =>
    iterations.length * bounds[of] / sumOf(iterations, (iteration) => iteration[of]);
  return { launched_vertices: over("vertices"), launched_edges: over("edges") };
}

/**
 * Builds the trial: one execution is one epoch. The check reads back the last mini-batch of an epoch, and
 * compares its blocks with the graph, its features with the host's, and every step with its oracle.
 */
export function residentTrial<M extends Metrics>(
  lab: Lab,
  device: WebGpuDevice,
  options: MiniBatchTrialOptions<M> & { readonly work: Work; readonly idMap: Kernel<IdMapOperandsOf> },
): Trial<M> {
  const { graph, data, layers, aggregation, fanouts, batchSize, facts = {}, work, idMap } = options;
  const { features } = data;
  const open = (seed: number) =>
    ResidentTrainer.open(device, data, {
      graph,
      sampling: { fanouts, seed },
      layers,
      aggregation,
      optimizer: adam(),
      batchSize,
      seed,
      idMap,
    });
  const checkedRun = async (seed: number): Promise<CheckReport> => {
    const check = new MiniBatchCheck(device, { graph, features, iterations: CHECKED_EPOCHS, seed });
    const { onLoaded, onPrepared } = check.hooks;
    const trainer = await open(seed);
    try {
      for (const iteration of CHECKED_EPOCHS) {
        await trainer.train();
        const { sampled, features } = await trainer.inspect();
        check.checkSample(sampled);
        await onLoaded({ sampled, sources: sampled.blocks[0].sources, features });
        await onPrepared(trainer.executor, { iteration });
      }
      return check.report;
    } finally {
      trainer.close();
    }
  };
  return {
    identity: { map: kernelName(idMap), source: idMap.source, resident: true, work, fanouts, batchSize },
    bytes: 4 * (graph.rowPtr.length + graph.colIdx.length + features.values.length),
    work,
    facts,
    clock: "wall",
    prepare: async (): Promise<PreparedTrial> => {
      const started = performance.now();
      const trainer = await open(lab.seed);
      const prepareMs = performance.now() - started;
      return {
        prepareMs,
        leastSampleMs: Math.max(SHORTEST_SAMPLE_MS.wall, sampleBeside(device.waitMs)),
        ...hostTimed(checkedRun, lab.seed),
        time: async (epochs) => {
          const begun = performance.now();
          await trainer.train(epochs);
          return performance.now() - begun;
        },
        breakdown: async () => {
          const before = device.waits;
          const [iterations] = await trainer.train();
          const waits = device.waits - before;
          const { sample, load, compute } = await trainer.timePhases();
          return {
            timer: onceTimer(device),
            times: { sample_time: [sample], load_time: [load], compute_time: [compute] },
            facts: { waits, wait_time: device.waitMs, ...launchedOverUsed(trainer, iterations) },
          };
        },
        destroy: () => trainer.close(),
      };
    },
  };
}
