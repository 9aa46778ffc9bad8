/**
 * hetu-gnn Algorithm 3: is the tile-adaptive product right for every threshold, from all tiles dense to all
 * tiles sparse.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { denseShare, tileMatrix } from "../../../graph/tiles.ts";
import { findKernel } from "../../../kernels/registry.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { orderGraph } from "../../trials/ordered_graph.ts";
import { countOnDevice } from "../device_counts.ts";
import { checkedStandIn, GRAPH_IDS, WIDTH } from "../paper_graphs.ts";

/** Percent of a tile; the printed ones, and the ends: every tile dense, every tile sparse. */
const THRESHOLDS = [0, 2, 5, 10, 100] as const;

/** A density threshold. */
interface Threshold extends Contender {
  /** Percent of a tile. */
  readonly threshold: number;
}

const METRICS = {
  error_share: { label: "worst error, of its bound", unit: "1", better: "lower" },
  tiles: { label: "tiles with an entry", unit: "tiles" },
  dense_tiles: { label: "of them dense", unit: "tiles" },
} as const satisfies Metrics;

async function verify(
  lab: Lab,
  dataset: LoadedDataset,
  { threshold }: Threshold,
): Promise<JointOutcome<typeof METRICS>> {
  const { device, seed } = lab;
  const { ordered } = await orderGraph(lab, dataset, { ordering: "metis", width: WIDTH });
  const problem = { operation: spmm, kernel: findKernel(spmm.id, "block-sparse", device.backend), device };
  const options = { seed, parameters: { threshold } };
  const { relErr, tolerance } = await verifyKernel(problem, ordered, options);
  const { tiles, denseTiles } = denseShare(tileMatrix(ordered.matrix), threshold / 100);
  return { times: {}, facts: { error_share: relErr / tolerance, tiles, dense_tiles: denseTiles } };
}

/** Every threshold gives the product of the oracle. */
function correct(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPH_IDS.map((workload) => {
    const rows = THRESHOLDS.map((threshold) =>
      evidence.row({ workload, contender: String(threshold) }, "error_share")
    );
    const worst = Math.max(...rows.map(medianOf));
    const text = `${workload}: the worst error of ${rows.length} thresholds is ${
      worst.toPrecision(2)
    } of its bound`;
    return evidence.exact(worst <= 1, text, rows, worst);
  });
}

/** Errors of the tile-adaptive product by density threshold. */
export const algorithm3: Suite<Workload, Threshold, typeof METRICS> = {
  id: "hetu-gnn/algorithm-3",
  artifact: "Algorithm 3",
  title: "The tile-adaptive product against the oracle",
  question: "Is the tile-adaptive product the plain one, whatever the density threshold?",
  contenders: THRESHOLDS.map((threshold) => ({
    id: String(threshold),
    label: threshold === 0 ? "all dense" : threshold === 100 ? "all sparse" : `${threshold} %`,
    threshold,
    factors: { threshold: `${threshold}%` },
  })),
  baseline: "5",
  workloads: (profile) =>
    GRAPH_IDS.map((graph) => ({
      id: graph,
      dataset: checkedStandIn(graph, profile),
      factors: { width: WIDTH },
    })),
  settings: { "feature width": String(WIDTH), "ordering": "METIS, 200 vertices a cluster, whole graph" },
  measurement: {
    kind: "joint",
    measure: (lab, dataset, _workload, thresholds) =>
      countOnDevice(thresholds, (threshold) => verify(lab, dataset, threshold)),
  },
  metrics: METRICS,
  plots: [],
  notes: [
    "Small stand-ins of more than 2^16 edges: an algorithm is right or wrong at any size. With every tile dense " +
    "a large sparse graph takes up to 1,024 times its arithmetic.",
    "The bound of an entry is what rounding can make of its own sum.",
  ],
  claims: [{ claimId: "hetu-gnn.q.block-sparse-correct", decide: correct }],
};
