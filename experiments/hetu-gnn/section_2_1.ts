/**
 * hetu-gnn Section 2.1: whether 1D and 1.5D partitioned products are the product, and what their ranks send each other.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { productTraffic, spmmSchedule } from "../../distributed/spmm/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { GRAPHS } from "./epochs.ts";
import { openProduct } from "./partitioned_rounds.ts";
import { schemeOf, SCHEMES, UNORDERED } from "./schemes.ts";
import type { TextSuite } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

/** Hidden width of the paper. */
const WIDTH = 128;

async function count(lab: Lab, dataset: LoadedDataset, id: string): Promise<readonly Fact[]> {
  const scheme = schemeOf(id);
  const { run, receivedBytes, errorShare } = await openProduct(lab, dataset, {
    ...{ scheme, ordering: UNORDERED, width: WIDTH },
  });
  run.close();
  const shape = { vertices: dataset.graph.rows, width: WIDTH };
  const { broadcastBytes, sumBytes } = productTraffic(spmmSchedule(scheme), shape);
  const sum = (bytes: readonly number[]) => bytes.reduce((total, own) => total + own, 0);
  return [
    { metric: "error_share", unit: "1", value: errorShare },
    { metric: "broadcast_bytes", unit: "bytes", value: sum(receivedBytes) },
    { metric: "broadcast_bytes_formula", unit: "bytes", value: sum(broadcastBytes) },
    { metric: "sum_bytes", unit: "bytes", value: sum(sumBytes) },
  ];
}

const WORKLOADS = Object.keys(GRAPHS);

/** Every scheme gives the oracle's product on every graph. */
function correct(evidence: SuiteEvidence): ClaimPart[] {
  return WORKLOADS.map((workload) => {
    const rows = SCHEMES.map(({ id }) => evidence.row({ workload, contender: id }, "error_share"));
    const worst = Math.max(...rows.map(medianOf));
    const words = `${workload}: the worst error of ${rows.length} schemes is ${
      worst.toPrecision(2)
    } of its bound`;
    return evidence.exact(worst <= 1, words, rows, worst);
  });
}

/** 1.5D adds up within groups, 1D does not. */
function extraSum(evidence: SuiteEvidence): ClaimPart[] {
  return SCHEMES.map(({ id, label, replication }) => {
    const rows = WORKLOADS.map((workload) => evidence.row({ workload, contender: id }, "sum_bytes"));
    const bytes = rows.map(medianOf);
    const holds = bytes.every((each) => replication === 1 ? each === 0 : each > 0);
    return evidence.exact(holds, `${label}: ${bytes.join(", ")} bytes summed within groups`, rows);
  });
}

/** The suite. */
export const section21: TextSuite = {
  id: "hetu-gnn/section-2-1",
  paper: "hetu-gnn",
  artifact: "Section 2.1",
  title: "Partitioned products against the oracle",
  question:
    "Do 1D and 1.5D partitioned products give the product, and how many bytes do their ranks receive?",
  contenders: SCHEMES.map(({ id, label, factors }) => ({ id, label, factors })),
  baseline: SCHEMES[0].id,
  workloads: () =>
    Object.entries(GRAPHS).map(([id, { scale }]) => ({
      ...{ id, dataset: `${id}@1/${scale.smoke}:fill`, factors: { width: String(WIDTH) } },
    })),
  settings: { "feature width": String(WIDTH), "kernel": "row-split" },
  measurement: { kind: "counted", count: (lab, dataset, _workload, { id }) => count(lab, dataset, id) },
  metrics: [
    { id: "error_share", label: "worst error, of its bound", unit: "1", better: "lower" },
    { id: "broadcast_bytes", label: "received by broadcasts, all ranks", unit: "bytes", better: "lower" },
    { id: "broadcast_bytes_formula", label: "the same by formula", unit: "bytes", better: "neither" },
    { id: "sum_bytes", label: "received by sums within groups", unit: "bytes", better: "lower" },
  ],
  plots: [],
  notes: [
    "Small stand-ins in every profile: a product is right or wrong at any size.",
    "Received in 1D: (p - 1) / p n f 4 bytes a rank; in a sum of r ranks 2 (r - 1) / r of its rows, as a ring passes them.",
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "hetu-gnn.q.partition-correct", decide: correct },
    { claimId: "hetu-gnn.q.1_5d-allreduce", decide: extraSum },
  ],
};
