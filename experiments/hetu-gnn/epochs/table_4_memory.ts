/**
 * hetu-gnn Table 4, its two `OOM` cells: the peak memory of an epoch at the published sizes, under three
 * ways to store things.
 *
 * @module
 */
import { datasetRecord } from "../../../datasets/registry.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import {
  programLedger,
  type SparseCopy,
  type StoragePolicy,
} from "../../../training/program/memory_ledger.ts";
import type { Program, Step } from "../../../training/program/program.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { fitsWithin } from "../../claims/card_memory.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Facts, Metrics, ModelledValue } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { byContender } from "../../trials/by_contender.ts";
import { checkedStandIn, GRAPH_IDS, type GraphId, GRAPHS, MODEL } from "../paper_graphs.ts";
import { memoryOverhead } from "./memory_overhead.ts";
import { medianOf } from "../../../results/row.ts";

const GIB = 2 ** 30;
/** Memory of a TITAN RTX; the paper names the card and not its memory. */
const CARD_GIB = 24;

const INT32 = 4, INT64 = 8, FLOAT32 = 4;

/** A system's way through an epoch. */
export interface StoredContender extends Contender {
  /** Formats and lifetimes of what it stores; those of this harness when empty. */
  readonly policy: StoragePolicy;
  /** It multiplies by the weights first, whatever is cheaper. */
  readonly order?: "transform-first";
  /** Entries of the adjacency have no values: the normalisation is done to the features. */
  readonly unweighted?: true;
}

/** An index and an edge id an entry. */
const dglCopy = (format: "csr" | "csc"): SparseCopy => ({ format, indexBytes: INT64, entryBytes: INT64 });

/** This harness and two policies. */
const CONTENDERS: readonly StoredContender[] = [
  { id: "own", label: "this harness", policy: {} },
  {
    id: "policy:pytorch",
    label: "policy of PyTorch",
    order: "transform-first",
    policy: {
      sparseCopies: () => [{ format: "coo", indexBytes: INT64, entryBytes: FLOAT32 }],
      keepActivations: true,
      separateEpilogues: true,
      spmmWorkspace: ({ matrix: { rows, nnz }, pass }) => {
        const csr = INT32 * (rows + 1 + nnz);
        return csr + (pass === "backward" ? (2 * INT64 + FLOAT32) * nnz : 0);
      },
    },
  },
  {
    id: "policy:dgl",
    label: "policy of DGL",
    order: "transform-first",
    unweighted: true,
    policy: {
      sparseCopies: () => [
        { format: "coo", indexBytes: INT64, entryBytes: 0 },
        dglCopy("csc"),
        dglCopy("csr"),
      ],
      keepActivations: true,
      separateEpilogues: true,
    },
  },
];

/** An epoch's program at the printed size of a graph. Nothing is allocated for it. */
function epochProgram(id: GraphId, { order, unweighted }: StoredContender): Program {
  const { vertices, edges, features, classes } = datasetRecord(id).printed.find(({ paper }) =>
    paper === "hetu-gnn"
  )!;
  // The printed edges have self-loops among them.
  const graph = { vertices, entries: edges, weighted: unweighted !== true };
  return vertexClassification(
    { graph, features: { kind: "dense", width: features! }, classes: classes! },
    {
      layers: gcn({ classes: classes!, hidden: GRAPHS[id].hidden, ...(order && { order }) }),
      optimizer: adam(),
      seed: 1,
    },
  ).program;
}

/**
 * Bytes of the degree-normalised inputs at each step: a copy of each layer's input, from the layer's first
 * step to the end of the epoch, since the gradient of its weight needs it.
 */
function normalisedInputBytes({ train, parameters }: Program): Float64Array {
  const bytes = new Float64Array(train.length);
  const rows = train.find((step) => step.op === "spmm")!.matrix.rows;
  for (const { tensor } of parameters) {
    const first = train.findIndex((step: Step) => step.op === "gemm" && step.b === tensor);
    for (let at = first; at < train.length; at++) bytes[at] += FLOAT32 * rows * tensor.rows;
  }
  return bytes;
}

const METRICS = {
  peak_memory: { label: "peak memory", unit: "GiB", better: "lower" },
  adjacency_memory: { label: "adjacency and its copies", unit: "GiB", better: "lower" },
  feature_memory: { label: "features", unit: "GiB" },
  overhead: { label: "bytes on this device over the ledger's", unit: "1", better: "lower" },
  other_memory: { label: "activations, gradients, buffers", unit: "GiB", better: "lower" },
} as const satisfies Metrics;

/** Peak memory of an epoch and its parts. */
export function memoryFacts(graph: GraphId, stored: StoredContender): Facts<typeof METRICS> {
  const program = epochProgram(graph, stored);
  const { liveBytes, sparseBytes, inputBytes } = programLedger(program, stored.policy);
  const copies = stored.unweighted ? normalisedInputBytes(program) : new Float64Array(liveBytes.length);
  const peak = liveBytes.reduce((most, bytes, at) => Math.max(most, bytes + copies[at]), 0);
  const modelled = (bytes: number): ModelledValue => ({ value: bytes / GIB, source: "modelled" });
  return {
    peak_memory: modelled(peak),
    adjacency_memory: modelled(sparseBytes),
    feature_memory: modelled(inputBytes),
    other_memory: modelled(peak - sparseBytes - inputBytes),
  };
}

/**
 * `peak(pytorch | dgl, archaea) > 24 GB >= peak(ours, archaea)`. A ledger is the least that a system takes,
 * and shows that an epoch does not fit. That it fits is shown where its bytes, with the overhead that was
 * measured on this device, are below the card's; the overhead of other systems was not measured on a card.
 */
function outOfMemory(evidence: SuiteEvidence): ClaimPart[] {
  return CONTENDERS.map(({ id, label }) => {
    const key = { workload: "archaea", contender: id }, row = evidence.row(key, "peak_memory");
    const isOwn = id === "own", overhead = isOwn ? evidence.row(key, "overhead") : undefined;
    const least = medianOf(row), most = overhead && least * medianOf(overhead);
    const fits = fitsWithin(CARD_GIB, { least, ...(overhead && { overhead: medianOf(overhead) }) });
    const beside = most === undefined ? "" : `, ${most.toFixed(1)} with the overhead measured here`;
    return evidence.decide(fits === undefined ? undefined : fits === isOwn, {
      words: `${label} on Archaea: ${least.toFixed(1)} GiB at least${beside}, the card has ${CARD_GIB}`,
      rows: [row, ...(overhead ? [overhead] : [])],
      value: least,
      open: "the ledger is the least that a system takes, and is below the card's memory",
    });
  });
}

/** An epoch at the printed size of a graph. */
interface PrintedGraph extends Workload {
  /** Graph that is trained on. */
  readonly graph: GraphId;
}

/** Models all peaks, and measures the overhead of this harness on a graph that fits. */
async function measure(
  lab: Lab,
  _dataset: LoadedDataset,
  { graph }: PrintedGraph,
  contenders: readonly StoredContender[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const { hidden } = GRAPHS[graph];
  const small = contenders.some(({ id }) => id === "own") &&
    await lab.load({ dataset: checkedStandIn(graph, lab.profile) });
  const overhead = small && await lab.once(memoryOverhead, small, { hidden });
  return byContender(contenders, (stored) => ({
    times: {},
    facts: { ...memoryFacts(graph, stored), ...(stored.id === "own" && overhead && { overhead }) },
  }));
}

/** Peak memory by system and graph. */
export const table4Memory: Suite<PrintedGraph, StoredContender, typeof METRICS> = {
  id: "hetu-gnn/table-4-memory",
  artifact: "Table 4",
  title: "Peak memory of an epoch at the published sizes",
  question: "Which systems run out of the 24 GB of one card, and on which graph?",
  contenders: CONTENDERS,
  baseline: "own",
  workloads: () =>
    GRAPH_IDS.map((graph) => ({ id: graph, graph, model: MODEL, factors: { graph: GRAPHS[graph].name } })),
  settings: {
    "sizes": "vertices, edges, features and classes as Table 3 prints them",
    "model": "2-layer GCN, 128 hidden units (64 on Products), no dropout, no bias; Adam",
    "card": `TITAN RTX, ${CARD_GIB} GiB`,
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    {
      metric: "peak_memory",
      x: "workload",
      stack: ["adjacency_memory", "feature_memory", "other_memory"],
    },
  ],
  notes: [
    "A ledger of shapes, from the first write of every array to its last use; nothing is allocated. What " +
    "a driver, a context and a caching allocator take comes on top, in every system: where a ledger is " +
    "below the card's memory, only this harness's, with its overhead measured on a small graph, says that " +
    "an epoch fits.",
    "This harness: one CSR with 32-bit indices, epilogues fused into products, an array freed after its " +
    "last use.",
    "Policy of PyTorch: a coalesced COO adjacency with 64-bit indices; for each sparse product a CSR with " +
    "32-bit indices, and in the backward pass a coalesced copy of the transpose; activations kept to the " +
    "end of the epoch; ReLU an operation of its own; the product with the weights first. The buffers of " +
    "the sort that coalesces are left out.",
    'Policy of DGL, GraphConv(norm="both"): a COO, a CSC for the forward and a CSR for the backward pass, ' +
    "with 64-bit node and edge ids (its default); no edge weights, but a degree-normalised copy of every " +
    "layer's input, kept for the gradient of the weights; activations kept; ReLU an operation of its own; " +
    "the product with the weights first.",
    "The policies were written down from what these systems document, before any number was computed. The " +
    "paper does not say which versions it ran, in which formats, or which other buffers they held.",
  ],
  claims: [{ claimId: "hetu-gnn.q.oom", decide: outOfMemory }],
};
