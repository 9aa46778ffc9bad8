/**
 * Segments of a tiled matrix on an adapter, in chunks whose arrays each fit one binding.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { WebGpuPlanBuilder } from "../../plans/plan_webgpu.ts";
import { partialLimit } from "../../plans/partial_sums_webgpu.ts";
import { ALONE, cutItems, isAlone, type ItemChunk } from "../../plans/work_items_webgpu.ts";
import { TILE } from "./kernel.ts";
import { type BlockSparseLayout, SEGMENT_WORDS, TILE_WORDS } from "./tile_layout_webgpu.ts";

/** Range of segments on the adapter. */
export interface SegmentChunk extends ItemChunk {
  /** Records of the segments, followed by those of the tiles. */
  readonly records: WebGpuBuffer;
  /** Columns of sparse entries, followed by positions of quads. */
  readonly indices: WebGpuBuffer;
  /** Values of sparse entries, or `indices` again where every entry is 1. */
  readonly values: WebGpuBuffer;
  /** Vectors of four rows of dense tiles. */
  readonly quads: WebGpuBuffer;
  /** Word of `records` where the tiles begin. */
  readonly tileBase: number;
  /** Word of `indices` where the positions of the quads begin. */
  readonly quadBase: number;
  /** Multiply-adds per column. */
  readonly work: number;
}

/** Running sums of the resources that segments use. */
function segmentSums(layout: BlockSparseLayout) {
  const { count, tileOf, entryOf, sliceOf, quadPlace } = layout;
  const quads = new Uint32Array(count + 1), indices = new Uint32Array(count + 1);
  const words = new Float64Array(count + 1), work = new Float64Array(count + 1);
  for (let s = 0; s <= count; s++) {
    quads[s] = tileOf[s] * 5 < sliceOf.length ? sliceOf[5 * tileOf[s]] : quadPlace.length;
    indices[s] = entryOf[TILE * s] + quads[s];
    words[s] = SEGMENT_WORDS * s + TILE_WORDS * tileOf[s];
    work[s] = entryOf[TILE * s] + TILE * TILE * tileOf[s] + TILE * s;
  }
  return { quads, indices, words, work };
}

/** Divides the segments into chunks that the device can bind and copies them to arrays of a plan. */
export function uploadSegments(
  device: WebGpuDevice,
  { reserve }: Pick<WebGpuPlanBuilder, "reserve">,
  { layout, vectors, weighted }: {
    readonly layout: BlockSparseLayout;
    readonly vectors: number;
    readonly weighted: boolean;
  },
): { readonly chunks: readonly SegmentChunk[]; readonly bytes: number } {
  const { targetOf, tileOf, entryOf, colIdx, values, tileCol, sliceOf, quadPlace } = layout;
  let bytes = 0;
  const upload = (label: string, data: Uint32Array | Float32Array, least = 4): WebGpuBuffer => {
    const buffer = reserve(label, Math.max(least, data.byteLength));
    device.write(buffer, data);
    bytes += buffer.bytes;
    return buffer;
  };
  const { quads, indices, words, work } = segmentSums(layout);
  const { bindingBytes } = device.limits;
  const within = (bytes: number) => Math.max(1, Math.floor(bindingBytes / bytes));
  const cut = cutItems(layout, {
    items: Infinity,
    partials: Math.min(within(16), partialLimit(device, vectors, TILE)),
    resources: [
      { sums: words, limit: within(4) },
      { sums: indices, limit: within(4) },
      { sums: quads, limit: within(16) },
      { sums: work, limit: Math.max(1, device.dispatchWork / Math.max(1, 4 * vectors)) },
    ],
  });
  const chunks = cut.map((chunk): SegmentChunk => {
    const { first, count } = chunk, last = first + count;
    const entries = [entryOf[TILE * first], entryOf[TILE * last]] as const;
    const tiles = tileOf[last] - tileOf[first];
    const tileBase = SEGMENT_WORDS * count;
    const packed = new Uint32Array(tileBase + TILE_WORDS * tiles);
    for (let s = first, at = 0, partial = 0; s < last; s++, at += SEGMENT_WORDS) {
      packed[at] = isAlone(layout, s) ? (targetOf[s] | ALONE) >>> 0 : partial++;
      packed[at + 1] = tileOf[s] - tileOf[first];
      packed[at + 2] = tileOf[s + 1] - tileOf[first];
      for (let r = 0; r <= TILE; r++) packed[at + 3 + r] = entryOf[TILE * s + r] - entries[0];
    }
    for (let t = tileOf[first], at = tileBase; t < tileOf[last]; t++, at += TILE_WORDS) {
      packed[at] = tileCol[t];
      for (let i = 0; i < 5; i++) packed[at + 1 + i] = sliceOf[5 * t + i] - quads[first];
    }
    const places = new Uint32Array(indices[last] - indices[first]);
    places.set(colIdx.subarray(...entries));
    places.set(quadPlace.subarray(quads[first], quads[last]), entries[1] - entries[0]);
    const index = upload("indices", places);
    return {
      ...chunk,
      records: upload("segments and tiles", packed),
      indices: index,
      values: weighted ? upload("values", values.subarray(...entries)) : index,
      quads: upload("quads", layout.quads.subarray(4 * quads[first], 4 * quads[last]), 16),
      tileBase,
      quadBase: entries[1] - entries[0],
      work: work[last] - work[first],
    };
  });
  return { chunks, bytes };
}
