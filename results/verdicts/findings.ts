/**
 * Sentences on a session's claims as a whole: what was found, what could not be asked, and what it would
 * take.
 *
 * @module
 */
import type { ClaimRow, Verdict } from "../row.ts";
import { scorecard } from "./scorecard.ts";
import { IN_REGIME } from "./verdict.ts";

/** Verdicts that answer a claim, or say that the measured numbers leave it open. */
const ASKED = [
  "differs",
  "analogue-contradicts",
  "inconclusive",
  "reproduced",
  "analogue-supports",
] as const satisfies readonly Verdict[];

/** Kinds of data, after the source of evidence. */
const ON: Readonly<Record<ClaimRow["dataset_kind"], string>> = {
  "real": " on real graphs",
  "stand-in": " on stand-ins",
  "": " without a graph",
};

/** Endings of a sentence that begins with a number of claims. */
const PHRASES = {
  "reproduced": "reproduced",
  "differs": "found to differ",
  "analogue-supports": "supported by an analogue",
  "analogue-contradicts": "contradicted by an analogue",
  "inconclusive": "inconclusive",
} as const;

/** Number of remedies that the last sentence names. */
const NAMED_REMEDIES = 2;

const claimsOf = (count: number) => `${count} ${count === 1 ? "claim" : "claims"}`;

/**
 * Three sentences in plain words, the last one only where a claim is out of its regime. Kinds of evidence are
 * told apart, and no number adds them up.
 */
export function findings(claims: readonly ClaimRow[]): readonly string[] {
  const having = (...verdicts: Verdict[]) => claims.filter(({ verdict }) => verdicts.includes(verdict));
  return [
    foundSentence(having(...ASKED), claims.length),
    unaskedSentence(having, having(...ASKED).length === 0 ? "them" : "the others"),
    ...remedySentence(having("out-of-regime")),
  ];
}

function foundSentence(asked: readonly ClaimRow[], total: number): string {
  if (asked.length === 0) return `None of ${claimsOf(total)} could be answered here.`;
  const whole = asked.map((claim) => ({ ...claim, paper: "all" }));
  const [{ evidence }] = scorecard(whole, []);
  const groups = evidence.map(({ source, datasetKind, counts }) => {
    const told = ASKED.filter((verdict) => counts[verdict] > 0)
      .map((verdict) => `${counts[verdict]} ${PHRASES[verdict]}`);
    return `${source}${ON[datasetKind]}, ${told.join(", ")}`;
  });
  return `Of ${claimsOf(total)}, ${asked.length} ${asked.length === 1 ? "was" : "were"} asked here: ${
    groups.join("; ")
  }.`;
}

function unaskedSentence(having: (...verdicts: Verdict[]) => readonly ClaimRow[], which: string): string {
  const outside = having("out-of-regime").length,
    absent = having("not-run").length,
    holding = having("holds").length;
  const told = [
    outside > 0 && `${outside} ${outside === 1 ? "is out of its regime" : "are out of their regime"} here`,
    absent > 0 && `${absent} did not run`,
    holding > 0 && `${holding} ${holding === 1 ? "holds" : "hold"} by construction`,
  ].filter((part) => part !== false);
  return told.length === 0 ? "Every claim was asked." : `Of ${which}, ${told.join(", ")}.`;
}

/** Most frequent remedies, each with the number of claims that ask for it. */
function remedySentence(outOfRegime: readonly ClaimRow[]): readonly string[] {
  const remedies = outOfRegime.flatMap(({ reason }) => reason.split(IN_REGIME).slice(1));
  if (remedies.length === 0) return [];
  const counted = [...Map.groupBy(remedies, (remedy) => remedy)].map(([remedy, all]) =>
    [remedy, all.length] as const
  )
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const named = counted.slice(0, NAMED_REMEDIES).map(([remedy, count]) => `${remedy} (${claimsOf(count)})`);
  const more = counted.length - named.length;
  const rest = more > 0 ? `; each of the others says what it asks for` : "";
  return [`Most often a premise asks for ${named.join(", or for ")}${rest}.`];
}
