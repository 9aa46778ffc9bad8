/**
 * Counted terms of sampling and loading an epoch's mini-batches: by which their time is predicted.
 *
 * @module
 */
import { type NeighborDraw, sampleBatch, sampledEdges } from "../../../../graph/sampling/mod.ts";
import type { Metrics } from "../../../metrics.ts";

/** Metric of the bytes that are copied to the device. */
export const BYTES_COPIED = "term_copied";

/** Terms by the metric of their rows; tables leave them out. */
export const LOAD_TERMS = {
  [BYTES_COPIED]: {
    label: "bytes of features that are copied",
    unit: "bytes",
    shown: false,
  },
  term_kept: { label: "bytes of features that the device has already", unit: "bytes", shown: false },
  term_drawn: { label: "neighbours that are drawn and mapped", unit: "count", shown: false },
  term_compared: {
    label: "input vertices that are looked for in a cache or the mini-batch before",
    unit: "vertices",
    shown: false,
  },
} as const satisfies Metrics;

/** Counts of an epoch, whatever its policy. */
export interface EpochCounts {
  /** Input vertices of all mini-batches. */
  readonly inputs: number;
  /** Neighbours that are drawn. */
  readonly drawn: number;
}

/** Counts an epoch by the mini-batch of the first seeds, of which it has `batches`. */
export async function epochCounts(
  draw: NeighborDraw,
  { seeds, batches }: { readonly seeds: Uint32Array; readonly batches: number },
): Promise<EpochCounts> {
  const batch = await sampleBatch(draw, { seeds, batch: 0 });
  return { inputs: batches * batch.blocks[0].sources.length, drawn: batches * sampledEdges(batch) };
}

/** Values of {@linkcode LOAD_TERMS} of a policy that copied so many bytes. */
export function loadTerms(
  { inputs, drawn }: EpochCounts,
  { copiedBytes, rowBytes, compares }: {
    readonly copiedBytes: number;
    readonly rowBytes: number;
    /** Whether input vertices are looked for before they are copied. */
    readonly compares: boolean;
  },
): Readonly<Record<keyof typeof LOAD_TERMS, number>> {
  return {
    [BYTES_COPIED]: copiedBytes,
    term_kept: compares ? Math.max(0, inputs * rowBytes - copiedBytes) : 0,
    term_drawn: drawn,
    term_compared: compares ? inputs : 0,
  };
}
