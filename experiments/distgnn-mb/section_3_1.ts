/**
 * distgnn-mb Section 3.1: cutting a graph for ranks. How many edges are cut, how even training vertices are spread, and whether
 * halo vertices and the three spaces of ids are what the paper says.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { localBatch } from "../../distributed/local_batch/mod.ts";
import {
  ABSENT,
  idsAt,
  idTable,
  partitionStatistics,
  type RankPartition,
} from "../../distributed/partition/mod.ts";
import { rankData } from "../../distributed/training/rank_data.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../graph/sampling/mod.ts";
import { RandomStream } from "../../platform/random.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { type CutGraph, cutGraph } from "./cut_graph.ts";
import {
  FANOUTS,
  PAPER_BATCH,
  PAPERS,
  PRODUCTS,
  rankWorkloadId,
  rankWorkloads,
  SCALE_NOTES,
  scaledDown,
} from "./scaled_graphs.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

/** Ranks that each graph is cut for. */
const RANKS: Readonly<Record<string, readonly number[]>> = { [PRODUCTS]: [4, 32], [PAPERS]: [4, 16] };
const IDS = Object.entries(RANKS).flatMap(([graph, ranks]) => ranks.map((n) => rankWorkloadId(graph, n)));

/** Tolerated excess of training vertices: what METIS is asked for. */
const TOLERANCE = 0.05;

const METIS = "metis", RANDOM = "random";
const CONTENDERS: readonly TextContender[] = [
  { id: METIS, label: "METIS, training vertices balanced" },
  { id: RANDOM, label: "random" },
];

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<Fact[]> {
  const cut = await cutGraph(lab, dataset, workload), { graph } = dataset;
  if (id === RANDOM) return randomFacts(graph, cut, lab.seed);
  const { cutEntries, solid, halo, training, solidBalance, trainingBalance } = partitionStatistics(cut.ranks);
  const total = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0);
  return [
    { metric: "edge_cut", unit: "edges", value: cutEntries / 2 },
    { metric: "cut_share", unit: "%", value: 100 * cutEntries / graph.colIdx.length },
    { metric: "training_balance", unit: "1", value: trainingBalance },
    { metric: "largest_training", unit: "train vertices", value: Math.max(...training) },
    {
      metric: "training_bound",
      unit: "train vertices",
      // A vertex cannot be split.
      value: Math.ceil((1 + TOLERANCE) * total(training) / training.length),
    },
    { metric: "vertex_balance", unit: "1", value: solidBalance },
    { metric: "halo_share", unit: "1", value: total(halo) / total(solid) },
    { metric: "partition_time", unit: "ms", value: cut.ms },
    ...haloFacts(graph, cut),
    ...await idFacts(lab, dataset, cut),
  ];
}

function randomFacts(
  { rowPtr, colIdx, rows }: CsrMatrix,
  { ranks, training }: CutGraph,
  seed: number,
): Fact[] {
  const stream = new RandomStream(seed, "random parts");
  const parts = Uint32Array.from({ length: rows }, () => stream.below(ranks.length));
  let cut = 0;
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) if (parts[colIdx[e]] !== parts[v]) cut++;
  }
  const trained = new Array<number>(ranks.length).fill(0);
  for (const v of training) trained[parts[v]]++;
  return [
    { metric: "edge_cut", unit: "edges", value: cut / 2 },
    { metric: "cut_share", unit: "%", value: 100 * cut / colIdx.length },
    { metric: "training_balance", unit: "1", value: Math.max(...trained) * ranks.length / training.length },
  ];
}

/** Halo vertices by their definition, entry by entry of the whole graph, against those that ranks have. */
function haloFacts({ rowPtr, colIdx, rows }: CsrMatrix, { ranks, parts }: CutGraph): Fact[] {
  let otherHalo = 0, oneSided = 0, withFeatures = 0;
  const isHalo = ranks.map(({ vertices, solid }) => new Set(vertices.subarray(solid)));
  const defined = ranks.map(() => new Set<number>());
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
      const u = colIdx[e];
      if (parts[u] === parts[v]) continue;
      defined[parts[v]].add(u);
      if (!isHalo[parts[v]].has(u) || !isHalo[parts[u]].has(v)) oneSided++;
    }
  }
  const features = { rows, width: 1, values: new Float32Array(rows) };
  const data = { features, truth: { labels: new Uint32Array(rows) }, classes: 1 };
  ranks.forEach((part, rank) => {
    otherHalo += isHalo[rank].symmetricDifference(defined[rank]).size;
    withFeatures += rankData(part, data).features.values.length - part.solid;
  });
  return [
    { metric: "other_halo", unit: "vertices", value: otherHalo },
    { metric: "one_sided_cuts", unit: "edges", value: oneSided },
    { metric: "halo_with_features", unit: "vertices", value: withFeatures },
  ];
}

/** Each way there and back, between VID_o and VID_p and, in the first mini-batch of every rank, VID_p and VID_b. */
async function idFacts(
  { seed }: Lab,
  { graph }: LoadedDataset,
  { scaled, ranks }: CutGraph,
): Promise<Fact[]> {
  let wrong = 0, converted = 0;
  for (const part of ranks) {
    wrong += wrongTrips(part.vertices, graph.rows);
    converted += part.vertices.length;
    for (const { sources } of await firstBlocks(part, { seed, batchSize: scaledDown(PAPER_BATCH, scaled) })) {
      wrong += wrongTrips(sources, part.vertices.length);
      converted += sources.length;
    }
  }
  return [
    { metric: "wrong_ids", unit: "count", value: wrong },
    { metric: "converted_ids", unit: "count", value: converted },
  ];
}

async function firstBlocks(
  part: RankPartition,
  { seed, batchSize }: { readonly seed: number; readonly batchSize: number },
) {
  const [batch] = miniBatches(part.training, { batchSize, epoch: 0, seed });
  if (batch === undefined) return [];
  const draw = uniformNeighbors(part.graph, { fanouts: FANOUTS, seed });
  return localBatch(await sampleBatch(draw, batch), part).blocks;
}

/** Ids that do not come back, from places 0, 1, ... to ids below `size`; a table of ids that are not distinct cannot be made. */
function wrongTrips(ids: Uint32Array, size: number): number {
  const table = idTable(ids, size);
  const back = idsAt(table, ids);
  let wrong = 0, present = 0;
  for (let place = 0; place < ids.length; place++) if (back[place] !== place) wrong++;
  for (let id = 0; id < size; id++) if (table[id] !== ABSENT) present++;
  return wrong + Math.abs(present - ids.length);
}

function never(evidence: SuiteEvidence, metric: string, what: string): ClaimPart {
  const rows = IDS.map((workload) => evidence.row({ workload, contender: METIS }, metric));
  const events = rows.reduce((sum, row) => sum + medianOf(row), 0);
  return evidence.exact(events === 0, `${what}: ${events} in ${rows.length} partitions`, rows, events);
}

/** `edge_cut(metis) < edge_cut(random) and max_p train(p) / mean_p train(p) <= 1 + eps`. */
function cutsFewAndEvenly(evidence: SuiteEvidence): ClaimPart[] {
  return IDS.flatMap((workload) => {
    const of = (contender: string, metric: string) => evidence.row({ workload, contender }, metric);
    const metis = of(METIS, "cut_share"), random = of(RANDOM, "cut_share");
    const largest = of(METIS, "largest_training"), bound = of(METIS, "training_bound");
    const cuts = `${workload}: METIS cuts ${medianOf(metis).toFixed(1)} %, random parts ${
      medianOf(random).toFixed(1)
    } %`;
    const even =
      `${workload}: at most ${largest.median} training vertices on a rank, ${bound.median} tolerated`;
    return [
      evidence.exact(
        medianOf(metis) < medianOf(random),
        cuts,
        [metis, random],
        medianOf(metis) / medianOf(random),
      ),
      evidence.exact(medianOf(largest) <= medianOf(bound), even, [largest, bound]),
    ];
  });
}

/** The suite. */
export const section31: TextSuite = {
  id: "distgnn-mb/section-3-1",
  paper: "distgnn-mb",
  artifact: "Section 3.1",
  title: "Partitions, halo vertices, ids",
  question: "Does the cut leave few edges between ranks and as much training for each?",
  contenders: CONTENDERS,
  baseline: RANDOM,
  workloads: (profile) =>
    Object.entries(RANKS).flatMap(([graph, ranks]) => rankWorkloads(profile, graph, ranks)),
  settings: {
    "partition": `METIS, training vertices as a second constraint, at most ${
      100 * TOLERANCE
    } % above the mean`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "cut_share", label: "edges cut", unit: "%", better: "lower" },
    { id: "training_balance", label: "largest over mean training set", unit: "1", better: "lower" },
    { id: "vertex_balance", label: "largest over mean part", unit: "1", better: "lower" },
    { id: "halo_share", label: "halo vertices for a solid one", unit: "1", better: "lower" },
    { id: "partition_time", label: "partitioning", unit: "ms", better: "lower" },
    { id: "edge_cut", label: "undirected edges cut", unit: "edges", better: "lower" },
  ],
  plots: [{ metric: "cut_share", x: "ranks", facet: "dataset" }],
  notes: [
    ...SCALE_NOTES,
    "What is tolerated is rounded up to whole training vertices.",
    "Without METIS on the machine the built-in multilevel partitioner cuts.",
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "distgnn-mb.q.partition-balance", decide: cutsFewAndEvenly },
    {
      claimId: "distgnn-mb.q.halo",
      decide: (evidence) => [
        never(evidence, "other_halo", "halo vertices too many or too few"),
        never(evidence, "one_sided_cuts", "cut edges without a halo vertex on either side"),
        never(evidence, "halo_with_features", "halo vertices with features"),
      ],
    },
    {
      claimId: "distgnn-mb.q.vid-maps",
      decide: (evidence) => [never(evidence, "wrong_ids", "ids that do not come back")],
    },
  ],
};
