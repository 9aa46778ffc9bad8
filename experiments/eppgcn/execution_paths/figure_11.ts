/**
 * eppgcn Figure 11: memory and speed of execution paths in deeper models.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { liesWithin } from "../../claims/interval.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { medianOf } from "../../../results/row.ts";
import {
  aggregationMatrix,
  type GraphWorkload,
  paperGraph,
  pathsOf,
  wholeGraphInProfile,
} from "../paper_graphs.ts";
import { pathPremise } from "../path_premises.ts";
import { depthTimes } from "./hop_times.ts";
import {
  addedMemory,
  memoryOverheads,
  openBeside,
  OVERHEAD_METRICS,
  OVERHEAD_NOTE,
} from "./measured_memory.ts";
import { gnnAdvisorBytes, pathBytes } from "./training_memory.ts";

const DATASETS = ["amazon0505", "web-google"] as const;
const DEPTHS = [2, 3, 4, 5, 6] as const;
const CONTENDER = "eppgcn";
const GROUPING = "linear-regression";
/** "About 5 points" of the claim, within 20 %. */
const PRINTED_POINTS = 5, ABOUT = 0.2;
/** Share of the edges from which a path counts as the whole graph. */
const WHOLE = 90;

/** A model of some depth. */
interface DeepModel extends GraphWorkload {
  /** Layers of the model. */
  readonly layers: number;
}

const METRICS = {
  memory_overhead: { label: "memory that paths add", unit: "%", better: "lower" },
  memory_overhead_per_layer: {
    label: "memory of one more layer",
    unit: "percentage points",
    better: "lower",
  },
  speedup: { label: "speed-up over GNNAdvisor", unit: "x", better: "higher" },
  edge_share: { label: "edges that layer 0 works on (SG_0)", unit: "%", better: "lower" },
  time: { label: "backward aggregation of EPPGCN", unit: "ms", better: "lower" },
  gnnadvisor_time: { label: "backward aggregation of GNNAdvisor", unit: "ms", better: "lower" },
  shortest_product: { label: "shortest product on a path", unit: "ms", shown: false },
  ...OVERHEAD_METRICS,
} as const satisfies Metrics;

/** Memory of the paths of a model over that of the training without them, in percent. */
async function overheadPercent(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, layers }: Pick<DeepModel, "graph" | "layers">,
): Promise<number> {
  const matrix = await aggregationMatrix(lab, dataset);
  return 100 * pathBytes(await pathsOf(lab, dataset, { layers })) / gnnAdvisorBytes(matrix, graph, layers);
}

/** Times the aggregations of both systems, and counts the memory of the paths. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, layers }: DeepModel,
): Promise<() => JointOutcome<typeof METRICS>> {
  const paths = await pathsOf(lab, dataset, { layers });
  const overhead = await overheadPercent(lab, dataset, { graph, layers });
  const { whole, active, shortest } = await depthTimes(lab, dataset, { layers, deepest: DEPTHS.at(-1)! });
  const facts: Facts<typeof METRICS> = {
    memory_overhead: { value: overhead, source: "modelled" },
    ...(layers > DEPTHS[0] && {
      memory_overhead_per_layer: {
        value: overhead - await overheadPercent(lab, dataset, { graph, layers: layers - 1 }),
        source: "modelled",
      },
    }),
    speedup: whole.ms.map((ms, round) => ms / active.ms[round]),
    edge_share: 100 * nnz(paths.at(-1)!.matrix) / nnz(await aggregationMatrix(lab, dataset)),
    ...await memoryOverheads(lab),
  };
  return () => ({ times: { time: active, gnnadvisor_time: whole, shortest_product: shortest }, facts });
}

const key = (dataset: string, layers: number) => ({
  workload: `${dataset}:L${layers}`,
  contender: CONTENDER,
});

/** Memory grows with every layer, each time by about the printed points. */
function layersMemory(evidence: SuiteEvidence): ClaimPart[] {
  return DATASETS.flatMap((dataset) => {
    const found = DEPTHS.slice(1).map((layers) =>
      addedMemory(evidence, key(dataset, layers), "memory_overhead_per_layer")
    );
    const points = found.map(({ bounds: { value } }) => value), rows = found.flatMap(({ rows }) => rows);
    const words = `${dataset}: ${points.map((value) => value.toFixed(1)).join(", ")} points a further layer`;
    const near = found.map(({ bounds }) =>
      liesWithin(bounds, [(1 - ABOUT) * PRINTED_POINTS, (1 + ABOUT) * PRINTED_POINTS])
    );
    return [
      evidence.exact(points.every((value) => value > 0), `grows on ${words}`, rows, Math.min(...points)),
      evidence.decide(near.includes(false) ? false : near.includes(undefined) ? undefined : true, {
        words: `about ${PRINTED_POINTS} points on ${words}`,
        rows,
        open: openBeside(`${PRINTED_POINTS} points and a fifth`),
      }),
    ];
  });
}

/** Each further layer gains less, round by round, and layer 0 works on nearly the whole graph in the end. */
function layersSpeedup(evidence: SuiteEvidence): ClaimPart[] {
  return DATASETS.flatMap((dataset) => {
    const shares = DEPTHS.map((layers) => evidence.row(key(dataset, layers), "edge_share"));
    const last = medianOf(shares.at(-1)!);
    const falls = DEPTHS.slice(1).map((layers, i): ClaimPart => {
      const part = evidence.faster(key(dataset, layers), key(dataset, DEPTHS[i]), "speedup");
      return { ...part, words: `${part.words}, of ${DEPTHS[i]} layers over ${layers}` };
    });
    return [
      ...falls,
      evidence.exact(
        last >= WHOLE,
        `${dataset}: SG_0 has ${last.toFixed(1)} % of the edges at 6 layers`,
        shares,
        last,
      ),
    ];
  });
}

/** Memory and speed of execution paths by the depth of the model. */
export const figure11: Suite<DeepModel, Contender, typeof METRICS> = {
  id: "eppgcn/figure-11",
  artifact: "Figure 11",
  title: "More layers",
  question: "What do execution paths cost and gain when the model has up to six layers?",
  contenders: [{ id: CONTENDER, label: "EPPGCN", factors: { grouping: GROUPING } }],
  baseline: CONTENDER,
  workloads: (profile) =>
    DATASETS.flatMap((id) =>
      DEPTHS.map((layers) => ({
        id: `${id}:L${layers}`,
        graph: paperGraph(id),
        dataset: wholeGraphInProfile(id, profile),
        model: "GCN",
        layers,
        factors: { layers },
      }))
    ),
  settings: {
    "training set": "10 % of the vertices, drawn uniformly",
    "hidden units": "16",
    "grouping": "GNNAdvisor: floor of the average degree; EPPGCN: own regression (Table II)",
    "memory": "model M7",
    "time": "every hop's product once, those of a model added; kernel neighbor-group, by rows on CPU threads",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "memory_overhead", x: "layers", facet: "dataset" },
    { metric: "speedup", x: "layers", facet: "dataset" },
    { metric: "edge_share", x: "layers", facet: "dataset" },
  ],
  notes: [
    "A hop's product is the same in a model of any depth, so that each is timed once and a model is their sum. Without a GPU " +
    "products have no groups.",
    OVERHEAD_NOTE,
    "Paths that have become the whole graph are counted once a layer, as the paper's system stores them.",
  ],
  publishedAs: ({ graph, layers }, _contender, metric) =>
    metric === "memory_overhead_per_layer" && layers > DEPTHS[0]
      ? { metric, dataset: graph.name, model: "GCN", config: { grouping: GROUPING } }
      : undefined,
  claims: [
    { claimId: "eppgcn.q.layers-memory", decide: layersMemory },
    {
      claimId: "eppgcn.q.layers-speedup",
      premise: pathPremise(DATASETS.flatMap((dataset) => DEPTHS.map((layers) => key(dataset, layers))), {
        time: "shortest_product",
        calls: 1,
      }),
      decide: layersSpeedup,
    },
  ],
};
