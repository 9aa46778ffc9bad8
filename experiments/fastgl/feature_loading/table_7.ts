/**
 * fastgl Table 7: memory IO of an epoch where neighbours are drawn by random walks.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Contender } from "../../cell.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { ratios } from "../../trials/ratios.ts";
import { meanMatchDegree } from "../input_lists.ts";
import { LINK_METRICS, LINK_NOTES } from "../links/loading_links.ts";
import { turningWords } from "../links/turning_words.ts";
import { loadingOutcome } from "./loading_outcome.ts";
import type { LoadingPolicy } from "./loading_policy.ts";
import { LOADING_REGIME, loadingRegime } from "./loading_premises.ts";
import { loadedEpochs, loadingRounds, timedBatches } from "./memory_io.ts";
import { MEMORY_IO, MEMORY_IO_NOTES, MEMORY_IO_SETTINGS, MEMORY_IO_STACK } from "./memory_io_metrics.ts";
import { DGL_POLICY, FASTGL, MATCH_ONLY, type Policy } from "../policies.ts";
import { matchedBatches } from "../sampled_premises.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FOUR_GRAPHS, PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { samplingOf } from "../training/training_iterations.ts";

/** A system's way to load features. */
interface LoadingSystem extends Contender, LoadingPolicy {
  /** System whose published numbers it stands beside. */
  readonly system: string;
  readonly factors: { readonly window: number };
}

const loadingSystem = ({ id, system, match, window }: Policy, label: string): LoadingSystem => (
  { id, label, system, match, window, factors: { window } }
);

const DGL = loadingSystem(DGL_POLICY, "everything is copied (policy of DGL)");
const MATCH = loadingSystem(MATCH_ONLY, "Match (FastGL-nG)");
const REORDER = loadingSystem(FASTGL, `Match and Reorder, ${FASTGL.window} at a time (FastGL)`);

const CONTENDERS = [DGL, MATCH, REORDER];

/** A graph whose neighbours are drawn by random walks. */
interface WalkedWorkload extends SampledWorkload {
  readonly factors: SampledWorkload["factors"] & { readonly sampler: string };
}

/** Steps of a walk (Section 6.3). */
const WALK_LENGTH = 3;

/** Walks take long on the host: of an epoch no more mini-batches are sampled, two windows. */
const MOST_BATCHES = 16;

const METRICS = {
  ...MEMORY_IO,
  io_speedup: { label: "speed-up", unit: "x", better: "higher" },
  match_degree_mean: { label: "mean match degree", unit: "%" },
  ...LINK_METRICS,
  ...LOADING_REGIME,
} as const satisfies Metrics;

/** Loads by the systems that were asked for, in turns. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: WalkedWorkload,
  asked: readonly LoadingSystem[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  // Match and Reorder is compared with Match.
  const systems = CONTENDERS.filter((system) =>
    asked.includes(system) || (system === MATCH && asked.includes(REORDER))
  );
  const sampling = samplingOf({ walkLength: WALK_LENGTH }, lab.seed);
  const { graph, batchSize: batch } = epoch;
  const loaded = await loadedEpochs(lab, dataset, { graph, batch, sampling, most: MOST_BATCHES });
  const matchDegree = meanMatchDegree(loaded.epochs[0], dataset.graph.rows);
  const loadingBy = await loadingRounds(lab, loaded, systems);
  const regime = await loadingRegime(lab, dataset, { epoch, distinct: timedBatches(lab, loaded) });
  return (id) => {
    const own = loadingBy(id);
    const beside = id === DGL.id ? undefined : loadingBy(id === MATCH.id ? DGL.id : MATCH.id);
    const outcome = loadingOutcome(own, loaded, beside);
    return {
      ...outcome,
      facts: {
        ...outcome.facts,
        io_speedup: ratios(loadingBy(DGL.id).ms, own.ms),
        ...(id === DGL.id && { match_degree_mean: 100 * matchDegree, ...regime }),
      },
    };
  };
}

/** `io_time(fastgl) < io_time(fastgl-nG) < io_time(dgl)` on all four graphs. */
function sameOrder(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) =>
    [[REORDER, MATCH], [MATCH, DGL]].map(([fast, slow]) =>
      evidence.faster(
        { workload, contender: fast.id },
        { workload, contender: slow.id },
        "memory_io_time",
      )
    )
  );
}

/** `io_speedup(reddit) > io_speedup(products) > io_speedup(mag | papers)`. */
function gainFollowsMatch(evidence: SuiteEvidence): ClaimPart[] {
  const of = (workload: string): Cited => [{ workload, contender: REORDER.id }, "io_speedup"];
  const pairs = [["ogbn-products", "reddit"], ["mag", "ogbn-products"], ["ogbn-papers100m", "ogbn-products"]];
  return pairs.map(([less, more]) => evidence.less(of(less), of(more)));
}

/** The paper prints match degrees of uniform draws alone: those of the same graphs are compared. */
const PREMISE = matchedBatches(FOUR_GRAPHS, DGL.id);

/** Memory IO by three systems, under random walks. */
export const table7: Suite<WalkedWorkload, LoadingSystem, typeof METRICS> = {
  id: "fastgl/table-7",
  artifact: "Table 7",
  title: "Memory IO under random-walk sampling",
  decidesFrom: "paper",
  question: "Do Match and Reorder save memory IO as well where neighbours are drawn by random walks?",
  contenders: CONTENDERS,
  baseline: DGL.id,
  workloads: (profile) =>
    sampledWorkloads(profile, { graphs: FOUR_GRAPHS }).map((workload) => ({
      ...workload,
      factors: { ...workload.factors, sampler: "random-walk" },
    })),
  settings: {
    ...SAMPLING_SETTINGS,
    ...MEMORY_IO_SETTINGS,
    "sampler":
      `3 hops, 10 walks of length ${WALK_LENGTH} from each vertex, of which the 5, 10, 15 most visited ` +
      "neighbours are kept, from the input on",
    "counts": `of the first ${MOST_BATCHES} mini-batches, scaled to an epoch; of all where it has no more`,
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "io_speedup", x: "workload" },
    { metric: "memory_io_time", x: "workload", stack: MEMORY_IO_STACK, facet: "dataset" },
    { metric: "flip_link", x: "workload", logarithmic: true },
    { metric: "io_over_pcie_4", x: "workload" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...MEMORY_IO_NOTES,
    ...LINK_NOTES,
    "Neither the number of walks nor how many neighbours are kept is printed: PinSAGE's sampler with 10 walks and the fan-outs of " +
    "the other experiments.",
    `The size of the window is not printed either: ${FASTGL.window}.`,
  ],
  publishedAs: ({ id, model }, contender, metric) => {
    const { system } = contender;
    const shared = {
      dataset: PAPER_NAMES[id],
      model,
      config: { sampler: "random-walk", walk_length: String(WALK_LENGTH) },
    };
    if (metric === "memory_io_time") return { ...shared, metric, system };
    return metric === "io_speedup" && contender !== DGL
      ? { ...shared, metric: "memory_io_speedup", system: `${system} vs ${DGL.system}` }
      : undefined;
  },
  claims: [
    {
      claimId: "fastgl.q.random-walk",
      premise: PREMISE,
      decide: sameOrder,
      turns: (evidence) =>
        turningWords(
          evidence,
          FOUR_GRAPHS.flatMap((workload) =>
            [MATCH, REORDER].map(({ id: contender }) => ({ workload, contender }))
          ),
          { holdsOver: "slower" },
        ),
    },
    { claimId: "fastgl.q.gain-follows-match", premise: PREMISE, decide: gainFollowsMatch },
  ],
};
