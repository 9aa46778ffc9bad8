/**
 * Claims of roc Figure 5: ROC beside NeuGraph's policy, and by the number of GPUs.
 *
 * @module
 */
import { pearsonCorrelation } from "../../../platform/statistics/mod.ts";
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { PremiseCondition } from "../../premises/condition.ts";
import type { ClaimRule } from "../../suite.ts";
import { printedParts, realOrder } from "../partitioning/part_premises.ts";
import { modelledChanges } from "../partitioning/changed_links.ts";
import type { TrainedGraphId } from "../partitioning/partitioned_graphs.ts";
import { gpusWorkload, GRAPHS, NEUGRAPH, ROC, type System } from "./neugraph_systems.ts";

const ONE_NODE = [1, 2, 4], ALL_NODES = [1, 2, 4, 8, 16];

const OVER_ONE = "speedup_over_one";

const cell = (graph: TrainedGraphId, gpus: number, { id }: System): CellKey => ({
  workload: gpusWorkload(graph, gpus),
  contender: id,
});

/**
 * `throughput(roc, n) > throughput(neugraph, n)` on one number of GPUs, under every change; open where both
 * run the same program.
 */
function faster(evidence: SuiteEvidence, graph: TrainedGraphId, gpus: number): ClaimPart {
  const roc = cell(graph, gpus, ROC), neugraph = cell(graph, gpus, NEUGRAPH);
  const isSame = medianOf(evidence.row(neugraph, "same_program")) === 1;
  const part = underChanges(modelledChanges(evidence, roc, "time"), (change) => {
    const part = evidence.faster(roc, neugraph, changedMetric("time", change));
    return { ...part, text: `${gpus} GPUs: ${part.text}` };
  });
  return isSame ? openPart(part, "both run the same program: no operation fits the card") : part;
}

/** Correlation of values with their places, by ranks. */
function rankCorrelation(values: readonly number[]): number {
  const ranks = values.map((value) => values.filter((other) => other < value).length);
  return pearsonCorrelation(values.map((_, place) => place), ranks).r;
}

/** One swap of neighbours among five ranks leaves a correlation of 0.9. */
const TREND = 0.9;

/**
 * "Trend": speed-ups over one GPU rank as the GPU counts do but for one swap of neighbours, and the most
 * GPUs are faster than one.
 */
function scales(evidence: SuiteEvidence): ClaimPart[] {
  const cells = ALL_NODES.map((gpus) => cell("reddit", gpus, ROC));
  const changes = modelledChanges(evidence, cells[0], OVER_ONE);
  return [
    underChanges(changes, (change) => {
      const of = cells.map((cell) => evidence.series(cell, changedMetric(OVER_ONE, change)));
      const said = ALL_NODES.map((gpus, i) => `${gpus}: ${of[i].value.toPrecision(3)}`).join(", ");
      return evidence.timed({
        of,
        quantity: rankCorrelation,
        within: [TREND - 1e-9, Infinity],
        text: `speed-ups over one GPU: ${said}; rank correlation`,
        signed: true,
      });
    }),
    underChanges(
      changes,
      (change) =>
        evidence.bounded(cells.at(-1)!, changedMetric(OVER_ONE, change), { side: "above", bound: 1 }),
    ),
  ];
}

function inRegime(cells: readonly CellKey[]): readonly PremiseCondition[] {
  const workloads = cells.map(({ workload }) => workload);
  return [
    ...printedParts(
      { workloads, contender: ROC.id },
      "reddit@1/4 and amazon-he-mcauley@1/4 (--profile paper)",
    ),
    realOrder(cells),
  ];
}

/** Rules of all claims on Figure 5. */
export const FIGURE_5_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "roc.q.beats-neugraph",
    premise: inRegime(GRAPHS.flatMap((graph) => ONE_NODE.map((gpus) => cell(graph, gpus, ROC)))),
    decide: (evidence) => GRAPHS.flatMap((graph) => ONE_NODE.map((gpus) => faster(evidence, graph, gpus))),
  },
  {
    claimId: "roc.q.scales",
    premise: inRegime(ALL_NODES.map((gpus) => cell("reddit", gpus, ROC))),
    decide: scales,
  },
];
