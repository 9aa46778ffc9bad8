/**
 * hetu-gnn Section 2.1: whether 1D and 1.5D partitioned products are the product, and what their ranks send
 * each other.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { productTraffic, spmmSchedule } from "../../../distributed/spmm/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Workload } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { countOnDevice } from "../device_counts.ts";
import { checkedStandIn, GRAPH_IDS, WIDTH } from "../paper_graphs.ts";
import { openProduct } from "./scheme_product.ts";
import { type PaperScheme, SCHEMES } from "./schemes.ts";
import { UNORDERED } from "./scoped_orderings.ts";

const METRICS = {
  error_share: { label: "worst error, of its bound", unit: "1", better: "lower" },
  broadcast_bytes: { label: "received by broadcasts, all ranks", unit: "bytes", better: "lower" },
  broadcast_bytes_formula: { label: "the same by formula", unit: "bytes" },
  sum_bytes: { label: "received by sums within groups", unit: "bytes", better: "lower" },
} as const satisfies Metrics;

async function multiply(
  lab: Lab,
  dataset: LoadedDataset,
  scheme: PaperScheme,
): Promise<JointOutcome<typeof METRICS>> {
  const setting = { scheme, ordering: UNORDERED, width: WIDTH };
  const { run, receivedBytes, check } = await openProduct(lab, dataset, setting);
  run.close();
  const shape = { vertices: dataset.graph.rows, width: WIDTH };
  const { broadcastBytes, sumBytes } = productTraffic(spmmSchedule(scheme), shape);
  return {
    times: {},
    facts: {
      error_share: check.relErr / check.tolerance,
      broadcast_bytes: sumOf(receivedBytes),
      broadcast_bytes_formula: sumOf(broadcastBytes),
      sum_bytes: sumOf(sumBytes),
    },
  };
}

/** Every scheme gives the oracle's product on every graph. */
function correct(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPH_IDS.map((workload) => {
    const rows = SCHEMES.map(({ id }) => evidence.row({ workload, contender: id }, "error_share"));
    const worst = Math.max(...rows.map(medianOf));
    const text = `${workload}: the worst error of ${rows.length} schemes is ${
      worst.toPrecision(2)
    } of its bound`;
    return evidence.exact(worst <= 1, text, rows, worst);
  });
}

/** 1.5D adds up within groups, 1D does not. */
function extraSum(evidence: SuiteEvidence): ClaimPart[] {
  return SCHEMES.map(({ id, label, replication }) => {
    const rows = GRAPH_IDS.map((workload) => evidence.row({ workload, contender: id }, "sum_bytes"));
    const bytes = rows.map(medianOf);
    const holds = bytes.every((each) => replication === 1 ? each === 0 : each > 0);
    return evidence.exact(holds, `${label}: ${bytes.join(", ")} bytes summed within groups`, rows);
  });
}

/** Errors and traffic of a product by partition scheme. */
export const section21: Suite<Workload, PaperScheme, typeof METRICS> = {
  id: "hetu-gnn/section-2-1",
  artifact: "Section 2.1",
  title: "Partitioned products against the oracle",
  question:
    "Do 1D and 1.5D partitioned products give the product, and how many bytes do their ranks receive?",
  contenders: SCHEMES,
  baseline: SCHEMES[0].id,
  workloads: (profile) =>
    GRAPH_IDS.map((graph) => ({
      id: graph,
      dataset: checkedStandIn(graph, profile),
      factors: { width: WIDTH },
    })),
  settings: { "feature width": String(WIDTH), "kernel": "row-split" },
  measurement: {
    kind: "joint",
    measure: (lab, dataset, _workload, schemes) =>
      countOnDevice(schemes, (scheme) => multiply(lab, dataset, scheme)),
  },
  metrics: METRICS,
  plots: [],
  notes: [
    "Small stand-ins of more than 2^16 edges: a product is right or wrong at any size.",
    "Received in 1D: (p - 1) / p n f 4 bytes a rank; in a sum of r ranks 2 (r - 1) / r of its rows, as a " +
    "ring passes them.",
  ],
  claims: [
    { claimId: "hetu-gnn.q.partition-correct", decide: correct },
    { claimId: "hetu-gnn.q.1_5d-allreduce", decide: extraSum },
  ],
};
