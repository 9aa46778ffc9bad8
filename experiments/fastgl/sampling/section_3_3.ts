/**
 * fastgl Section 3.3: which part of sampling on a device takes longest with a three-step ID map.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sampleBatch } from "../../../graph/sampling/mod.ts";
import { takeTurns } from "../../../hardware/turn_loop.ts";
import type { DeviceSampler, SamplingPhase } from "../../../kernels/sampling/mod.ts";
import { wrongResult } from "../../../kernels/plan_check.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { checkSameSample } from "../../trials/mini_batches/sampled_check.ts";
import { filledDevice, KERNEL_REGIME, SAMPLED_REGIME, sampledBatches } from "../sampled_premises.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import {
  checkBatch,
  openEpochSampler,
  recheckSampler,
  regimeOfWork,
  type SampledWork,
  workOfEpoch,
} from "./sampling_trial.ts";

/** The graph of Figure 3, which the section speaks of. */
const GRAPH = "ogbn-products";
/** ID map whose share of sampling Section 3.3 states. */
const MAP = "three-step";

/** A part of sampling. */
interface Part extends Contender {
  readonly id: SamplingPhase["phase"];
}

const DRAW: Part = { id: "draw", label: "drawing neighbours" };
const ID_MAP: Part = { id: "id-map", label: "ID map in three steps" };
const SORT: Part = { id: "sort", label: "sorting rows" };
/** All parts, in the order in which they run. */
const PARTS = [DRAW, ID_MAP, SORT];

const METRICS = {
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

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
  part: Part,
): Promise<Trial<typeof METRICS>> {
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
        facts: { calls: own.reduce((sum, { facts }) => sum + (facts.launches ?? 0), 0) },
        run: launchesOf(sampler, part),
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
  const taken = await takeTurns(turns, { rounds: lab.profile.rounds, seed: lab.seed });
  const [draw, idMap] = [DRAW, ID_MAP].map(({ id }) => taken.of(id));
  return idMap.map((ms, round) => 100 * ms / (draw[round] + ms));
}

/** `id_map_time(dgl-3-step) > sample_subgraph_time(dgl-3-step)`. */
function idMapDominates(evidence: SuiteEvidence): ClaimPart[] {
  const of = ({ id }: Part) => ({ workload: GRAPH, contender: id });
  return [evidence.faster(of(DRAW), of(ID_MAP))];
}

/** Drawing, ID map and sorting of one mini-batch, timed by themselves. */
export const section33: Suite<SampledWorkload, Part, typeof METRICS> = {
  id: "fastgl/section-3-3",
  artifact: "Section 3.3",
  title: "Parts of sampling on a device",
  question: "Does the three-step ID map take longer than drawing the neighbours?",
  contenders: PARTS,
  baseline: DRAW.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: [GRAPH] }),
  settings: {
    ...SAMPLING_SETTINGS,
    "sample": "ten mini-batches, each part of each by itself; times are their means",
  },
  measurement: { kind: "timed", decides: true, trial },
  metrics: METRICS,
  plots: [{ metric: "time", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Sampling is drawing and numbering. Rows are sorted by local id as well, which DGL does not do: no part of the share.",
  ],
  publishedAs: ({ id, model }, contender, metric) =>
    contender === ID_MAP && metric === "id_map_share"
      ? { metric: "id_map_time_share_of_sampling", dataset: PAPER_NAMES[id], model, system: "DGL" }
      : undefined,
  claims: [{
    claimId: "fastgl.q.idmap-dominates",
    premise: [
      ...sampledBatches([GRAPH], ID_MAP.id),
      ...filledDevice([DRAW, ID_MAP].map(({ id: contender }) => ({ workload: GRAPH, contender }))),
    ],
    decide: idMapDominates,
  }],
};
