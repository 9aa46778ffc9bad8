/**
 * The backward aggregation of a training by DGL, by its policy and by neighbour groups, on the whole graph
 * and on path matrices.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { rmat } from "../../../datasets/generators/rmat.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { constantRule, type GroupSizeRule } from "../../../kernels/spmm/group_size/mod.ts";
import { ReproError } from "../../../platform/errors.ts";
import type { Contender } from "../../cell.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { JointOutcome, Trial } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import { peerTrial, separableScale } from "../../peers/peer_trial.ts";
import { measureSideBySide } from "../../trials/side_by_side.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { type AggregationProduct, aggregationTrial, groupedAggregation } from "../aggregation_trial.ts";
import { aggregatedWidth, pathProducts, wholeGraphProducts } from "../backward_products.ts";
import { ownRegressionRule } from "../group_sizes/labelled_matrices.ts";
import { measuresGroups } from "../grouped_product.ts";
import { type GraphWorkload, HIDDEN } from "../paper_graphs.ts";
import { trialsInTurn } from "./trials_in_turn.ts";
import { aggregationMatrix, pathsOf } from "../drawn_paths.ts";

/** Layers of the model. */
export const LAYERS = 2;
/** Epochs of the printed times. */
export const EPOCHS = 100;
/** Group size on CPU threads, which have nothing to balance: the fixed one of the public code. */
const CPU_GROUP = 32;
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

/** Ids of the systems. */
export const POLICY = "policy:dgl",
  POLICY_PATHS = "policy:dgl+epp",
  GROUPS = "gnnadvisor",
  GROUPS_PATHS = "eppgcn",
  PEER = "peer:dgl",
  PEER_PATHS = "peer:dgl+epp";

/** A system on the whole graph, or on path matrices. */
export interface Variant extends Contender {
  /** The same system on the whole graph, where this one is on paths. */
  readonly original?: string;
  /** Column of the published table. */
  readonly system?: string;
}

/** Systems that are compared, each on the whole graph and on path matrices. */
export const CONTENDERS: readonly Variant[] = [
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
  { onPaths }: { readonly onPaths: boolean },
): Promise<readonly LayerProduct[]> {
  const ofLayer = (layer: number, matrix: CsrMatrix) => {
    const width = aggregatedWidth(dataset, layer, LAYERS);
    return { matrix, width, features: randomFeatures(matrix.cols, width, lab.seed) };
  };
  if (!onPaths) {
    const whole = await aggregationMatrix(lab, dataset);
    return Array.from({ length: LAYERS }, (_, hop) => ofLayer(LAYERS - 1 - hop, whole));
  }
  const paths = await pathsOf(lab, dataset, { layers: LAYERS });
  return paths.map(({ layer, matrix, targets, sources }) => ({
    ...ofLayer(layer, matrix),
    targets,
    sources,
  }));
}

/**
 * Rule of the improved GNNAdvisor: structure-aware grouping is a part of it (Sections 6.1 and 6.3), which DGL
 * cannot have.
 */
async function pathRule(lab: Lab, dataset: LoadedDataset): Promise<GroupSizeRule> {
  return measuresGroups(lab.device) ? await ownRegressionRule(lab, dataset) : constantRule(CPU_GROUP);
}

/** Products by neighbour groups: GNNAdvisor's on the whole graph, or EPPGCN's on paths. */
export async function groupedProducts(
  lab: Lab,
  dataset: LoadedDataset,
  { onPaths }: { readonly onPaths: boolean },
): Promise<AggregationProduct[]> {
  const products = onPaths
    ? await pathProducts(
      dataset,
      await pathsOf(lab, dataset, { layers: LAYERS }),
      await pathRule(lab, dataset),
    )
    : await wholeGraphProducts(lab, dataset, LAYERS);
  return products.map((product) => groupedAggregation(lab, product));
}

/** A peer's products one after another, each in a worker of its own. */
async function peerProducts(
  lab: Lab,
  dataset: LoadedDataset,
  { onPaths }: { readonly onPaths: boolean },
): Promise<Trial> {
  const trials: Trial[] = [];
  const scale = separableScale(await aggregationMatrix(lab, dataset));
  const products = await layerProducts(lab, dataset, { onPaths });
  for (const [i, { targets, sources, ...product }] of products.entries()) {
    const timeoutMs = SILENCE_MS + i + (onPaths ? LAYERS : 0);
    const scales = scale && targets && sources &&
      { rows: pick(scale, targets), columns: pick(scale, sources) };
    trials.push(
      await peerTrial(lab, { ...product, ...(scales && { scales }), peer: DGL, open: { timeoutMs } }),
    );
  }
  return trialsInTurn(lab.device, trials);
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
  if (id === PEER || id === PEER_PATHS) return await peerProducts(lab, dataset, { onPaths });
  if (id === GROUPS || id === GROUPS_PATHS) {
    return aggregationTrial(lab, await groupedProducts(lab, dataset, { onPaths }));
  }
  return aggregationTrial(
    lab,
    (await layerProducts(lab, dataset, { onPaths })).map((problem) => ({
      operation: "spmm",
      problem,
      kernel: "row-split",
    })),
  );
}

/** Metrics of a system, in the order of the tables. */
export const SYSTEM_METRICS = {
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
export async function measureSystems(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: GraphWorkload,
  contenders: readonly Variant[],
): Promise<(id: string) => JointOutcome<typeof SYSTEM_METRICS>> {
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
