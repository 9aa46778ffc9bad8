/**
 * fastgl Table 9: the memory that FastGL's techniques take or save on a card, at the published sizes.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ExactLab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import {
  batchMemory,
  CARD_BYTES,
  MEMORY_NOTES,
  MEMORY_STACK,
  memoryMetrics,
  memoryParts,
  type StoredSystem,
} from "./batch_memory.ts";
import { BATCH_LOAD_NOTES, BATCH_LOADS, batchLoads } from "../links/batch_loads.ts";
import { CARD_NOTES } from "../links/card_phases.ts";
import { LINK_NOTES } from "../links/loading_links.ts";
import { atPublishedSize, batchShapes, blocksSampled } from "../links/published_batches.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FANOUTS, PAPER_BATCH, PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { SAMPLED_REGIME, sampledBatches, sampledRegime } from "../sampled_premises.ts";
import { openAtSmoke } from "../smoke_part.ts";
import { HIDDEN } from "../trained_models.ts";

/** A system whose memory is modelled, as a contender. */
interface StoredContender extends Contender {
  readonly stored: StoredSystem;
  /** Column of the published table. */
  readonly system: string;
}

const DGL: StoredContender = { id: "policy:dgl", label: "policy of DGL", stored: "dgl", system: "DGL" };
const FASTGL: StoredContender = { id: "policy:fastgl", label: "FastGL", stored: "fastgl", system: "FastGL" };

const MB = 1e6;
/** Bounds of FastGL's memory over DGL's, within which it is comparable. */
const LEAST = 0.75, MOST = 1.05;

const METRICS = {
  gpu_memory_used: { label: "memory used (lower bound)", unit: "MB", better: "lower" },
  ...memoryMetrics("MB"),
  ...BATCH_LOADS,
  ...SAMPLED_REGIME,
} as const satisfies Metrics;

async function count(
  lab: ExactLab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
  { stored }: StoredContender,
): Promise<Facts<typeof METRICS>> {
  const shapes = await lab.once(batchShapes, dataset, epoch);
  const { blocks } = atPublishedSize(shapes);
  const memory = batchMemory(stored, { blocks, graph: epoch.graph, hidden: HIDDEN });
  return {
    gpu_memory_used: { value: memory.bytes / MB, source: "modelled" },
    ...memoryParts(memory, MB),
    ...batchLoads(shapes, { graph: epoch.graph, model: "GCN", match: stored === "fastgl" }),
    ...sampledRegime({
      graph: epoch.graph.id,
      vertices: dataset.graph.rows,
      seeds: epoch.batchSize,
      distinct: blocksSampled(epoch),
    }),
  };
}

const COMMON =
  "what the ledger leaves out is in both systems alike, brings the quotient nearer to 1, and has room on the card";
const TOO_MUCH = "DGL's policy would not fit the card on which the paper ran DGL";

/**
 * `0.75 <= gpu_memory(fastgl) / gpu_memory(dgl) <= 1.05`. What the ledger leaves out is in both alike, from
 * nothing to what the card has left: a bound that holds without it holds with it, and one that does not hold
 * with a full card either is missed.
 */
function comparable(evidence: SuiteEvidence): ClaimPart[] {
  const within = (ratio: number) => ratio >= LEAST && ratio <= MOST;
  return Object.keys(PAPER_NAMES).map((workload) => {
    const rows = [FASTGL, DGL].map(({ id }) => evidence.row({ workload, contender: id }, "gpu_memory_used"));
    const [fastgl, dgl] = rows.map(medianOf);
    const ratio = fastgl / dgl, room = CARD_BYTES / MB - dgl;
    const words = `FastGL's over DGL's is ${ratio.toFixed(2)} on ${PAPER_NAMES[workload]}`;
    const holds = within(ratio), missed = room >= 0 && !within((fastgl + room) / (dgl + room));
    const open = room < 0 ? TOO_MUCH : COMMON;
    const part = evidence.decide(holds || missed ? holds : undefined, { words, rows, value: ratio, open });
    return openAtSmoke(part, rows[0]);
  });
}

/** Memory that DGL's policy and FastGL's take on the paper's card, modelled. */
export const table9: Suite<SampledWorkload, StoredContender, typeof METRICS> = {
  id: "fastgl/table-9",
  artifact: "Table 9",
  title: "Memory of DGL and FastGL",
  question: "Do Match, the Memory-Aware kernels and Fused-Map take more memory on the card?",
  contenders: [DGL, FASTGL],
  baseline: DGL.id,
  workloads: (profile) => sampledWorkloads(profile, { leastBatch: 1 }),
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
  claims: [{
    claimId: "fastgl.q.memory",
    premise: sampledBatches(Object.keys(PAPER_NAMES), DGL.id),
    decide: comparable,
  }],
};
