/**
 * fastgl Table 9: the memory that FastGL's techniques take or save on a card, at the published sizes.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Contender } from "../../cell.ts";
import type { ExactLab } from "../../lab.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { BATCH_LOAD_NOTES } from "../links/batch_loads.ts";
import { CARD_NOTES } from "../links/card_phase_facts.ts";
import { LINK_NOTES } from "../links/loading_links.ts";
import { DGL_POLICY, FASTGL, type Policy } from "../policies.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import {
  COVERING_SCALE,
  FANOUTS,
  PAPER_BATCH,
  PAPER_NAMES,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "../sampling_graphs.ts";
import { HIDDEN } from "../trained_models.ts";
import {
  MB,
  MEMORY_NOTES,
  MEMORY_STACK,
  memoryMetrics,
  memoryParts,
  type StoredSystem,
} from "./batch_memory.ts";
import { PUBLISHED_LOADS, publishedMemory } from "./published_memory.ts";
import { TABLE_9_CLAIMS } from "./table_9_claims.ts";

/** A system whose memory is modelled, as a contender. */
interface StoredContender extends Contender {
  readonly stored: StoredSystem;
  /** Column of the published table. */
  readonly system: string;
}

const storedAs = (stored: StoredSystem, { id, label, system }: Policy): StoredContender => (
  { id, label, stored, system }
);

const METRICS = {
  gpu_memory_used: { label: "memory used, by a ledger", unit: "MB", better: "lower" },
  ...memoryMetrics("MB"),
  ...PUBLISHED_LOADS,
} as const satisfies Metrics;

async function count(
  lab: ExactLab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
  { stored: system }: StoredContender,
): Promise<Facts<typeof METRICS>> {
  const { memory, loads } = await publishedMemory(lab, dataset, { epoch, system, hidden: HIDDEN });
  return {
    gpu_memory_used: modelled(memory.bytes / MB),
    ...memoryParts(memory, MB),
    ...loads,
  };
}

/** Memory that DGL's policy and FastGL's take on the paper's card, modelled. */
export const table9: Suite<SampledWorkload, StoredContender, typeof METRICS> = {
  id: "fastgl/table-9",
  artifact: "Table 9",
  title: "Memory of DGL and FastGL",
  question: "Do Match, the Memory-Aware kernels and Fused-Map take more memory on the card?",
  contenders: [storedAs("dgl", DGL_POLICY), storedAs("fastgl", FASTGL)],
  baseline: DGL_POLICY.id,
  workloads: (profile) => sampledWorkloads(profile, { scale: COVERING_SCALE }),
  settings: {
    ...SAMPLING_SETTINGS,
    "sizes": `mini-batches of ${PAPER_BATCH} seeds, at the published size`,
    "model": `${FANOUTS.length}-layer GCN, ${HIDDEN} hidden units, dropout 0.5, no bias; Adam`,
  },
  measurement: { kind: "exact", count },
  metrics: METRICS,
  plots: [
    { metric: "gpu_memory_used", x: "workload", stack: MEMORY_STACK },
    { metric: "flip_rtx_3090", x: "workload", logarithmic: true },
    { metric: "flip_h100", x: "workload", logarithmic: true },
  ],
  notes: [...MEMORY_NOTES, ...SAMPLING_NOTES, ...LINK_NOTES, ...CARD_NOTES, ...BATCH_LOAD_NOTES],
  publishedAs: ({ id, model }, { system }, metric) =>
    metric === "gpu_memory_used"
      ? { metric, dataset: PAPER_NAMES[id], model, system, config: { devices: "1" } }
      : undefined,
  claims: TABLE_9_CLAIMS,
};
