/**
 * Claims of eppgcn Figure 6: execution paths add little memory, whatever the training ratio.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { liesWithin } from "../../claims/interval.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { PAPER_GRAPHS } from "../paper_graphs.ts";
import { addedMemory, openBeside } from "./added_memory.ts";

/** Training ratios of the public scripts, in percent. */
export const PERCENTS = [10, 30, 50, 80] as const;
/** "Little" in the claim's own check, as a share of the memory. */
const LITTLE = 20;
/** "Hardly" of the claims: 5 points. */
const SMALL = 5;

const overhead = (evidence: SuiteEvidence, workload: string, percent: number) =>
  addedMemory(evidence, { workload, contender: `t${percent}` }, {
    metric: "memory_overhead",
    share: "path_edges",
  });

/** Paths add little memory on every graph, at every ratio. */
function memorySmall(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.map(({ id, name }) => {
    const found = PERCENTS.map((percent) => overhead(evidence, id, percent));
    const values = found.map(({ bounds: { value } }) => value);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const bounds = { low: 0, high: Math.max(...found.map(({ bounds: { high } }) => high)) };
    const turn = most > LITTLE
      ? `, ${LITTLE} % where a process takes ${(most / LITTLE).toFixed(2)} times its tensors`
      : "";
    return evidence.decide(least < 0 ? false : liesWithin(bounds, [0, LITTLE]), {
      text: `${name}: ${least.toFixed(1)} to ${most.toFixed(1)} % of the tensors${turn}`,
      rows: found.flatMap(({ rows }) => rows),
      value: most,
      open: openBeside(`${LITTLE} %`),
    });
  });
}

/** Their share of it hardly depends on the ratio. */
function ratioFlat(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.map(({ id, name }) => {
    const [few, many] = [10, 80].map((percent) => overhead(evidence, id, percent));
    const points = (at: "low" | "value" | "high") => many.bounds[at] - few.bounds[at];
    const value = points("value"), all = [points("low"), value, points("high")];
    return evidence.decide(liesWithin({ low: Math.min(...all), high: Math.max(...all) }, [-SMALL, SMALL]), {
      text: `${name}: ${value.toFixed(1)} points more at 80 % than at 10 %`,
      rows: [...few.rows, ...many.rows],
      value,
      open: openBeside(`${SMALL} points`),
    });
  });
}

/** Claims that Figure 6 decides. */
export const CLAIMS: readonly ClaimRule[] = [
  { claimId: "eppgcn.q.memory-small", decide: memorySmall },
  { claimId: "eppgcn.q.memory-ratio-flat", decide: ratioFlat },
];
