/**
 * The claims of hetu-gnn that rest on Table 5.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { tilePremise } from "../epochs/tile_premises.ts";
import type { GraphId } from "../paper_graphs.ts";

const DENSE_GRAPHS: readonly GraphId[] = ["reddit", "ogbn-proteins"];
const SPARSE_GRAPHS: readonly GraphId[] = ["archaea", "ogbn-products"];
/** All four graphs, the two dense ones first. */
export const ALL_GRAPHS = [...DENSE_GRAPHS, ...SPARSE_GRAPHS];
/** Density thresholds, in percent of a tile. */
export const THRESHOLDS = [2, 5, 10] as const;
/** Threshold that others are held against; its rows have the quantities of premises. */
export const BASELINE = "5";

const premiseOn = (graphs: readonly GraphId[]) =>
  tilePremise({ graphs: Object.fromEntries(graphs.map((graph) => [graph, graph])), contender: BASELINE });

const at = (workload: GraphId, threshold: number) => ({ workload, contender: String(threshold) });

const faster =
  (fast: number, slow: number, graphs: readonly GraphId[]) => (evidence: SuiteEvidence): ClaimPart[] =>
    graphs.map((graph) => evidence.faster(at(graph, fast), at(graph, slow)));

/** 5 % beats both 2 % and 10 % on the two large sparse graphs. */
function sparsePrefer5(evidence: SuiteEvidence): ClaimPart[] {
  return [...faster(5, 2, SPARSE_GRAPHS)(evidence), ...faster(5, 10, SPARSE_GRAPHS)(evidence)];
}

/** A larger threshold sends fewer tiles to the dense path. */
function monotone(evidence: SuiteEvidence): ClaimPart[] {
  return ALL_GRAPHS.map((workload) => {
    const rows = THRESHOLDS.map((threshold) => evidence.row(at(workload, threshold), "dense_tiles"));
    const counts = rows.map((row) => medianOf(row));
    const holds = counts[0] >= counts[1] && counts[1] >= counts[2];
    return evidence.exact(holds, `${workload}: ${counts.join(", ")} dense tiles at 2, 5 and 10 %`, rows);
  });
}

/** Rules of all claims on Table 5. */
export const TABLE_5_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "hetu-gnn.q.5-better-than-2",
    premise: premiseOn(ALL_GRAPHS),
    decide: faster(5, 2, ALL_GRAPHS),
  },
  {
    claimId: "hetu-gnn.q.dense-graphs-prefer-10",
    premise: premiseOn(DENSE_GRAPHS),
    decide: faster(10, 5, DENSE_GRAPHS),
  },
  {
    claimId: "hetu-gnn.q.sparse-graphs-prefer-5",
    premise: premiseOn(SPARSE_GRAPHS),
    decide: sparsePrefer5,
  },
  {
    claimId: "hetu-gnn.q.too-large-hurts",
    premise: premiseOn(SPARSE_GRAPHS),
    decide: faster(5, 10, SPARSE_GRAPHS),
  },
  { claimId: "hetu-gnn.q.dense-tiles-monotone", decide: monotone },
];
