/**
 * Conditions that a session lacked for its untested claims, and the few that would test most of them.
 *
 * @module
 */
import type { ClaimRow, Verdict } from "../row.ts";
import { elsewhereOf } from "./regime_text.ts";

/** Verdicts on claims that a session could not test, or did not ask. */
export const UNTESTED: readonly Verdict[] = ["out-of-regime", "not-run"];

/** A condition that a session can lack. */
export interface SessionNeed {
  /** Condition in words, after "ask for". */
  readonly text: string;
  /** Wording of it in the reason of a claim that was not tested. */
  readonly wording: RegExp;
}

/** Reason of a claim whose suite a session left out. */
const LEFT_OUT = /^\S+ did not run(?:$|: deno task repro )/;

/** Conditions in the order in which sentences name them. */
export const NEEDS: readonly SessionNeed[] = [
  {
    text: "a GPU",
    wording: /--device webgpu|\ba GPU\b|\bP100\b|counters of a card|a device (?:that|whose) /,
  },
  {
    text: "graphs nearer the published size (--profile paper)",
    wording: /--profile paper|\w@1\/\d|or larger\b/,
  },
  {
    text: "the published files (deno task datasets)",
    wording: /published files|published graphs|publisher's files/,
  },
  { text: "more processor cores or machines", wording: /\branks\b|\bcores\b/ },
  { text: "the Python systems (deno task peers:setup)", wording: /peers:setup/ },
  {
    text: "suites of long trainings (deno task repro accuracy)",
    wording: /^\S+ did not run: deno task repro accuracy\b/,
  },
  {
    text: "suites that this session left out",
    wording: /^\S+ did not run(?:$|: deno task repro (?!accuracy\b))/,
  },
];

/** Conditions that a claim without an answer asks for; empty where its reason names none. */
export function needsOf(claim: Pick<ClaimRow, "verdict" | "reason">): readonly SessionNeed[] {
  // The cost of a remedy stands in brackets at its end and names what it is computed from.
  const asked = claim.verdict === "out-of-regime"
    ? elsewhereOf(claim).replace(/ \([^()]*\bstored edges\b.*$/, "")
    : claim.reason;
  return NEEDS.filter(({ wording }) => wording.test(asked));
}

/** Whether a session ran a suite that answers a claim. */
export function wasAsked({ verdict, reason }: Pick<ClaimRow, "verdict" | "reason">): boolean {
  return verdict !== "not-run" || !LEFT_OUT.test(reason);
}

/** Conditions, with the number of claims that need nothing else. */
export interface Remedy {
  /** Conditions that have to hold together. */
  readonly needs: readonly SessionNeed[];
  /** Number of claims that they would test. */
  readonly tested: number;
}

/**
 * Finds the fewest conditions that would test more than half of these claims, or as many of them as any
 * would; undefined where no claim names a condition.
 */
export function bestRemedy(untested: readonly ClaimRow[]): Remedy | undefined {
  const asking = untested.map(needsOf).filter((needs) => needs.length > 0);
  const subsets = NEEDS.reduce<readonly (readonly SessionNeed[])[]>(
    (smaller, need) => [...smaller, ...smaller.map((needs) => [...needs, need])],
    [[]],
  );
  const remedies = subsets.map((needs): Remedy => ({
    needs,
    tested: asking.filter((own) => own.every((need) => needs.includes(need))).length,
  })).filter(({ tested }) => tested > 0).sort((a, b) =>
    a.needs.length - b.needs.length || b.tested - a.tested
  );
  const most = Math.max(0, ...remedies.map(({ tested }) => tested));
  return remedies.find(({ tested }) => tested > untested.length / 2 || tested === most);
}
