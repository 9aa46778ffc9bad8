/**
 * Outcomes of compared cells, counted and explained in words.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { CellComparison } from "./compare.ts";
import { letterOf } from "./session_letters.ts";
import { MEANINGS, type Outcome, OUTCOME_ORDER } from "./outcome.ts";

/** Number of cells of one outcome: `1 differs`, `2,804 differ`. */
function countText(count: number, outcome: Outcome): string {
  return `${count.toLocaleString("en-US")} ${outcome === "differs" && count > 1 ? "differ" : outcome}`;
}

/** Number of cells by outcome, in words; of several sessions, each with its letter. */
export function outcomeText(
  { pairs }: { readonly pairs: readonly { readonly cells: readonly CellComparison[] }[] },
): string {
  const texts = pairs.map(({ cells }) => {
    const counts = groupBy(cells, ({ outcome }) => outcome);
    const seen = OUTCOME_ORDER.filter((outcome) => counts.has(outcome));
    return seen.map((outcome) => countText(counts.get(outcome)!.length, outcome)).join(", ") ||
      "no cell in common";
  });
  return texts.map((each, i) => texts.length === 1 ? each : `${letterOf(i + 1)}: ${each}`).join("; ");
}

/** Meanings of the outcomes that occur, as `changed: moved`; none where their words say it all. */
export function outcomeMeanings(
  { pairs }: { readonly pairs: readonly { readonly cells: readonly CellComparison[] }[] },
): string[] {
  const seen = new Set(pairs.flatMap(({ cells }) => cells.map(({ outcome }) => outcome)));
  return OUTCOME_ORDER.flatMap((outcome) => {
    const meaning = MEANINGS[outcome];
    return meaning === undefined || !seen.has(outcome) ? [] : [`${outcome}: ${meaning}`];
  });
}
