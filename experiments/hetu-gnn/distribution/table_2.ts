/**
 * hetu-gnn Table 2: the number of blocks that Algorithm 2 orders, scheme by scheme, counted on the schedules.
 *
 * @module
 */
import { spmmSchedule } from "../../../distributed/spmm/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { factorTexts, type Workload } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { type PaperScheme, SCHEMES } from "./schemes.ts";

const WORKLOAD = "schemes";

/** The printed rule, for the five schemes. */
function rule(evidence: SuiteEvidence): ClaimPart[] {
  return SCHEMES.map(({ id, label, ranks, replication }) => {
    const row = evidence.row({ workload: WORKLOAD, contender: id }, "block_count");
    return evidence.exact(
      row.median === ranks / replication,
      `${label}: ${row.median} blocks`,
      [row],
      row.median,
    );
  });
}

const METRICS = {
  block_count: { label: "blocks", unit: "blocks" },
  steps: { label: "products of a rank, one after another", unit: "steps", better: "lower" },
} as const satisfies Metrics;

/** Number of diagonal blocks by partition scheme. */
export const table2: Suite<Workload, PaperScheme, typeof METRICS> = {
  id: "hetu-gnn/table-2",
  artifact: "Table 2",
  title: "Blocks of each partition scheme",
  question: "Into how many diagonal blocks does each scheme cut the graph?",
  contenders: SCHEMES,
  baseline: SCHEMES[0].id,
  workloads: () => [{ id: WORKLOAD, factors: {} }],
  settings: { "counted": "row ranges that a schedule's products have" },
  measurement: {
    kind: "exact",
    count: (_lab, _dataset, _workload, scheme) => {
      const { steps } = spmmSchedule(scheme);
      const rows = new Set(steps.flatMap(({ products }) => products.map(({ row }) => row)));
      return Promise.resolve({ block_count: rows.size, steps: steps.length });
    },
  },
  metrics: METRICS,
  plots: [],
  notes: [
    "A member of a group of r ranks multiplies every r-th block of its row: the paper does not say which.",
  ],
  publishedAs: (_workload, { factors }, metric) =>
    metric === "block_count" ? { metric, config: factorTexts({ factors }) } : undefined,
  claims: [{ claimId: "hetu-gnn.q.blocknum-rule", decide: rule }],
};
