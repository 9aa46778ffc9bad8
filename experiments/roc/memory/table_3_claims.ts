/**
 * Claims of roc Table 3 and Algorithm 1, from counts of what contradicts them.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { between } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";
import { PLAINER, PROGRAM } from "./capacity_sweep.ts";
import { MANAGED_MODELS } from "./managed_graphs.ts";
import { EXAMPLE, idOf, ONE_MAP, PAPER_DEPTH, RANDOM, WORKLOADS } from "./planned_workloads.ts";

const ALL = WORKLOADS.map(({ id }) => id);

/** No row of these workloads counts anything; rows are the dynamic program's where no contender is named. */
function never(
  evidence: SuiteEvidence,
  metric: string,
  { contender = PROGRAM, workloads, text }: {
    readonly contender?: string;
    readonly workloads: readonly string[];
    readonly text: string;
  },
): ClaimPart {
  const rows = workloads.map((workload) => evidence.row({ workload, contender }, metric));
  const total = sumOf(rows, (row) => Math.abs(medianOf(row)));
  return evidence.exact(total === 0, `${text}: ${total} on ${rows.length} workloads`, rows, total);
}

/** `S <= 16` and `T <= 4096` in the depth of typical models; open where two readings of CommNet disagree. */
function fewStates(evidence: SuiteEvidence): ClaimPart[] {
  const counts = (model: string) => {
    const key = { workload: idOf(model, PAPER_DEPTH), contender: PROGRAM };
    const rows = ["states", "tensor_sets"].map((metric) => evidence.row(key, metric));
    const [states, sets] = rows.map(medianOf);
    const text = `${model}, ${PAPER_DEPTH} layers: ${states} states, ${sets} tensor sets`;
    return evidence.exact(states <= 16 && sets <= 4096, text, rows, states);
  };
  const [gcn, gin, two, one] = ["GCN", "GIN", "CommNet", ONE_MAP].map(counts);
  if (two.holds === one.holds) return [gcn, gin, two, one];
  const either = { ...two, text: `${two.text}; ${one.text}` };
  return [gcn, gin, openPart(either, "what is one operation of CommNet, the paper does not say")];
}

/** Rules of all claims on Table 3 and Algorithm 1. */
export const TABLE_3_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "roc.q.active-tensors",
    decide: (evidence) => [
      never(evidence, "wrong_rows", { workloads: [EXAMPLE], text: "other active tensors than Table 3" }),
      never(evidence, "other_states", { workloads: [EXAMPLE], text: "other valid states" }),
    ],
  },
  {
    claimId: "roc.q.state-count",
    premise: [between(0.5, 2, {
      name: "layers over the printed depth",
      readings: workloadMetric(
        "layers_scale",
        [...MANAGED_MODELS, ONE_MAP].map((model) => idOf(model, PAPER_DEPTH)),
        PROGRAM,
      ),
      elsewhere: `models of ${PAPER_DEPTH} layers`,
    })],
    decide: fewStates,
  },
  {
    claimId: "roc.q.dp-optimal",
    decide: (evidence) => {
      const cases = medianOf(evidence.row({ workload: RANDOM, contender: PROGRAM }, "cases"));
      const text = `of ${cases} cases, those in which some schedule loads less`;
      return [never(evidence, "not_optimal", { workloads: [RANDOM], text })];
    },
  },
  {
    claimId: "roc.q.dp-monotone",
    decide: (evidence) => [
      never(evidence, "increases", {
        workloads: ALL,
        text: "capacities that load more than a smaller one",
      }),
      never(evidence, "unlimited_excess", { workloads: ALL, text: "bytes loaded twice with room for all" }),
    ],
  },
  {
    claimId: "roc.q.dp-never-worse",
    decide: (evidence) =>
      Object.entries(PLAINER).map(([contender, plainer]) => {
        const text = `capacities in which ${contender} loads more than ${plainer}`;
        return never(evidence, "worse", { contender, workloads: ALL, text });
      }),
  },
];
