/**
 * eppgcn Figure 11: memory and speed of execution paths in deeper models.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { nnz } from "../../graph/csr.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { pathProducts, wholeGraphProducts } from "./backward_products.ts";
import { allOf, decideUnderRates, largerThan } from "./group_claims.ts";
import { groupTimes, P100_SLOTS, ratioOfTimes, sumOfTimes, timeFacts } from "./group_times.ts";
import { ownRegressionRule } from "./labelled_matrices.ts";
import { aggregationMatrix, graphInProfile, paperGraph, pathsOf, scaledSlots } from "./paper_graphs.ts";
import { gnnAdvisorBytes, pathBytes } from "./training_memory.ts";
import type { TextSuite } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const DATASETS = ["amazon0505", "web-google"] as const;
const DEPTHS = [2, 3, 4, 5, 6] as const;
const CONTENDER = "eppgcn";
/** "About 5 points" of the claim, within 20 %. */
const PRINTED_POINTS = 5, ABOUT = 0.2;
/** Share of the edges from which a path counts as the whole graph. */
const WHOLE = 90;

function overheadPercent(lab: Lab, dataset: LoadedDataset, layers: number): number {
  const whole = gnnAdvisorBytes(aggregationMatrix(dataset), paperGraph(dataset.id), layers);
  return 100 * pathBytes(pathsOf(dataset, { layers, seed: lab.seed })) / whole;
}

async function count(lab: Lab, dataset: LoadedDataset, layers: number): Promise<readonly Fact[]> {
  const paths = pathsOf(dataset, { layers, seed: lab.seed });
  const overhead = overheadPercent(lab, dataset, layers);
  const perLayer = layers === DEPTHS[0] ? [] : [{
    ...{ metric: "memory_overhead_per_layer", unit: "percentage points", source: "modelled" as const },
    value: overhead - overheadPercent(lab, dataset, layers - 1),
  }];
  const onGraph = await wholeGraphProducts(dataset, layers);
  const onPaths = await pathProducts(dataset, paths, await ownRegressionRule(lab, dataset));
  const slots = scaledSlots(dataset, P100_SLOTS);
  const times = await groupTimes(lab, [...onGraph, ...onPaths], { slots });
  const [whole, active] = [sumOfTimes(times.slice(0, layers)), sumOfTimes(times.slice(layers))];
  return [
    { metric: "memory_overhead", unit: "%", value: overhead, source: "modelled" },
    ...perLayer,
    ...timeFacts("time", active),
    ...timeFacts("gnnadvisor_time", whole),
    ...timeFacts("speedup", ratioOfTimes(whole, active), "x"),
    {
      metric: "edge_share",
      unit: "%",
      value: 100 * nnz(paths.at(-1)!.matrix) / nnz(aggregationMatrix(dataset)),
    },
  ];
}

const key = (dataset: string, layers: number) => ({
  workload: `${dataset}:L${layers}`,
  contender: CONTENDER,
});

/** It grows with every layer, each time by about what is printed. */
function layersMemory(evidence: SuiteEvidence): ClaimPart[] {
  return DATASETS.flatMap((dataset) => {
    const rows = DEPTHS.slice(1).map((layers) =>
      evidence.row(key(dataset, layers), "memory_overhead_per_layer")
    );
    const points = rows.map(medianOf);
    const words = `${dataset}: ${points.map((value) => value.toFixed(1)).join(", ")} points a further layer`;
    const near = points.every((value) => Math.abs(value - PRINTED_POINTS) <= ABOUT * PRINTED_POINTS);
    return [
      evidence.exact(points.every((value) => value > 0), `grows on ${words}`, rows, Math.min(...points)),
      evidence.exact(near, `about ${PRINTED_POINTS} points on ${words}`, rows),
    ];
  });
}

function layersSpeedup(evidence: SuiteEvidence): ClaimPart[] {
  return DATASETS.flatMap((dataset) => {
    const shares = DEPTHS.map((layers) => evidence.row(key(dataset, layers), "edge_share"));
    const last = medianOf(shares.at(-1)!);
    return [
      decideUnderRates(
        evidence,
        (read) => {
          const speedups = DEPTHS.map((layers) => read(key(dataset, layers), "speedup"));
          return allOf(speedups.slice(1).map((each, i) => largerThan(speedups[i], each)));
        },
        (read) =>
          `speed-up on ${dataset}: ${
            DEPTHS.map((layers) => read(key(dataset, layers), "speedup").value.toFixed(2)).join(", ")
          } for 2 to 6 layers`,
      ),
      evidence.exact(
        last >= WHOLE,
        `${dataset}: SG_0 has ${last.toFixed(1)} % of the edges at 6 layers`,
        shares,
        last,
      ),
    ];
  });
}

/** The suite. */
export const figure11: TextSuite = {
  id: "eppgcn/figure-11",
  paper: "eppgcn",
  artifact: "Figure 11",
  title: "More layers",
  question: "What do execution paths cost and gain when the model has up to six layers?",
  contenders: [{ id: CONTENDER, label: "EPPGCN", factors: { grouping: "linear-regression" } }],
  baseline: CONTENDER,
  workloads: (profile) =>
    DATASETS.flatMap((id) =>
      DEPTHS.map((layers) => ({
        id: `${id}:L${layers}`,
        ...{ dataset: graphInProfile(id, profile), model: "GCN" },
        factors: { layers: String(layers) },
      }))
    ),
  settings: {
    "training set": "10 % of the vertices, drawn uniformly",
    "hidden units": "16",
    "grouping": "GNNAdvisor: floor of the average degree; EPPGCN: own regression (Table II)",
    "memory": "model M7",
    "time": "kernel neighbor-group; on CPU threads model M6",
  },
  measurement: {
    kind: "counted",
    count: (lab, dataset, { factors }) => count(lab, dataset, Number(factors.layers)),
  },
  metrics: [
    { id: "memory_overhead", label: "memory that paths add", unit: "%", better: "lower" },
    {
      ...{ id: "memory_overhead_per_layer", label: "memory of one more layer" },
      ...{ unit: "percentage points", better: "lower" },
    },
    {
      id: "speedup",
      label: "speed-up over GNNAdvisor",
      unit: "x",
      better: "higher",
    },
    { id: "edge_share", label: "edges that layer 0 works on (SG_0)", unit: "%", better: "lower" },
    { id: "time", label: "backward aggregation of EPPGCN", unit: "ms", better: "lower" },
    { id: "gnnadvisor_time", label: "backward aggregation of GNNAdvisor", unit: "ms", better: "lower" },
  ],
  plots: [
    { metric: "memory_overhead", x: "layers", facet: "dataset" },
    { metric: "speedup", x: "layers", facet: "dataset" },
    { metric: "edge_share", x: "layers", facet: "dataset" },
  ],
  notes: [
    "Without a GPU times are modelled (M6): the ratio of the two systems counts, not the milliseconds.",
    "Paths that have become the whole graph are counted once a layer, as the paper's system stores them.",
  ],
  publishedAs: ({ dataset, factors: { layers } }, contender, metric) =>
    metric === "memory_overhead_per_layer" && Number(layers) > DEPTHS[0]
      ? { metric, dataset: paperGraph(dataset!).name, model: "GCN", config: { ...contender.factors } }
      : undefined,
  claims: [
    { claimId: "eppgcn.q.layers-memory", decide: layersMemory },
    { claimId: "eppgcn.q.layers-speedup", decide: layersSpeedup },
  ],
};
