/**
 * hetu-gnn Table 2: the number of blocks that Algorithm 2 orders, scheme by scheme, counted on the schedules.
 *
 * @module
 */
import { spmmSchedule } from "../../distributed/spmm/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { schemeOf, SCHEMES } from "./schemes.ts";
import type { TextSuite } from "../text_suite.ts";

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

/** The suite. */
export const table2: TextSuite = {
  id: "hetu-gnn/table-2",
  paper: "hetu-gnn",
  artifact: "Table 2",
  title: "Blocks of each partition scheme",
  question: "Into how many diagonal blocks does each scheme cut the graph?",
  contenders: SCHEMES.map(({ id, label, factors }) => ({ id, label, factors })),
  baseline: SCHEMES[0].id,
  workloads: () => [{ id: WORKLOAD, factors: {} }],
  settings: { "counted": "row ranges that a schedule's products have" },
  measurement: {
    kind: "exact",
    count: (_lab, _dataset, _workload, { id }) => {
      const { steps } = spmmSchedule(schemeOf(id));
      const rows = new Set(steps.flatMap(({ products }) => products.map(({ row }) => row)));
      return Promise.resolve([
        { metric: "block_count", unit: "blocks", value: rows.size },
        { metric: "steps", unit: "steps", value: steps.length },
      ]);
    },
  },
  metrics: [
    { id: "block_count", label: "blocks", unit: "blocks", better: "neither" },
    { id: "steps", label: "products of a rank, one after another", unit: "steps", better: "lower" },
  ],
  plots: [],
  notes: [
    "A member of a group of r ranks multiplies every r-th block of its row: the paper does not say which.",
  ],
  publishedAs: (_workload, { factors }, metric) =>
    metric === "block_count" ? { metric, config: factors! } : undefined,
  claims: [{ claimId: "hetu-gnn.q.blocknum-rule", decide: rule }],
};
