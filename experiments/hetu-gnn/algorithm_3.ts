/**
 * hetu-gnn Algorithm 3: is the tile-adaptive product right for every threshold, from all tiles dense to all tiles sparse.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { denseShare, tileMatrix } from "../../graph/tiles.ts";
import { verifyKernel } from "../../kernels/verify_kernel.ts";
import { findKernel } from "../../kernels/registry.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { orderGraph } from "../trials/ordered_graph.ts";
import { GRAPHS } from "./epochs.ts";
import type { TextSuite } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

/** Percent of a tile; the printed ones, and the ends: every tile dense, every tile sparse. */
const THRESHOLDS = [0, 2, 5, 10, 100] as const;
/** Hidden width of the paper. */
const WIDTH = 128;

async function count(lab: Lab, dataset: LoadedDataset, threshold: number): Promise<readonly Fact[]> {
  const { device, seed } = lab;
  const { ordered } = await orderGraph(lab, dataset, { ordering: "metis", width: WIDTH });
  const kernel = findKernel(spmm.id, "block-sparse", device.backend);
  const { relErr, tolerance } = await verifyKernel({ operation: spmm, kernel, device }, ordered, {
    seed,
    parameters: { threshold },
  });
  const share = denseShare(tileMatrix(ordered.matrix), threshold / 100);
  return [
    { metric: "error_share", unit: "1", value: relErr / tolerance },
    { metric: "tiles", unit: "tiles", value: share.tiles },
    { metric: "dense_tiles", unit: "tiles", value: share.denseTiles },
  ];
}

/** Every threshold gives the product of the oracle. */
function correct(evidence: SuiteEvidence): ClaimPart[] {
  return Object.keys(GRAPHS).map((workload) => {
    const rows = THRESHOLDS.map((threshold) =>
      evidence.row({ workload, contender: String(threshold) }, "error_share")
    );
    const worst = Math.max(...rows.map((row) => medianOf(row)));
    const words = `${workload}: the worst error of ${rows.length} thresholds is ${
      worst.toPrecision(2)
    } of its bound`;
    return evidence.exact(worst <= 1, words, rows, worst);
  });
}

/** The suite. */
export const algorithm3: TextSuite = {
  id: "hetu-gnn/algorithm-3",
  paper: "hetu-gnn",
  artifact: "Algorithm 3",
  title: "The tile-adaptive product against the oracle",
  question: "Is the tile-adaptive product the plain one, whatever the density threshold?",
  contenders: THRESHOLDS.map((threshold) => ({
    id: String(threshold),
    label: threshold === 0 ? "all dense" : threshold === 100 ? "all sparse" : `${threshold} %`,
    factors: { threshold: `${threshold}%` },
  })),
  baseline: "5",
  workloads: () =>
    Object.entries(GRAPHS).map(([id, { scale }]) => ({
      ...{ id, dataset: `${id}@1/${scale.smoke}:fill` },
      factors: { width: String(WIDTH) },
    })),
  settings: { "feature width": String(WIDTH), "ordering": "METIS, 200 vertices a cluster, whole graph" },
  measurement: {
    kind: "counted",
    count: (lab, dataset, _workload, { id }) => count(lab, dataset, Number(id)),
  },
  metrics: [
    { id: "error_share", label: "worst error, of its bound", unit: "1", better: "lower" },
    { id: "tiles", label: "tiles with an entry", unit: "tiles", better: "neither" },
    { id: "dense_tiles", label: "of them dense", unit: "tiles", better: "neither" },
  ],
  plots: [],
  notes: [
    "Small stand-ins in every profile: an algorithm is right or wrong at any size. With every tile dense a large sparse graph " +
    "takes up to 1,024 times its arithmetic.",
    "The bound of an entry is what rounding can make of its own sum.",
  ],
  publishedAs: () => undefined,
  claims: [{ claimId: "hetu-gnn.q.block-sparse-correct", decide: correct }],
};
