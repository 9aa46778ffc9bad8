/**
 * Rows of a sparse matrix on an adapter, the long ones in parts: lists of spans, and the ranges of a list
 * that one dispatch each takes.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { Parameter } from "../../kernel.ts";
import { type CsrRange, cutCsr, entriesPerDispatch } from "../../spmm/plans/device_csr_webgpu.ts";
import type { Share } from "../../spmm/plans/shared_arrays.ts";
import { cutLongRows, PART_WORDS } from "./row_parts.ts";
import source from "./row_spans.wgsl" with { type: "text" };

/** WGSL prelude of kernels that take spans. */
export const rowSpansSource: string = source;

/** Parameter of kernels that cut long rows. */
export const PART: Parameter = {
  meaning:
    "most entries of a row that is taken as a whole; a longer one is cut into parts of up to as many, " +
    "whose results are put together in a fixed order",
  // About 50 us on a GPU: more than the two or three further launches of a matrix with longer rows.
  default: 256,
  range: [1, 4096],
};

/** List of spans on an adapter. */
export interface Spans {
  /** The list, as `row_spans.wgsl` reads it. */
  readonly buffer: WebGpuBuffer;
  /** Running number of what the spans have, from 0. */
  readonly ends: Uint32Array;
  /** Most that a span has. */
  readonly longest: number;
  /** Constants of the shader by which it reads the list. */
  readonly constants: Readonly<Record<"LISTED" | "LONGEST", number>>;
}

/** Rows of a matrix; `parts` and `cut` are absent where no row is cut. */
export interface RowSpans {
  /** All rows, those that are cut without entries. */
  readonly rows: Spans;
  /** Parts of the rows that are cut, each a span of entries. */
  readonly parts?: Spans;
  /** Rows that are cut, each a span of parts. */
  readonly cut?: Spans;
  /** Records of the rows that are cut; see {@linkcode RowParts.cut}. */
  readonly records: Uint32Array;
}

/** Numbers of a list's records, added up. */
function endsOf(records: Uint32Array): Uint32Array {
  const ends = new Uint32Array(records.length / PART_WORDS + 1);
  for (let at = 0; at + 1 < ends.length; at++) {
    ends[at + 1] = ends[at] + records[at * PART_WORDS + 2] - records[at * PART_WORDS + 1];
  }
  return ends;
}

/** Offsets of rows without the entries of those that are cut. */
function wholeEnds(rowPtr: Uint32Array, longest: number): Uint32Array {
  const ends = new Uint32Array(rowPtr.length);
  for (let row = 0; row + 1 < rowPtr.length; row++) {
    const entries = rowPtr[row + 1] - rowPtr[row];
    ends[row + 1] = ends[row] + (entries <= longest ? entries : 0);
  }
  return ends;
}

/** Options of {@linkcode shareSpans}. */
export interface SpanOptions {
  /** Offsets of the rows. */
  readonly rowPtr: Uint32Array;
  /** Value of {@linkcode PART}. */
  readonly part: number;
  /** Most parts of which there is room for what they leave. */
  readonly most: number;
}

/**
 * Copies the rows of a matrix to arrays that plans share. Parts are longer than asked for where a binding
 * would not hold their list, or there is no room for what they leave.
 */
export function shareSpans(
  device: WebGpuDevice,
  share: Share<WebGpuBuffer>,
  { rowPtr, part, most }: SpanOptions,
): RowSpans {
  const records = Math.floor(device.limits.bindingBytes / (4 * PART_WORDS));
  const { longest, parts, cut } = cutLongRows(rowPtr, { longest: part, most: Math.min(records, most) });
  const whole: Omit<Spans, "ends"> = {
    buffer: share("rowPtr", { of: rowPtr }),
    longest,
    constants: { LISTED: 0, LONGEST: longest },
  };
  if (cut.length === 0) return { rows: { ...whole, ends: rowPtr }, records: cut };
  const listed = (label: string, records: Uint32Array<ArrayBuffer>): Spans => {
    const ends = endsOf(records);
    return {
      buffer: share(label, { of: rowPtr, form: `${longest}`, make: () => records }),
      ends,
      longest: ends.reduce((most, end, at) => Math.max(most, end - (ends[at - 1] ?? 0)), 0),
      constants: { LISTED: 1, LONGEST: longest },
    };
  };
  return {
    rows: { ...whole, ends: wholeEnds(rowPtr, longest) },
    parts: listed("parts of rows", parts),
    cut: listed("cut rows", cut),
    records: cut,
  };
}

/** Number of spans of a list; 0 where it is absent. */
export function countSpans(spans: Spans | undefined): number {
  return spans === undefined ? 0 : spans.ends.length - 1;
}

/** Divides a list into ranges of whole spans that one dispatch each takes, at `width` numbers per entry. */
export function spanRanges(device: WebGpuDevice, { ends, longest }: Spans, width: number): CsrRange[] {
  const entries = Math.max(1, longest, entriesPerDispatch(device, width));
  return cutCsr(ends, { rows: Infinity, entries });
}
