/**
 * fastgl Figure 10b: the memory IO of an epoch with neither technique, with Match, and with Match and
 * Reorder, by the window that is reordered.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { ratios } from "../../trials/ratios.ts";
import { LINK_METRICS, LINK_NOTES } from "../links/loading_links.ts";
import { turningWords } from "../links/turning_words.ts";
import { loadingOutcome } from "./loading_outcome.ts";
import type { LoadingPolicy } from "./loading_policy.ts";
import { LOADING_REGIME, loadingRegime } from "./loading_premises.ts";
import { loadedEpochs, loadingRounds, timedBatches } from "./memory_io.ts";
import { MEMORY_IO, MEMORY_IO_NOTES, MEMORY_IO_SETTINGS, MEMORY_IO_STACK } from "./memory_io_metrics.ts";
import { DGL_POLICY, MATCH_ONLY, MATCH_REORDER } from "../policies.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FANOUTS, FOUR_GRAPHS, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { matchedBatches } from "../sampled_premises.ts";
import { openAtSmoke } from "../smoke_part.ts";

/** Way to load features. */
interface LoadingContender extends Contender, LoadingPolicy {
  readonly factors: { readonly window: number };
}

const loading = (
  id: string,
  label: string,
  { match, window }: Omit<LoadingPolicy, "id">,
): LoadingContender => ({
  id,
  label,
  match,
  window,
  factors: { window },
});

function windowed(window: number, id = `${MATCH_REORDER.id}-${window}`): LoadingContender {
  const batches = window === Infinity ? "all of an epoch" : `${window} at a time`;
  return loading(id, `Match and Reorder, ${batches}`, { match: true, window });
}

const DGL = loading(DGL_POLICY.id, "everything is copied (policy of DGL)", DGL_POLICY);
const MATCH = loading(MATCH_ONLY.id, "Match", MATCH_ONLY);
const REORDER = windowed(MATCH_REORDER.window, MATCH_REORDER.id);

/** The paper does not print the window: others are swept beside the one that stands for it. */
const CONTENDERS = [
  DGL,
  MATCH,
  windowed(2),
  windowed(4),
  REORDER,
  windowed(16),
  windowed(Infinity, `${MATCH_REORDER.id}-epoch`),
];

const METRICS = {
  ...MEMORY_IO,
  io_speedup: { label: "speed-up over copying everything", unit: "x", better: "higher" },
  reduction_by_reorder: { label: "less memory IO than with Match alone", unit: "%", better: "higher" },
  ...LINK_METRICS,
  ...LOADING_REGIME,
} as const satisfies Metrics;

/** Loads in the ways that were asked for, in turns; all others are compared with Match as well. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
  contenders: readonly LoadingContender[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const sampling = { fanouts: FANOUTS, seed: lab.seed };
  const loaded = await loadedEpochs(lab, dataset, { graph: epoch.graph, batch: epoch.batchSize, sampling });
  const compared = contenders.some((contender) => contender !== DGL);
  const ways = CONTENDERS.filter((way) => contenders.includes(way) || (compared && way === MATCH));
  const loadingBy = await loadingRounds(lab, loaded, ways);
  const regime = await loadingRegime(lab, dataset, { epoch, distinct: timedBatches(lab, loaded) });
  return (id) => {
    const own = loadingBy(id);
    const beside = id === DGL.id ? undefined : loadingBy(id === MATCH.id ? DGL.id : MATCH.id);
    const outcome = loadingOutcome(own, loaded, beside);
    return {
      ...outcome,
      facts: {
        ...outcome.facts,
        ...(id === DGL.id && regime),
        io_speedup: ratios(loadingBy(DGL.id).ms, own.ms),
        ...(id !== DGL.id && {
          reduction_by_reorder: ratios(own.ms, loadingBy(MATCH.id).ms).map((share) => 100 * (1 - share)),
        }),
      },
    };
  };
}

/** `io_time(w/) < io_time(w/o) < io_time(dgl)` and `loads(w/) < loads(w/o) < loads(dgl)`, on every graph. */
function order(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) =>
    [[REORDER, MATCH], [MATCH, DGL]].flatMap(([{ id: less }, { id: more }]): ClaimPart[] => {
      const [low, high] = [less, more].map((contender) => ({ workload, contender }));
      const rows = [low, high].map((key) => evidence.row(key, "loaded"));
      const [fewer, all] = rows.map(medianOf);
      const words = `${fewer} features copied with ${less}, ${all} with ${more} on ${rows[0].dataset}`;
      return [
        evidence.faster(low, high, "memory_io_time"),
        openAtSmoke(evidence.exact(fewer < all, words, rows, fewer / all), rows[0]),
      ];
    })
  );
}

/** Memory IO of an epoch by Match, Reorder and window. */
export const figure10b: Suite<SampledWorkload, LoadingContender, typeof METRICS> = {
  id: "fastgl/figure-10-b",
  artifact: "Figure 10",
  title: "Memory IO with Match and Reorder",
  decidesFrom: "paper",
  question: "How much memory IO do Match and Reorder save, and does its time follow what is copied?",
  contenders: CONTENDERS,
  baseline: DGL.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: { ...SAMPLING_SETTINGS, ...MEMORY_IO_SETTINGS },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "memory_io_time", x: "workload", stack: MEMORY_IO_STACK, facet: "dataset" },
    { metric: "loaded", x: "workload", logarithmic: true },
    { metric: "io_speedup", x: "workload" },
    { metric: "flip_link", x: "workload", logarithmic: true },
    { metric: "io_over_pcie_4", x: "workload" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...MEMORY_IO_NOTES,
    ...LINK_NOTES,
    "The link at which the claim turns is that up to which Match saves time beside copying everything, and Reorder beside Match.",
    "The size of the window is not printed. The claim is decided with 8; the public code reorders all mini-batches of an epoch. " +
    "Reordering takes time on the host, which belongs to the sample phase and is shown by itself.",
    "Seeds are shuffled, so that mini-batches differ by chance alone.",
  ],
  publishedAs: (_workload, contender, metric) =>
    contender === REORDER && metric === "reduction_by_reorder"
      ? { metric: "memory_io_time_reduction", model: "GCN", system: "FastGL with reorder vs without" }
      : undefined,
  claims: [{
    claimId: "fastgl.q.b-order",
    premise: matchedBatches(FOUR_GRAPHS, DGL.id),
    decide: order,
    turns: (evidence) =>
      turningWords(
        evidence,
        FOUR_GRAPHS.flatMap((workload) =>
          [MATCH, REORDER].map(({ id: contender }) => ({ workload, contender }))
        ),
        { holdsOver: "slower" },
      ),
  }],
};
