/**
 * fastgl Table 9: the memory that FastGL's techniques take or save on a card, at the published sizes.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import {
  batchMemory,
  CARD_BYTES,
  MEMORY_NOTES,
  MEMORY_PARTS,
  memoryParts,
  type StoredSystem,
} from "./batch_memory.ts";
import { publishedBlocks } from "./published_blocks.ts";
import {
  FANOUTS,
  PAPER_BATCH,
  PAPER_NAMES,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import { openAtSmoke } from "./smoke_part.ts";
import { HIDDEN } from "./training_iterations.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

interface StoredContender extends TextContender {
  readonly system: StoredSystem;
  /** As the paper calls it. */
  readonly name: string;
}

const DGL: StoredContender = { id: "policy:dgl", label: "policy of DGL", system: "dgl", name: "DGL" };
const FASTGL: StoredContender = { id: "policy:fastgl", label: "FastGL", system: "fastgl", name: "FastGL" };
const CONTENDERS: readonly StoredContender[] = [DGL, FASTGL];
const stored = ({ id }: TextContender) => CONTENDERS.find((contender) => contender.id === id)!;

const MB = 1e6;
/** What counts as comparable: bounds of FastGL's memory over DGL's. */
const LEAST = 0.75, MOST = 1.05;

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  contender: TextContender,
): Promise<readonly Fact[]> {
  const blocks = await publishedBlocks(lab, dataset, workload);
  const graph = sampledGraph(lab.profile, workload.id);
  const memory = batchMemory(stored(contender).system, { blocks, graph, hidden: HIDDEN });
  return [
    { metric: "gpu_memory_used", unit: "MB", value: memory.bytes / MB, source: "modelled" },
    ...memoryParts(memory, ["MB", MB]),
  ];
}

const COMMON =
  "what the ledger leaves out is in both systems alike, brings the quotient nearer to 1, and has room on the card";
const TOO_MUCH = "DGL's policy would not fit the card on which the paper ran DGL";

/**
 * `0.75 <= gpu_memory(fastgl) / gpu_memory(dgl) <= 1.05`. What the ledger leaves out is in both alike, from nothing to what the card
 * has left: a bound that holds without it holds with it, and one that does not hold with a full card either is missed.
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

/** The suite. */
export const table9: TextSuite = {
  id: "fastgl/table-9",
  paper: "fastgl",
  artifact: "Table 9",
  title: "Memory of DGL and FastGL",
  question: "Do Match, the Memory-Aware kernels and Fused-Map take more memory on the card?",
  contenders: CONTENDERS.map(({ id, label }) => ({ id, label })),
  baseline: DGL.id,
  workloads: (profile) => samplingWorkloads(profile),
  settings: {
    ...SAMPLING_SETTINGS,
    "sizes": `mini-batches of ${PAPER_BATCH} seeds, at the published size`,
    "model": `${FANOUTS.length}-layer GCN, ${HIDDEN} hidden units, dropout 0.5, no bias; Adam`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "gpu_memory_used", label: "memory used (lower bound)", unit: "MB", better: "lower" },
    ...Object.entries(MEMORY_PARTS).map(([id, label]) => ({
      ...{ id, label, unit: "MB" },
      better: "lower" as const,
    })),
  ],
  plots: [{ metric: "gpu_memory_used", x: "workload", stack: Object.keys(MEMORY_PARTS) }],
  notes: [...MEMORY_NOTES, ...SAMPLING_NOTES],
  publishedAs: ({ id }, contender, metric) =>
    metric === "gpu_memory_used"
      ? {
        ...{ metric, dataset: PAPER_NAMES[id], model: "GCN", system: stored(contender).name },
        config: { devices: "1" },
      }
      : undefined,
  claims: [{ claimId: "fastgl.q.memory", decide: comparable }],
};
