/**
 * fastgl Table 1: how much of a card's memory training leaves for a cache of features, at the published sizes.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { batchMemory, CARD_BYTES, MEMORY_NOTES, MEMORY_PARTS, memoryParts } from "./batch_memory.ts";
import { publishedBlocks } from "./published_blocks.ts";
import {
  FANOUTS,
  FOUR_GRAPHS,
  PAPER_BATCH,
  PAPER_NAMES,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import { openAtSmoke } from "./smoke_part.ts";
import type { TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const CONTENDER = "policy:dgl";
const GB = 1e9, CARD_GB = CARD_BYTES / GB;
/** Wider than in the other experiments. */
const HIDDEN = 256;
/** `<<` is below a tenth. */
const FAR_BELOW = 0.1;

async function count(lab: Lab, dataset: LoadedDataset, workload: TextWorkload): Promise<readonly Fact[]> {
  const blocks = await publishedBlocks(lab, dataset, workload);
  const graph = sampledGraph(lab.profile, workload.id);
  const memory = batchMemory("dgl", { blocks, graph, hidden: HIDDEN });
  const used = memory.bytes / GB;
  return [
    { metric: "gpu_memory_left", unit: "GB", value: CARD_GB - used, source: "modelled" },
    { metric: "gpu_memory_used", unit: "GB", value: used, source: "modelled" },
    ...memoryParts(memory, ["GB", GB]),
    { metric: "batch_vertices", unit: "vertices", value: blocks[0].cols, source: "modelled" },
    {
      metric: "batch_edges",
      unit: "edges",
      value: blocks.reduce((sum, { nnz }) => sum + nnz, 0),
      source: "modelled",
    },
  ];
}

const COMMON =
  "the ledger leaves out what every training takes besides: the less is left, the more that weighs";

/**
 * `memory_left(MAG), memory_left(Papers100M) << memory_left(Products) < memory_left(Reddit)`. What the ledger leaves out, as much on
 * every graph, changes no difference and makes no quotient below 1 larger: an order is decided, and so is `<<` where it holds, or
 * where no less is left.
 */
function memoryLeft(evidence: SuiteEvidence): ClaimPart[] {
  const left = (workload: string) => evidence.row({ workload, contender: CONTENDER }, "gpu_memory_left");
  const [reddit, products, mag, papers] = ["reddit", "ogbn-products", "mag", "ogbn-papers100m"].map(left);
  const far = ([["MAG", mag], ["Papers100M", papers]] as const).map(([name, row]): ClaimPart => {
    const share = medianOf(row) / medianOf(products);
    const words = `at most ${medianOf(row).toFixed(1)} GB left on ${name}, ${
      medianOf(products).toFixed(1)
    } on Products`;
    const isFar = share < FAR_BELOW ? true : share >= 1 ? false : undefined;
    const part = evidence.decide(isFar, { words, rows: [row, products], value: share, open: COMMON });
    return openAtSmoke(part, row);
  });
  const more = medianOf(reddit) - medianOf(products);
  const words = `${more.toFixed(1)} GB more left on Reddit than on Products`;
  return [...far, openAtSmoke(evidence.exact(more > 0, words, [products, reddit], more), reddit)];
}

/** The suite. */
export const table1: TextSuite = {
  id: "fastgl/table-1",
  paper: "fastgl",
  artifact: "Table 1",
  title: "Memory that training leaves",
  question:
    "How much of the 24 GB of a card is left for a cache of features while a mini-batch is trained on?",
  contenders: [{ id: CONTENDER, label: "policy of DGL" }],
  baseline: CONTENDER,
  workloads: (profile) => samplingWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    "sizes": `mini-batches of ${PAPER_BATCH} seeds, at the published size`,
    "model": `${FANOUTS.length}-layer GCN, ${HIDDEN} hidden units, dropout 0.5, no bias; Adam`,
    "card": `RTX 3090, ${CARD_GB} GB`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "gpu_memory_left", label: "memory left (upper bound)", unit: "GB", better: "higher" },
    { id: "gpu_memory_used", label: "memory used (lower bound)", unit: "GB", better: "lower" },
    ...Object.entries(MEMORY_PARTS).map(([id, label]) => ({
      ...{ id, label, unit: "GB" },
      better: "lower" as const,
    })),
    { id: "batch_vertices", label: "vertices of a mini-batch", unit: "vertices", better: "neither" },
    { id: "batch_edges", label: "edges of a mini-batch, self-loops too", unit: "edges", better: "neither" },
  ],
  plots: [
    { metric: "gpu_memory_left", x: "workload" },
    { metric: "gpu_memory_used", x: "workload", stack: Object.keys(MEMORY_PARTS) },
  ],
  notes: [...MEMORY_NOTES, ...SAMPLING_NOTES],
  publishedAs: ({ id }, _contender, metric) =>
    metric === "gpu_memory_left"
      ? {
        ...{ metric, dataset: PAPER_NAMES[id], model: "GCN", system: "DGL" },
        config: {
          layers: String(FANOUTS.length),
          batch: String(PAPER_BATCH),
          hidden: String(HIDDEN),
          devices: "1",
        },
      }
      : undefined,
  claims: [{ claimId: "fastgl.q.memory-left", decide: memoryLeft }],
};
