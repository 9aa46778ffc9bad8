/**
 * Spans of a trace document, as tests read them.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { TraceDocument, TraceEvent } from "../../../hardware/trace/trace.ts";

/** A complete span. */
export type Complete = Extract<TraceEvent, { readonly ph: "X" }>;

/** Complete spans of a document. */
export function spansOf({ traceEvents }: TraceDocument): Complete[] {
  return traceEvents.filter((event) => event.ph === "X");
}

/** Names of the tracks, in order. */
export function trackNames({ traceEvents }: TraceDocument): unknown[] {
  return traceEvents.filter(({ ph }) => ph === "M").map(({ args }) => args.name);
}

/** Microseconds below which sums of floating-point numbers are equal. */
const ROUNDING = 1e-2;

/** Fails where two spans of one track overlap and neither holds the other, or one ends before its begin. */
export function assertNested(document: TraceDocument): void {
  for (const own of Map.groupBy(spansOf(document), ({ tid }) => tid).values()) {
    const open: Complete[] = [];
    for (const span of own.toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)) {
      assert.ok(span.dur >= 0 && span.ts >= 0, JSON.stringify(span));
      while (open.length > 0 && open.at(-1)!.ts + open.at(-1)!.dur <= span.ts + ROUNDING) open.pop();
      const outer = open.at(-1);
      assert.ok(
        outer === undefined || span.ts + span.dur <= outer.ts + outer.dur + ROUNDING,
        `${JSON.stringify(span)} crosses ${JSON.stringify(outer)}`,
      );
      open.push(span);
    }
  }
}
