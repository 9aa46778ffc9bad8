/**
 * Parts of sampling on a device with a three-step ID map, each timed by itself on the same mini-batches.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sampleBatch } from "../../../graph/sampling/mod.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { wrongResult } from "../../../kernels/checks/plan_check.ts";
import type { DeviceSampler, SamplingPhase } from "../../../kernels/sampling/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { checkSameSample } from "../../trials/mini_batches/sampled_check.ts";
import { SAMPLED_REGIME } from "../sampled_premises.ts";
import type { SampledWorkload } from "../sampled_workloads.ts";
import { THREE_STEP } from "./id_maps.ts";
import {
  checkBatch,
  openEpochSampler,
  recheckSampler,
  regimeOfWork,
  type SampledWork,
  workOfEpoch,
} from "./sampling_trial.ts";
import { KERNEL_REGIME } from "../kernel_premises.ts";

/** ID map whose share of sampling Section 3.3 states. */
const MAP = THREE_STEP.id;

/** A part of sampling. */
export interface Part extends Contender {
  readonly id: SamplingPhase["phase"];
}

/** Drawing neighbours, the first part. */
export const DRAW: Part = { id: "draw", label: "drawing neighbours" };
/** Numbering vertices, the second part. */
export const ID_MAP: Part = { id: "id-map", label: "ID map in three steps" };
const SORT: Part = { id: "sort", label: "sorting rows" };
/** All parts, in the order in which they run. */
export const PARTS: readonly Part[] = [DRAW, ID_MAP, SORT];

/** Times of a part, and the share of the ID map. */
export const PART_METRICS = {
  time: { label: "time a mini-batch", unit: "ms", better: "lower" },
  id_map_share: { label: "share of the ID map in sampling", unit: "%" },
  batch_edges: { label: "edges of a mini-batch", unit: "edges", shown: false },
  ...SAMPLED_REGIME,
  ...KERNEL_REGIME,
} as const satisfies Metrics;

/**
 * Launches of one part for the same mini-batch: each reads what the part before it left, and leaves the same
 * again.
 */
function launchesOf({ phases }: DeviceSampler, part: Part): () => void {
  const own = phases.filter(({ phase }) => phase === part.id);
  return () => own.forEach(({ run }) => run());
}

/**
 * Finishes the last mini-batch from what the timed launches of a part left, and compares it with the host's.
 *
 * @throws {WrongResultError} where it is another one.
 */
async function checkLeft(sampler: DeviceSampler, part: Part, { epoch, batches }: SampledWork): Promise<void> {
  for (const later of PARTS.slice(PARTS.indexOf(part) + 1)) launchesOf(sampler, later)();
  const report = checkSameSample(await sampler.read(), await sampleBatch(epoch.draw, batches.at(-1)!));
  if (!report.ok) throw wrongResult(`sampling after ${part.id}`, report);
}

/**
 * Milliseconds of so many executions of a part, spread evenly over the mini-batches: each is sampled whole
 * first, and the part repeats what it did for it.
 */
async function timePart(
  { device }: Pick<Lab, "device">,
  sampler: DeviceSampler,
  { part, batches, calls }: Pick<SampledWork, "batches"> & { readonly part: Part; readonly calls: number },
): Promise<number> {
  const each = Math.ceil(calls / batches.length);
  let ms = 0;
  for (const batch of batches) {
    sampler.begin(batch);
    sampler.run();
    await device.finish();
    ms += await device.time(launchesOf(sampler, part), each);
  }
  return ms * calls / (each * batches.length);
}

/** Executions of one part over the mini-batches of an epoch as a trial. */
export async function partTrial(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
  part: Part,
): Promise<Trial<typeof PART_METRICS>> {
  const work = await lab.once(workOfEpoch, dataset, epoch);
  // The last one, which is on the device after the parts of all have been timed.
  const last: SampledWork = { ...work, batches: work.batches.slice(-1) };
  const { edges, largest } = work;
  return {
    identity: { part: part.id, map: MAP, batches: work.batches.length },
    bytes: 0,
    // Times of different work: none of them is another's speed-up.
    work: { multiplyAdds: 0, compulsoryBytes: 8 * edges, bytesWithoutReuse: 32 * edges },
    facts: { batch_edges: edges, ...regimeOfWork(work), work_items: largest },
    prepare: async (): Promise<PreparedTrial> => {
      const started = performance.now();
      const sampler = await openEpochSampler(lab, dataset, { map: MAP, batchSize: epoch.batchSize });
      sampler.begin(last.batches[0]);
      sampler.run();
      const own = sampler.phases.filter(({ phase }) => phase === part.id);
      return {
        prepareMs: performance.now() - started,
        facts: { calls: sumOf(own, ({ facts }) => facts.launches ?? 0) },
        time: (calls) => timePart(lab, sampler, { part, batches: work.batches, calls }),
        check: () => checkBatch(sampler, last),
        recheck: async (seed) => {
          await checkLeft(sampler, part, last);
          await recheckSampler(lab, sampler, { work: last, graph: dataset.graph, seed });
          sampler.begin(last.batches[0]);
          sampler.run();
        },
        breakdown: async () => {
          if (part !== ID_MAP) return { times: {} };
          const shares = await sharesOfIdMap(lab, sampler, work);
          await checkLeft(sampler, DRAW, last);
          return { times: {}, facts: { id_map_share: shares } };
        },
        destroy: () => sampler.destroy(),
      };
    },
  };
}

/** Share of the ID map in drawing and numbering, in per cent by round; the parts take turns. */
async function sharesOfIdMap(lab: Lab, sampler: DeviceSampler, { batches }: SampledWork): Promise<number[]> {
  const turns = PARTS.map((part) => ({
    id: part.id,
    take: () => timePart(lab, sampler, { part, batches, calls: batches.length }),
  }));
  const taken = await takeTurns(turns, { rounds: lab.profile.rounds, seed: lab.seed, signal: lab.signal });
  const [draw, idMap] = [DRAW, ID_MAP].map(({ id }) => taken.of(id));
  return idMap.map((ms, round) => 100 * ms / (draw[round] + ms));
}
