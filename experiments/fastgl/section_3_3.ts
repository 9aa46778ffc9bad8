/**
 * fastgl Section 3.3: which part of sampling on a device takes longest with a three-step ID map.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { DeviceSampler, SamplingPhase } from "../../kernels/sampling/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import type { Fact } from "../metrics.ts";
import {
  LEAST_TIMED_BATCH,
  PAPER_NAMES,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import {
  checkBatch,
  openEpochSampler,
  recheckSampler,
  type SampledWork,
  sampledWork,
} from "./sampling_trial.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

/** The graph of Figure 3, which the section speaks of. */
const GRAPH = "ogbn-products";
const PHASES: readonly (TextContender & { readonly id: SamplingPhase["phase"] })[] = [
  { id: "draw", label: "drawing neighbours" },
  { id: "id-map", label: "ID map in three steps" },
  { id: "sort", label: "sorting rows" },
];

/** The launches of one part for the same mini-batch: each reads what the part before it left, and leaves the same again. */
function partOf({ phases }: DeviceSampler, part: string): () => void {
  const own = phases.filter(({ phase }) => phase === part);
  return () => own.forEach(({ run }) => run());
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id: part }: TextContender,
): Promise<Trial> {
  const work = await sampledWork(lab, dataset, workload);
  // One mini-batch whose parts are run over and over.
  const one: SampledWork = { ...work, batches: work.batches.slice(0, 1) };
  const { edges, epoch } = work;
  return {
    identity: { part, map: "three-step" },
    bytes: 0,
    // Times of different work: none of them is another's speed-up.
    work: { multiplyAdds: 0, compulsoryBytes: 8 * edges, bytesWithoutReuse: 32 * edges },
    facts: [{ metric: "batch_edges", unit: "edges", value: edges }],
    prepare: async (): Promise<PreparedTrial> => {
      const started = performance.now();
      const sampler = await openEpochSampler(lab, dataset, { map: "three-step", batchSize: epoch.batchSize });
      sampler.begin(one.batches[0]);
      sampler.run();
      return {
        prepareMs: performance.now() - started,
        run: partOf(sampler, part),
        check: () => checkBatch(sampler, one),
        recheck: async (seed) => {
          await recheckSampler(lab, sampler, { work: one, graph: dataset.graph, seed });
          sampler.begin(one.batches[0]);
          sampler.run();
        },
        breakdown: async () => part === "id-map" ? [await shareOfIdMap(lab, sampler)] : [],
        destroy: () => sampler.destroy(),
      };
    },
  };
}

/** Share of the ID map in all of sampling, the parts taking turns. */
async function shareOfIdMap({ device, profile }: Lab, sampler: DeviceSampler): Promise<Fact> {
  const shares: number[] = [];
  for (let round = 0; round < profile.rounds; round++) {
    const ms: number[] = [];
    for (const { id } of PHASES) ms.push(await device.time(partOf(sampler, id), 4));
    shares.push(100 * ms[1] / (ms[0] + ms[1] + ms[2]));
  }
  return { metric: "id_map_share", unit: "%", value: shares };
}

/** `id_map_time(dgl-3-step) > sample_subgraph_time(dgl-3-step)`. */
function idMapDominates(evidence: SuiteEvidence): ClaimPart[] {
  const of = (contender: SamplingPhase["phase"]) => ({ workload: GRAPH, contender });
  return [evidence.faster(of("draw"), of("id-map"))];
}

/** The suite. */
export const section33: TextSuite = {
  id: "fastgl/section-3-3",
  paper: "fastgl",
  artifact: "Section 3.3",
  title: "Parts of sampling on a device",
  question: "Does the three-step ID map take longer than drawing the neighbours?",
  contenders: PHASES,
  baseline: "draw",
  workloads: (profile) => samplingWorkloads(profile, { graphs: [GRAPH], leastBatch: LEAST_TIMED_BATCH }),
  settings: { ...SAMPLING_SETTINGS, "sample": "one mini-batch" },
  measurement: {
    kind: "timed",
    decides: true,
    trial,
  },
  metrics: [
    { id: "time", label: "time a mini-batch", unit: "ms", better: "lower" },
    { id: "id_map_share", label: "share of the ID map in sampling", unit: "%", better: "neither" },
  ],
  plots: [{ metric: "time", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Rows are sorted by local id, which DGL does not do; the share is of all three parts.",
  ],
  publishedAs: ({ id }, contender, metric) =>
    contender.id === "id-map" && metric === "id_map_share"
      ? { metric: "id_map_time_share_of_sampling", dataset: PAPER_NAMES[id], model: "GCN", system: "DGL" }
      : undefined,
  claims: [{ claimId: "fastgl.q.idmap-dominates", decide: idMapDominates }],
};
