/**
 * fastgl Table 1: how much of a card's memory training leaves for a cache of features, at the published
 * sizes.
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
} from "./batch_memory.ts";
import { BATCH_LOAD_NOTES, BATCH_LOADS, batchLoads } from "../links/batch_loads.ts";
import { CARD_NOTES } from "../links/card_phases.ts";
import { LINK_NOTES } from "../links/loading_links.ts";
import { atPublishedSize, batchShapes, blocksSampled } from "../links/published_batches.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import {
  FANOUTS,
  FOUR_GRAPHS,
  PAPER_BATCH,
  PAPER_NAMES,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "../sampling_graphs.ts";
import { SAMPLED_REGIME, sampledBatches, sampledRegime } from "../sampled_premises.ts";
import { openAtSmoke } from "../smoke_part.ts";

const DGL: Contender = { id: "policy:dgl", label: "policy of DGL" };
const GB = 1e9, CARD_GB = CARD_BYTES / GB;
/** Wider than in the other experiments. */
const HIDDEN = 256;
/** `<<` is below a tenth. */
const FAR_BELOW = 0.1;

const METRICS = {
  gpu_memory_left: { label: "memory left (upper bound)", unit: "GB", better: "higher" },
  gpu_memory_used: { label: "memory used (lower bound)", unit: "GB", better: "lower" },
  ...memoryMetrics("GB"),
  batch_vertices: { label: "vertices of a mini-batch", unit: "vertices" },
  batch_edges: { label: "edges of a mini-batch, self-loops too", unit: "edges" },
  ...BATCH_LOADS,
  ...SAMPLED_REGIME,
} as const satisfies Metrics;

const modelled = (value: number) => ({ value, source: "modelled" }) as const;

async function count(
  lab: ExactLab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
): Promise<Facts<typeof METRICS>> {
  const shapes = await lab.once(batchShapes, dataset, epoch);
  const { blocks } = atPublishedSize(shapes);
  const memory = batchMemory("dgl", { blocks, graph: epoch.graph, hidden: HIDDEN });
  const used = memory.bytes / GB;
  return {
    gpu_memory_left: modelled(CARD_GB - used),
    gpu_memory_used: modelled(used),
    ...memoryParts(memory, GB),
    batch_vertices: modelled(blocks[0].cols),
    batch_edges: modelled(blocks.reduce((sum, { nnz }) => sum + nnz, 0)),
    ...batchLoads(shapes, { graph: epoch.graph, model: "GCN", hidden: HIDDEN, match: false }),
    ...sampledRegime({
      graph: epoch.graph.id,
      vertices: dataset.graph.rows,
      seeds: epoch.batchSize,
      distinct: blocksSampled(epoch),
    }),
  };
}

const COMMON =
  "the ledger leaves out what every training takes besides: the less is left, the more that weighs";

/**
 * `memory_left(MAG), memory_left(Papers100M) << memory_left(Products) < memory_left(Reddit)`. What the ledger
 * leaves out, as much on every graph, changes no difference and makes no quotient below 1 larger: an order is
 * decided, and so is `<<` where it holds, or where no less is left.
 */
function memoryLeft(evidence: SuiteEvidence): ClaimPart[] {
  const left = (workload: string) => evidence.row({ workload, contender: DGL.id }, "gpu_memory_left");
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

/** Memory that training leaves on the paper's card, modelled. */
export const table1: Suite<SampledWorkload, Contender, typeof METRICS> = {
  id: "fastgl/table-1",
  artifact: "Table 1",
  title: "Memory that training leaves",
  question:
    "How much of the 24 GB of a card is left for a cache of features while a mini-batch is trained on?",
  contenders: [DGL],
  baseline: DGL.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS, leastBatch: 1 }),
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
  claims: [{
    claimId: "fastgl.q.memory-left",
    premise: sampledBatches(FOUR_GRAPHS, DGL.id),
    decide: memoryLeft,
  }],
};
