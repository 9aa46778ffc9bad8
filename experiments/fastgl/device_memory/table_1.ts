/**
 * fastgl Table 1: how much of a card's memory training leaves for a cache of features, at the published
 * sizes.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Contender } from "../../cell.ts";
import type { ExactLab } from "../../lab.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { BATCH_LOAD_NOTES } from "../links/batch_loads.ts";
import { CARD_NOTES } from "../links/card_phase_facts.ts";
import { LINK_NOTES } from "../links/loading_links.ts";
import { DGL_POLICY } from "../policies.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import {
  COVERING_SCALE,
  FANOUTS,
  FOUR_GRAPHS,
  PAPER_BATCH,
  PAPER_NAMES,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "../sampling_graphs.ts";
import { CARD_BYTES, GB, MEMORY_NOTES, MEMORY_STACK, memoryMetrics, memoryParts } from "./batch_memory.ts";
import { PUBLISHED_LOADS, publishedMemory } from "./published_memory.ts";
import { TABLE_1_CLAIMS } from "./table_1_claims.ts";

const DGL: Contender = { id: DGL_POLICY.id, label: DGL_POLICY.label };
const CARD_GB = CARD_BYTES / GB;
/** Wider than in the other experiments. */
const HIDDEN = 256;

const METRICS = {
  gpu_memory_left: { label: "memory left (upper bound)", unit: "GB", better: "higher" },
  gpu_memory_used: { label: "memory used, by a ledger", unit: "GB", better: "lower" },
  ...memoryMetrics("GB"),
  batch_vertices: { label: "vertices of a mini-batch", unit: "vertices" },
  batch_edges: { label: "edges of a mini-batch, self-loops too", unit: "edges" },
  ...PUBLISHED_LOADS,
} as const satisfies Metrics;

async function count(
  lab: ExactLab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
): Promise<Facts<typeof METRICS>> {
  const trained = { epoch, system: "dgl", hidden: HIDDEN } as const;
  const { blocks, memory, loads } = await publishedMemory(lab, dataset, trained);
  const used = memory.bytes / GB;
  return {
    gpu_memory_left: modelled(CARD_GB - used),
    gpu_memory_used: modelled(used),
    ...memoryParts(memory, GB),
    batch_vertices: modelled(blocks[0].cols),
    batch_edges: modelled(sumOf(blocks, ({ nnz }) => nnz)),
    ...loads,
  };
}

/** Memory that training leaves on the paper's card, modelled. */
export const table1: Suite<SampledWorkload, Contender, typeof METRICS> = {
  id: "fastgl/table-1",
  artifact: "Table 1",
  title: "Memory that training leaves",
  question:
    "How much of the 24 GB of a card is left for a cache of features while a mini-batch is trained on?",
  contenders: [DGL],
  baseline: DGL.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS, scale: COVERING_SCALE }),
  settings: {
    ...SAMPLING_SETTINGS,
    "sizes": `mini-batches of ${PAPER_BATCH} seeds, at the published size`,
    "model": `${FANOUTS.length}-layer GCN, ${HIDDEN} hidden units, dropout 0.5, no bias; Adam`,
    "card": `RTX 3090, ${CARD_GB} GB`,
  },
  measurement: { kind: "exact", count },
  metrics: METRICS,
  plots: [
    { metric: "gpu_memory_left", x: "workload" },
    { metric: "gpu_memory_used", x: "workload", stack: MEMORY_STACK },
    { metric: "flip_rtx_3090", x: "workload", logarithmic: true },
    { metric: "flip_h100", x: "workload", logarithmic: true },
  ],
  notes: [...MEMORY_NOTES, ...SAMPLING_NOTES, ...LINK_NOTES, ...CARD_NOTES, ...BATCH_LOAD_NOTES],
  publishedAs: ({ id, model }, _contender, metric) =>
    metric === "gpu_memory_left"
      ? {
        metric,
        dataset: PAPER_NAMES[id],
        model,
        system: "DGL",
        config: {
          layers: String(FANOUTS.length),
          batch: String(PAPER_BATCH),
          hidden: String(HIDDEN),
          devices: "1",
        },
      }
      : undefined,
  claims: TABLE_1_CLAIMS,
};
