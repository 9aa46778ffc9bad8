/**
 * fastgl Figure 10b: the memory IO of an epoch with neither technique, with Match, and with Match and Reorder, by the window that
 * is reordered.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import {
  loadedEpochs,
  type LoadingPolicy,
  MEMORY_IO_METRICS,
  MEMORY_IO_NOTES,
  MEMORY_IO_SETTINGS,
  MEMORY_IO_STACK,
  memoryIo,
  memoryIoFacts,
} from "./memory_io.ts";
import { onceAWorkload } from "./once_a_workload.ts";
import { DGL_POLICY, MATCH_ONLY, MATCH_REORDER } from "./policies.ts";
import { ratios } from "./round_times.ts";
import {
  FANOUTS,
  FOUR_GRAPHS,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import { openAtSmoke } from "./smoke_part.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const [DGL, MATCH, REORDER] = [DGL_POLICY.id, MATCH_ONLY.id, MATCH_REORDER.id];

function windowed(window: number): LoadingPolicy & TextContender {
  const isWhole = window === Infinity;
  return {
    ...{ id: isWhole ? `${REORDER}-epoch` : `${REORDER}-${window}`, match: true, window },
    label: `Match and Reorder, ${isWhole ? "all of an epoch" : `${window} at a time`}`,
  };
}

/** The paper does not print the window: others are swept beside the one that stands for it. */
const POLICIES: readonly (LoadingPolicy & TextContender)[] = [
  { ...DGL_POLICY, label: "everything is copied (DGL)" },
  { ...MATCH_ONLY, label: "Match" },
  ...[windowed(2), windowed(4)],
  { ...windowed(MATCH_REORDER.window), id: REORDER },
  ...[windowed(16), windowed(Infinity)],
];

const measured = onceAWorkload(async (lab, dataset, { id }) => {
  const graph = sampledGraph(lab.profile, id);
  const sampling = { fanouts: FANOUTS, seed: lab.seed };
  const loaded = await loadedEpochs(lab, dataset, { graph, sampling });
  return { features: loaded.features, io: await memoryIo(lab, loaded, POLICIES) };
});

/** `io_time(w/) < io_time(w/o) < io_time(dgl)` and `loads(w/) < loads(w/o) < loads(dgl)`, on every graph. */
function order(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) =>
    [[REORDER, MATCH], [MATCH, DGL]].flatMap(([less, more]): ClaimPart[] => {
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

/** The suite. */
export const figure10b: TextSuite = {
  id: "fastgl/figure-10-b",
  paper: "fastgl",
  artifact: "Figure 10",
  title: "Memory IO with Match and Reorder",
  question: "How much memory IO do Match and Reorder save, and does its time follow what is copied?",
  contenders: POLICIES.map(({ id, label, window }) => ({ id, label, factors: { window: String(window) } })),
  baseline: DGL,
  workloads: (profile) => samplingWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: { ...SAMPLING_SETTINGS, ...MEMORY_IO_SETTINGS },
  measurement: {
    kind: "counted",
    count: async (lab, dataset, workload, { id }) => {
      const { features, io } = await measured(lab, dataset, workload);
      const own = io.get(id)!;
      const reduction = ratios(own.ms, io.get(MATCH)!.ms).map((share) => 100 * (1 - share));
      return [
        ...memoryIoFacts(own, features),
        { metric: "io_speedup", unit: "x", value: ratios(io.get(DGL)!.ms, own.ms) },
        ...(id === DGL ? [] : [{ metric: "reduction_by_reorder", unit: "%", value: reduction }]),
      ];
    },
  },
  metrics: [
    ...MEMORY_IO_METRICS,
    { id: "io_speedup", label: "speed-up over copying everything", unit: "x", better: "higher" },
    {
      id: "reduction_by_reorder",
      label: "less memory IO than with Match alone",
      unit: "%",
      better: "higher",
    },
  ],
  plots: [
    { metric: "memory_io_time", x: "workload", stack: MEMORY_IO_STACK, facet: "dataset" },
    { metric: "loaded", x: "workload", logarithmic: true },
    { metric: "io_speedup", x: "workload" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...MEMORY_IO_NOTES,
    "The size of the window is not printed. The claim is decided with 8; the public code reorders all mini-batches of an epoch. " +
    "Reordering takes time on the host, which belongs to the sample phase and is shown by itself.",
    "Seeds are shuffled, so that mini-batches differ by chance alone. The last one of an epoch is smaller, and what is loaded after " +
    "it finds less to keep: where Match leaves little to copy, that is more than what Reorder saves.",
  ],
  publishedAs: (_workload, { id }, metric) =>
    id === REORDER && metric === "reduction_by_reorder"
      ? { metric: "memory_io_time_reduction", model: "GCN", system: "FastGL with reorder vs without" }
      : undefined,
  claims: [{ claimId: "fastgl.q.b-order", decide: order }],
};
