/**
 * Outcomes of hetu-gnn Figure 5: edges, times and gains of each block, and how far apart those of all blocks
 * are.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { productSeconds, spmmSchedule } from "../../../distributed/spmm/mod.ts";
import { mean, median } from "../../../platform/statistics/mod.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Metrics, modelled } from "../../metrics.ts";
import { naturalOperands } from "../../trials/ordered_graph.ts";
import type { SideBySide } from "../../trials/side_by_side.ts";
import { ORDERING_REGIME_METRICS, orderingRegime } from "../orderings/ordering_premises.ts";
import { WIDTH } from "../paper_graphs.ts";
import { BALANCE_METRICS, balanceFacts } from "./balance_premises.ts";
import { type BlockMeasurements, BLOCKS, measureBlocks } from "./block_times.ts";
import { equalEdgesId, measureEqualEdges } from "./equal_edges.ts";
import { GRAPH, NEARLY } from "./figure_5_claims.ts";
import { PAPER_LINK } from "./links.ts";
import { TWO_GROUPS } from "./schemes.ts";
import { type ScopedOrdering, UNORDERED, WHOLE_METIS } from "./scoped_orderings.ts";

/** One block, or all of them. */
export interface BlockWorkload extends Workload {
  /** Place of the block among the four; absent where the workload is about all of them. */
  readonly block?: number;
}

/** Metrics of blocks, and of the step that all of them make. */
export const BLOCK_METRICS = {
  spmm_time: { label: "SpMM time of the block", unit: "ms", better: "lower" },
  block_edges: { label: "edges of the block", unit: "edges" },
  gain: { label: "speed-up of the block", unit: "x", better: "higher" },
  time_per_edge: { label: "time an edge", unit: "ns", better: "lower" },
  time_at_equal_edges: {
    label: "SpMM time, thinned to the edges of the sparser order",
    unit: "ms",
    better: "lower",
  },
  mean_column_gap: { label: "mean column gap within a row", unit: "columns", better: "lower" },
  tile_density_variance: { label: "variance of the fill of tiles", unit: "1", better: "higher" },
  slowest_time: { label: "slowest block", unit: "ms", better: "lower" },
  step_time: { label: "step with messages", unit: "ms", better: "lower" },
  edge_imbalance: { label: "most over mean edges", unit: "1", better: "lower" },
  time_imbalance: { label: "slowest over mean time", unit: "1", better: "lower" },
  edge_spread: { label: "most over fewest edges", unit: "1", better: "lower" },
  time_spread: { label: "slowest over fastest, of medians", unit: "1", better: "lower" },
  gain_spread: { label: "largest over smallest gain, of medians", unit: "1", better: "lower" },
  ...ORDERING_REGIME_METRICS,
  ...BALANCE_METRICS,
} as const satisfies Metrics;

type Outcome = JointOutcome<typeof BLOCK_METRICS>;

/** Speed-up of a block over the graph as it comes, by round. */
function gains(own: BlockMeasurements, unordered: BlockMeasurements): number[] {
  return own.times.ms.map((ms, round) => unordered.times.ms[round] / ms);
}

function blockOutcome(own: BlockMeasurements, unordered: BlockMeasurements): Outcome {
  const { times, edges } = own;
  return {
    times: { spmm_time: times, time_per_edge: { ...times, ms: times.ms.map((ms) => ms / edges) } },
    facts: {
      block_edges: edges,
      gain: gains(own, unordered),
      mean_column_gap: own.columnGap,
      tile_density_variance: own.densityVariance,
    },
  };
}

const spread = (values: readonly number[]) => Math.max(...values) / Math.min(...values);
const imbalance = (values: readonly number[]) => Math.max(...values) / mean(values);

function stepOutcome(
  own: readonly BlockMeasurements[],
  unordered: readonly BlockMeasurements[],
  vertices: number,
): Outcome {
  const [{ times }] = own, edges = own.map((block) => block.edges);
  const rounds = times.ms.map((_, round) => own.map((block) => block.times.ms[round]));
  const slowest = rounds.map((blocks) => Math.max(...blocks));
  const messages = 1e3 * productSeconds(spmmSchedule(TWO_GROUPS), { vertices, width: WIDTH }, PAPER_LINK);
  return {
    times: { slowest_time: { ...times, ms: slowest } },
    facts: {
      step_time: modelled(slowest.map((ms) => ms + messages)),
      edge_spread: spread(edges),
      edge_imbalance: imbalance(edges),
      // Of medians, since four noisy times differ even where all blocks take equally long.
      time_spread: spread(own.map((block) => median(block.times.ms))),
      time_imbalance: rounds.map(imbalance),
      gain_spread: spread(own.map((block, i) => median(gains(block, unordered[i])))),
    },
  };
}

/** Orderings whose blocks are compared at equal numbers of edges. */
const AT_EQUAL_EDGES = [UNORDERED, WHOLE_METIS];

/** Times of a block under an ordering at equal edges, where both orderings were asked for. */
async function equalEdges(
  lab: Lab,
  dataset: LoadedDataset,
  orderings: readonly ScopedOrdering[],
): Promise<SideBySide | undefined> {
  if (!AT_EQUAL_EDGES.every((each) => orderings.includes(each))) return undefined;
  return await lab.once(measureEqualEdges, dataset, { orderings: AT_EQUAL_EDGES }, lab.profile);
}

/** Quantities of the graph that premises bound. */
async function regimeFacts(lab: Lab, dataset: LoadedDataset) {
  const { matrix } = await naturalOperands(lab, dataset, WIDTH), { seed } = lab;
  return {
    ...await lab.once(orderingRegime, dataset, { graph: GRAPH, width: WIDTH }),
    ...balanceFacts(matrix, { graph: GRAPH, nearly: NEARLY, seed }),
  };
}

/** Times the four blocks under the orderings that were asked for, once for all workloads. */
export async function measureBalance(
  lab: Lab,
  dataset: LoadedDataset,
  { block }: BlockWorkload,
  orderings: readonly ScopedOrdering[],
): Promise<(id: string) => Outcome> {
  const measured = await lab.once(measureBlocks, dataset, { orderings }, lab.profile);
  if (block === undefined) {
    const regime = await regimeFacts(lab, dataset);
    return (id) => {
      const { times, facts } = stepOutcome(measured.of(id), measured.of(UNORDERED.id), dataset.graph.rows);
      return { times, facts: id === UNORDERED.id ? { ...facts, ...regime } : facts };
    };
  }
  const thinned = await equalEdges(lab, dataset, orderings);
  return (id) => {
    const { times, facts } = blockOutcome(measured.of(id)[block], measured.of(UNORDERED.id)[block]);
    if (!thinned || !AT_EQUAL_EDGES.some((each) => each.id === id)) return { times, facts };
    const time_at_equal_edges = thinned.times(equalEdgesId(BLOCKS[block], { id }));
    return { times: { ...times, time_at_equal_edges }, facts };
  };
}
