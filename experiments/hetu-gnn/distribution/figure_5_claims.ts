/**
 * The claims of hetu-gnn that rest on Figure 5.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { between } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";
import type { RegimeRows } from "../graph_regime.ts";
import { orderingPremise, realIds } from "../orderings/ordering_premises.ts";
import type { GraphId } from "../paper_graphs.ts";
import { balancePremise } from "./balance_premises.ts";
import { type Block, BLOCKS } from "./block_times.ts";
import { BLOCK_METIS, type ScopedOrdering, UNORDERED, WHOLE_METIS } from "./scoped_orderings.ts";

/** Largest quotient of two values that are "nearly the same". */
export const NEARLY = 1.1;
/** Workload of the metrics that cover all blocks. */
export const STEP = "step";
/** Graph of the figure. */
export const GRAPH: GraphId = "reddit";

const REGIME: RegimeRows = { graphs: { [STEP]: GRAPH }, contender: UNORDERED.id };
const LOCALITY = orderingPremise(REGIME), BALANCE = balancePremise(REGIME);
/** Both, each condition once. */
const LOCALITY_AND_BALANCE = [...LOCALITY, ...BALANCE.filter(({ text }) => text !== LOCALITY.at(-1)!.text)];
/**
 * The clusters that a count sees are those of vertices with as many neighbours as in the paper, beside those
 * that ids had before.
 */
const CLUSTERS = [
  between(0.5, 2, {
    name: "mean degree over the printed",
    readings: workloadMetric("degree_over_printed", [STEP], UNORDERED.id),
    elsewhere: "a stand-in with room for all edges (--profile standard)",
  }),
  realIds(REGIME),
];

const DIAGONAL = BLOCKS.filter(({ row, column }) => row === column);
const OFF_DIAGONAL = BLOCKS.filter(({ row, column }) => row !== column);

const at = (block: Block, { id: contender }: ScopedOrdering) => ({ workload: block.id, contender });
const atStep = ({ id: contender }: ScopedOrdering) => ({ workload: STEP, contender });

/** Rows of a metric of some blocks under an ordering. */
function rowsOf(
  evidence: SuiteEvidence,
  metric: string,
  { blocks, ordering }: { readonly blocks: readonly Block[]; readonly ordering: ScopedOrdering },
): Row[] {
  return blocks.map((block) => evidence.row(at(block, ordering), metric));
}

/** One ordering takes less than another on each of some blocks. */
function less(
  evidence: SuiteEvidence,
  metric: string,
  { blocks, fast, slow }: {
    readonly blocks: readonly Block[];
    readonly fast: ScopedOrdering;
    readonly slow: ScopedOrdering;
  },
): ClaimPart[] {
  return blocks.map((block) => {
    const part = evidence.faster(at(block, fast), at(block, slow), metric);
    return { ...part, text: `${block.id}: ${part.text}` };
  });
}

/** No two blocks are further apart than {@link NEARLY}. */
function alike(evidence: SuiteEvidence, metric: string, ordering: ScopedOrdering): ClaimPart[] {
  return BLOCKS.flatMap((one, i) =>
    BLOCKS.slice(i + 1).map((other) =>
      evidence.equal([at(one, ordering), at(other, ordering)], { metric, margin: NEARLY })
    )
  );
}

function balanced(evidence: SuiteEvidence): ClaimPart[] {
  const row = evidence.row(atStep(UNORDERED), "edge_spread"), spread = medianOf(row);
  return [
    evidence.exact(spread < NEARLY, `most over fewest edges ${spread.toFixed(3)}`, [row]),
    ...alike(evidence, "spmm_time", UNORDERED),
  ];
}

function diagonalDense(evidence: SuiteEvidence): ClaimPart[] {
  const edges = (blocks: readonly Block[], ordering: ScopedOrdering) =>
    rowsOf(evidence, "block_edges", { blocks, ordering });
  const fewest = Math.min(...edges(DIAGONAL, WHOLE_METIS).map(medianOf));
  const most = Math.max(...edges(DIAGONAL, UNORDERED).map(medianOf));
  const left = Math.max(...edges(OFF_DIAGONAL, WHOLE_METIS).map(medianOf));
  const had = Math.min(...edges(OFF_DIAGONAL, UNORDERED).map(medianOf));
  const rows = [...edges(BLOCKS, WHOLE_METIS), ...edges(BLOCKS, UNORDERED)];
  return [
    evidence.exact(
      fewest > most,
      `diagonal blocks: ${fewest} edges at least, before ${most} at most`,
      rows,
    ),
    evidence.exact(left < had, `other blocks: ${left} edges at most, before ${had} at least`, rows),
  ];
}

function wholeImbalance(evidence: SuiteEvidence): ClaimPart[] {
  const rows = [WHOLE_METIS, UNORDERED].map((ordering) => evidence.row(atStep(ordering), "edge_imbalance"));
  const [whole, none] = rows.map(medianOf);
  const text = `most over mean edges ${whole.toFixed(3)}, before ${none.toFixed(3)}`;
  return [
    evidence.exact(whole > none, text, rows),
    evidence.faster(atStep(UNORDERED), atStep(WHOLE_METIS), "time_imbalance"),
  ];
}

function slowestDecides(evidence: SuiteEvidence): ClaimPart[] {
  return [UNORDERED, WHOLE_METIS, BLOCK_METIS].map((ordering) => {
    const rows = ["step_time", "slowest_time"].map((metric) => evidence.row(atStep(ordering), metric));
    const [step, slowest] = rows.map(medianOf);
    const text = `${ordering.label}: step ${step.toFixed(2)} ms, slowest block ${slowest.toFixed(2)} ms`;
    return evidence.byConstruction(step >= slowest, text, rows);
  });
}

function keepsEdges(evidence: SuiteEvidence): ClaimPart[] {
  return BLOCKS.map((block) => {
    const rows = [BLOCK_METIS, UNORDERED].map((ordering) => evidence.row(at(block, ordering), "block_edges"));
    const [own, before] = rows.map(medianOf);
    return evidence.exact(own === before, `${block.id}: ${own} edges, before ${before}`, rows);
  });
}

/** Entries lie closer together and tiles differ more in fill, in the blocks beside the diagonal too. */
function offDiagonalClustered(evidence: SuiteEvidence): ClaimPart[] {
  return OFF_DIAGONAL.flatMap((block) =>
    (["mean_column_gap", "tile_density_variance"] as const).map((metric) => {
      const rows = [BLOCK_METIS, UNORDERED].map((ordering) => evidence.row(at(block, ordering), metric));
      const [own, before] = rows.map(medianOf);
      const holds = metric === "mean_column_gap" ? own < before : own > before;
      const text = `${block.id}: ${metric} ${own.toPrecision(4)}, before ${before.toPrecision(4)}`;
      return evidence.exact(holds, text, rows, own / before);
    })
  );
}

/** Rules of all claims on Figure 5. */
export const FIGURE_5_CLAIMS: readonly ClaimRule[] = [
  { claimId: "hetu-gnn.q.orig-balanced", premise: BALANCE, decide: balanced },
  { claimId: "hetu-gnn.q.whole-diagonal-dense", premise: BALANCE, decide: diagonalDense },
  { claimId: "hetu-gnn.q.whole-imbalance", premise: LOCALITY_AND_BALANCE, decide: wholeImbalance },
  {
    claimId: "hetu-gnn.q.whole-diag-locality",
    premise: LOCALITY,
    decide: (evidence) => [
      ...less(evidence, "time_at_equal_edges", { blocks: DIAGONAL, fast: WHOLE_METIS, slow: UNORDERED }),
      ...less(evidence, "time_at_equal_edges", { blocks: OFF_DIAGONAL, fast: UNORDERED, slow: WHOLE_METIS }),
    ],
  },
  {
    claimId: "hetu-gnn.q.whole-offdiag-faster",
    premise: LOCALITY,
    decide: (evidence) =>
      less(evidence, "spmm_time", { blocks: OFF_DIAGONAL, fast: WHOLE_METIS, slow: UNORDERED }),
  },
  { claimId: "hetu-gnn.q.slowest-decides", decide: slowestDecides },
  { claimId: "hetu-gnn.q.block-keeps-edges", decide: keepsEdges },
  {
    claimId: "hetu-gnn.q.block-all-faster",
    premise: LOCALITY,
    decide: (evidence) => less(evidence, "spmm_time", { blocks: BLOCKS, fast: BLOCK_METIS, slow: UNORDERED }),
  },
  {
    claimId: "hetu-gnn.q.block-uniform-gain",
    premise: LOCALITY_AND_BALANCE,
    decide: (evidence) => alike(evidence, "gain", BLOCK_METIS),
  },
  {
    claimId: "hetu-gnn.q.block-beats-whole",
    premise: LOCALITY_AND_BALANCE,
    decide: (evidence) =>
      [UNORDERED, WHOLE_METIS].map((slow) =>
        evidence.faster(atStep(BLOCK_METIS), atStep(slow), "slowest_time")
      ),
  },
  { claimId: "hetu-gnn.q.offdiag-also-clustered", premise: CLUSTERS, decide: offDiagonalClustered },
];
