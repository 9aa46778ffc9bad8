/**
 * Part of a claim whose answer depends on a parameter that the paper does not print: one answer over the
 * whole sweep decides, else the values at which it turns are what is found.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../results/verdicts/evidence.ts";
import type { Row } from "../../results/row.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";

/** Answer at one value of the parameter. */
export interface SweptAnswer {
  /** Value of the parameter; ascending over a sweep. */
  readonly at: number;
  /** Whether the claim holds there; undefined where it cannot be told. */
  readonly holds: boolean | undefined;
}

/** Part of a claim over a sweep. */
export function sweptPart(
  evidence: SuiteEvidence,
  answers: readonly SweptAnswer[],
  { of, parameter, unit, rows }: {
    /** The claim, in words. */
    readonly of: string;
    /** Name of the parameter. */
    readonly parameter: string;
    /** Unit of the parameter. */
    readonly unit: string;
    readonly rows: readonly Row[];
  },
): ClaimPart {
  const first = answers[0], last = answers.at(-1)!;
  const range = `${first.at} to ${last.at} ${unit}`.trimEnd();
  const turns = answers.slice(1).flatMap(({ at, holds }, i) =>
    holds === answers[i].holds ? [] : [`${answers[i].at} and ${at} ${unit}`.trimEnd()]
  );
  if (turns.length === 0 && first.holds !== undefined) {
    const text = `${of}: ${first.holds ? "at every" : "at no"} ${parameter} from ${range}`;
    return evidence.exact(first.holds, text, rows);
  }
  const held = runsOf(answers).map(([from, to]) => from === to ? `${from}` : `${from} to ${to}`);
  const text = held.length === 0
    ? `${of}: at no ${parameter} from ${range}`
    : `${of}: at a ${parameter} of ${held.join(", ")} within ${range}`;
  const reason = turns.length === 0
    ? `it cannot be told at any ${parameter} from ${range}`
    : `it turns between ${turns.join(", and between ")}`;
  return openPart(evidence.exact(false, text, rows), reason);
}

/** Ends of the stretches of a sweep on which the claim holds. */
function runsOf(answers: readonly SweptAnswer[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const [i, { at, holds }] of answers.entries()) {
    if (!holds) continue;
    if (answers[i - 1]?.holds) runs.at(-1)![1] = at;
    else runs.push([at, at]);
  }
  return runs;
}
