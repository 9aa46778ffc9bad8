/**
 * eppgcn Table IV: the backward aggregation of DGL and of GNNAdvisor, on the whole graph and on path
 * matrices.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { rmat } from "../../../datasets/generators/rmat.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { ReproError } from "../../../platform/errors.ts";
import { constantRule } from "../../../kernels/spmm/group_size/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { peerTrial, separableScale } from "../../peers/peer_trial.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { JointOutcome, Trial } from "../../measurement.ts";
import { randomFeatures } from "../../trials/spmm_trial.ts";
import { type AggregationProduct, aggregationTrial } from "../aggregation_trial.ts";
import { aggregatedWidth, pathProducts, wholeGraphProducts } from "../backward_products.ts";
import { aggregationMatrix, type GraphWorkload, HIDDEN, PAPER_GRAPHS, pathsOf } from "../paper_graphs.ts";
import { longPeerCalls, pathPremise, printedSizes } from "../path_premises.ts";
import { measureSideBySide } from "../../trials/side_by_side.ts";
import { trainedWorkloads } from "../training/training_modes.ts";
import { trialsInTurn } from "./trials_in_turn.ts";
import type { Contender } from "../../cell.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";

const LAYERS = 2;
/** Epochs of the printed times. */
const EPOCHS = 100;
const DEFAULT_GROUP = 32;
/**
 * DGL's product as its own GraphConv aggregates: without a weight an edge, between scalings by vertex, into
 * which the weights of the whole matrix and of its path matrices separate alike.
 */
const DGL = "dgl";
/**
 * Milliseconds that a worker may be silent; a worker is kept for each value, and each product needs operands
 * of its own.
 */
const SILENCE_MS = 600_000;

/**
 * Operands travel to a peer in files, and DGL builds a graph of each copy of them: seconds, each time anew.
 */
const PREPARATIONS = 1;

const POLICY = "policy:dgl",
  POLICY_PATHS = "policy:dgl+epp",
  GROUPS = "gnnadvisor",
  GROUPS_PATHS = "eppgcn",
  PEER = "peer:dgl",
  PEER_PATHS = "peer:dgl+epp";

/** A system on the whole graph, or on path matrices. */
interface Variant extends Contender {
  /** The same system on the whole graph, where this one is on paths. */
  readonly original?: string;
  /** Column of the published table. */
  readonly system?: string;
}

const CONTENDERS: readonly Variant[] = [
  { id: POLICY, label: "policy of DGL" },
  { id: POLICY_PATHS, label: "policy of DGL, path matrices", original: POLICY },
  { id: GROUPS, label: "neighbour groups (policy of GNNAdvisor)", system: "GNNAdvisor" },
  { id: GROUPS_PATHS, label: "neighbour groups, paths (EPPGCN)", original: GROUPS, system: "EPPGCN" },
  { id: PEER, label: "DGL", system: "DGL", factors: { peer: "dgl" }, runtime: "python" },
  {
    id: PEER_PATHS,
    label: "DGL, path matrices",
    original: PEER,
    system: "DGL+EPP",
    factors: { peer: "dgl" },
    runtime: "python",
  },
];

/** Product of a layer. */
interface LayerProduct {
  readonly matrix: CsrMatrix;
  readonly width: number;
  readonly features: Float32Array;
  /** Vertices of the rows of a path matrix; those of the whole matrix are all. */
  readonly targets?: Uint32Array;
  /** Vertices of its columns. */
  readonly sources?: Uint32Array;
}

/** Products of the layers: on the matrix of the whole graph, or on rows N^k and columns N^(k-1) of a path. */
async function layerProducts(
  lab: Lab,
  dataset: LoadedDataset,
  onPaths: boolean,
): Promise<readonly LayerProduct[]> {
  const whole = await aggregationMatrix(lab, dataset);
  return (await pathsOf(lab, dataset, { layers: LAYERS })).map(
    ({ layer, matrix: path, targets, sources }) => {
      const matrix = onPaths ? path : whole;
      const width = aggregatedWidth(dataset, layer, LAYERS);
      const features = randomFeatures(matrix.cols, width, lab.seed);
      return { matrix, width, features, ...(onPaths && { targets, sources }) };
    },
  );
}

async function groupedProducts(
  lab: Lab,
  dataset: LoadedDataset,
  onPaths: boolean,
): Promise<AggregationProduct[]> {
  const products = onPaths
    ? await pathProducts(
      dataset,
      await pathsOf(lab, dataset, { layers: LAYERS }),
      constantRule(DEFAULT_GROUP),
    )
    : await wholeGraphProducts(lab, dataset, LAYERS);
  return products.map(({ matrix, width, groupSize }): AggregationProduct => ({
    operation: "spmm",
    problem: { matrix, width, features: randomFeatures(matrix.cols, width, lab.seed) },
    kernel: "neighbor-group",
    parameters: { groupSize },
  }));
}

/** A peer's products one after another, each in a worker of its own. */
async function peerProducts(lab: Lab, dataset: LoadedDataset, onPaths: boolean): Promise<Trial> {
  const trials: Trial[] = [];
  const scale = separableScale(await aggregationMatrix(lab, dataset));
  const products = await layerProducts(lab, dataset, onPaths);
  for (const [i, { targets, sources, ...product }] of products.entries()) {
    const timeoutMs = SILENCE_MS + i + (onPaths ? LAYERS : 0);
    const scales = scale && targets && sources &&
      { rows: pick(scale, targets), columns: pick(scale, sources) };
    trials.push(
      await peerTrial(lab, { ...product, ...(scales && { scales }), peer: DGL, open: { timeoutMs } }),
    );
  }
  return trialsInTurn(trials);
}

const pick = (values: Float32Array, places: Uint32Array) =>
  Float32Array.from(places, (place) => values[place]);

/** Nothing where a peer is not set up, which its own cells say. */
function absent(error: unknown): undefined {
  if (!(error instanceof ReproError)) throw error;
}

/** Vertices of a graph so small that a product with it takes as long as a peer takes for a call. */
const FEW_VERTICES = 64;

/** Times a call of DGL that computes next to nothing; once a session. */
async function timePeerCall(lab: Lab, _dataset: LoadedDataset, _settings: object): Promise<CheckedTimes> {
  const matrix = gcnNormalise(rmat({ vertices: FEW_VERTICES, edges: FEW_VERTICES }, lab.seed));
  const features = randomFeatures(matrix.cols, HIDDEN, lab.seed);
  const open = () => peerTrial(lab, { matrix, features, width: HIDDEN, peer: DGL });
  const sides = await measureSideBySide(lab, new Map([[DGL, open]]), { decides: false });
  return sides.times(DGL);
}

async function trial(lab: Lab, dataset: LoadedDataset, { id, original }: Variant): Promise<Trial> {
  const onPaths = original !== undefined;
  if (id === PEER || id === PEER_PATHS) return await peerProducts(lab, dataset, onPaths);
  if (id === GROUPS || id === GROUPS_PATHS) {
    return aggregationTrial(lab, await groupedProducts(lab, dataset, onPaths));
  }
  return aggregationTrial(
    lab,
    (await layerProducts(lab, dataset, onPaths)).map((problem) => ({
      operation: "spmm",
      problem,
      kernel: "row-split",
    })),
  );
}

const METRICS = {
  speedup: { label: "speed-up of the system by path matrices", unit: "x", better: "higher" },
  time: { label: "backward aggregation of an epoch", unit: "ms", better: "lower" },
  time_of_training: { label: `backward aggregation of ${EPOCHS} epochs`, unit: "ms", better: "lower" },
  prepare: { label: "preparation of the kernels", unit: "ms", better: "lower", shown: false },
  peer_call: { label: "a call of the peer", unit: "ms", better: "lower", shown: false },
  edges: { label: "edges multiplied", unit: "1" },
  rows_written: { label: "rows written", unit: "1", shown: false },
  groups: { label: "groups", unit: "1", shown: false },
  atomics: { label: "atomic additions", unit: "1", better: "lower", shown: false },
  bytes_moved: { label: "bytes moved, each use counted", unit: "1", better: "lower" },
} as const satisfies Metrics;

/** Times the asked contenders side by side, each on paths with the same system on the whole graph. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: GraphWorkload,
  contenders: readonly Variant[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const needed = CONTENDERS.filter((variant) =>
    contenders.includes(variant) || contenders.some(({ original }) => original === variant.id)
  );
  const trials = needed.map((variant) => [variant.id, () => trial(lab, dataset, variant)] as const);
  const sides = await measureSideBySide(lab, new Map(trials), { preparations: PREPARATIONS });
  const peerCall = contenders.some(({ runtime }) => runtime === "python")
    ? await lab.once(timePeerCall, NO_DATASET, {}).catch(absent)
    : undefined;
  return (id) => {
    const { ms, facts, parts } = sides.of(id);
    const { original, runtime } = needed.find((variant) => variant.id === id)!;
    const times = sides.times(id);
    return {
      times: {
        ...parts,
        time: times,
        time_of_training: { ...times, ms: ms.map((each) => EPOCHS * each) },
        prepare: sides.preparation(id),
        ...(runtime === "python" && peerCall && { peer_call: peerCall }),
      },
      facts: { ...facts, ...(original !== undefined && { speedup: sides.ratio(original, id) }) },
    };
  };
}

const key = (workload: string, contender: string) => ({ workload, contender });

const speedup = (workload: string, contender: string): Cited => [key(workload, contender), "speedup"];

/** DGL's speed-up is below GNNAdvisor's on every graph. */
function dglGainsLess(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.map(({ id }) => evidence.less(speedup(id, PEER_PATHS), speedup(id, GROUPS_PATHS)));
}

/** Whether DGL has multiplied on the paths of every graph. */
function hasPeer(evidence: SuiteEvidence): boolean {
  return PAPER_GRAPHS.every(({ id }) => evidence.find(key(id, PEER_PATHS), "speedup")?.status === "ok");
}

/** Each graph gains more than the one before it: by DGL where it is set up, else by its policy. */
function gainGrows(evidence: SuiteEvidence): ClaimPart[] {
  const contender = hasPeer(evidence) ? PEER_PATHS : POLICY_PATHS;
  return PAPER_GRAPHS.slice(1).map(({ id }, i) =>
    evidence.less(speedup(PAPER_GRAPHS[i].id, contender), speedup(id, contender))
  );
}

const cells = (...contenders: readonly string[]) =>
  PAPER_GRAPHS.flatMap(({ id }) => contenders.map((contender) => key(id, contender)));
const PEERS = cells(PEER, PEER_PATHS);
const PEER_PREMISE = [printedSizes(PEERS), longPeerCalls(() => PEERS)];
const PREMISE = [...pathPremise(cells(GROUPS, GROUPS_PATHS)), longPeerCalls(() => PEERS)];
/** The product that knows no groups is DGL's where it is set up, else that of its policy. */
const UNGROUPED_PREMISE = [
  ...pathPremise(cells(POLICY, POLICY_PATHS)),
  longPeerCalls((evidence) => hasPeer(evidence) ? PEERS : []),
];

/** Backward aggregation of two systems on the whole graph and on path matrices. */
export const table4: Suite<GraphWorkload, Variant, typeof METRICS> = {
  id: "eppgcn/table-4",
  artifact: "Table IV",
  title: "DGL and GNNAdvisor, original and on paths",
  decidesFrom: "paper",
  question: "What do path matrices gain in a system whose product knows no groups, and in one that does?",
  contenders: CONTENDERS,
  baseline: POLICY,
  workloads: trainedWorkloads,
  settings: {
    "layers": String(LAYERS),
    "training set": "10 % of the vertices, drawn uniformly",
    "widths": "classes in layer 1, 16 in layer 0: combined before aggregated, as in the public code",
    "path matrices": "rows N^k, columns N^(k-1)",
    "grouping": "GNNAdvisor: floor of the average degree; EPPGCN: 32",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "speedup", x: "workload" },
    { metric: "time", x: "workload", logarithmic: true },
  ],
  notes: [
    "Policy of DGL: one product of the best kernel that takes a matrix as it is, once a layer. It is not the system: the peer is.",
    "DGL multiplies as its GraphConv does (dgl.ops.copy_u_sum between two scalings by vertex), on path matrices too. It times " +
    "itself; what a call of it costs is that of a product with 64 vertices.",
    "GNNAdvisor is stood for by its neighbour groups on this device; on CPU threads they balance nothing.",
    "The printed DGL times of the three smallest graphs are 0.75 ms a product, which is launch overhead.",
  ],
  publishedAs: ({ graph }, { id: contender, original, system }, metric) => {
    if (system === undefined) return undefined;
    const shared = { dataset: graph.name, model: "GCN" };
    if (metric === "time_of_training") {
      const config = { variant: original === undefined ? "original" : "improved", epochs: String(EPOCHS) };
      return { ...shared, metric: "backward_aggregation_time", system, config };
    }
    return metric === "speedup" && contender === PEER_PATHS
      ? { ...shared, metric: "backward_aggregation_speedup", system: "DGL+EPP vs DGL" }
      : undefined;
  },
  claims: [
    {
      claimId: "eppgcn.q.dgl-improves",
      premise: PEER_PREMISE,
      decide: (evidence) => PAPER_GRAPHS.map(({ id }) => evidence.faster(key(id, PEER_PATHS), key(id, PEER))),
    },
    {
      claimId: "eppgcn.q.dgl-less",
      premise: PREMISE,
      decide: dglGainsLess,
    },
    { claimId: "eppgcn.q.gain-with-size", premise: UNGROUPED_PREMISE, decide: gainGrows },
    {
      claimId: "eppgcn.q.crossover",
      premise: PREMISE,
      decide: (evidence) => [
        ...PAPER_GRAPHS.slice(-3).map(({ id }) => evidence.faster(key(id, PEER), key(id, GROUPS))),
        ...PAPER_GRAPHS.map(({ id }) => evidence.faster(key(id, GROUPS_PATHS), key(id, PEER_PATHS))),
      ],
    },
  ],
};
