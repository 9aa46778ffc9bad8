/**
 * Tile-adaptive SpMM on WebGPU (hetu-gnn, Algorithm 3).
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import { tileMatrix } from "../../graph/tiles.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { UsageError } from "../../platform/errors.ts";
import type { KernelOn, ParameterValues } from "../kernel.ts";
import { type PanelPair, panelPairs, widestPair } from "../panel_pairs_webgpu.ts";
import { type Launch, planOnWebGpu, type WebGpuPlanBuilder } from "../plan_webgpu.ts";
import {
  type BlockSparseLayout,
  layOutTiles,
  QUADS,
  SEGMENT_WORDS,
  TILE,
  TILE_WORDS,
} from "./block_sparse_layout_webgpu.ts";
import { refuseValues } from "./device_values.ts";
import { assertShapes } from "./operand_shapes.ts";
import {
  partialLimit,
  partialSumLaunches,
  partialSumsSource,
  reservePartials,
  uploadShares,
  withPartialSums,
} from "./partial_sums_webgpu.ts";
import floatBitsText from "../../platform/float_bits.wgsl" with { type: "text" };
import blockSparse from "./block_sparse.wgsl" with { type: "text" };
import type { SpmmOperandsOf } from "./spmm.ts";
import { ALONE, cutItems, isAlone, type ItemChunk } from "./work_items_webgpu.ts";

const source = floatBitsText + blockSparse;
const MOST_LANES = 16;
/**
 * Steps of a workgroup's longest loop: few enough to spread a hub's tile-row, enough that few rows need a
 * second pass.
 */
const SEGMENT_STEPS = 2048;

/** Range of segments on the adapter. */
interface SegmentChunk extends ItemChunk {
  /** Records of the segments, followed by those of the tiles. */
  readonly records: WebGpuBuffer;
  /** Columns of sparse entries, followed by positions of quads. */
  readonly indices: WebGpuBuffer;
  readonly values: WebGpuBuffer;
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
function uploadSegments(
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

/** Launch over one chunk's segments. */
function segmentLaunch(
  { count, tileBase, quadBase, records, indices, values, quads, work }: SegmentChunk,
  { pair, partials, constants, rows, xRows }: {
    readonly pair: PanelPair;
    readonly partials: WebGpuBuffer;
    readonly constants: Readonly<Record<string, number>>;
    readonly rows: number;
    readonly xRows: number;
  },
): Launch {
  const { vectors, xStride, xOffset, yStride, yOffset } = pair;
  const lanes = Math.min(MOST_LANES, vectors);
  return {
    label: "block-sparse",
    source,
    constants: { ...constants, LANES: lanes },
    launch: [
      ...[count, rows, xRows, tileBase, quadBase, vectors],
      ...[xStride, xOffset, yStride, yOffset],
    ],
    buffers: [records, indices, values, quads, pair.x, pair.y, partials],
    groups: count * Math.ceil(vectors / lanes),
    multiplyAdds: work * vectors * 4,
  };
}

function assertSlice({ slice }: ParameterValues): void {
  if (slice === 8 || slice === 16 || slice === 32) return;
  throw new UsageError({
    action: 'set parameter "slice" of kernel "block-sparse"',
    current: `${slice}`,
    wanted: "8, 16 or 32",
    next: "leave it out for its default 32",
  });
}

/** Kernel `block-sparse@webgpu`; see `block_sparse.wgsl`. The result has the same bits in every run. */
export const blockSparseWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "block-sparse",
  backend: "webgpu",
  origin: { paper: "hetu-gnn", section: "Algorithm 3" },
  mapping: "a workgroup takes a tile-row and up to 64 columns; dense tiles go through workgroup memory",
  source: source + partialSumsSource,
  parameters: {
    threshold: {
      meaning: "share of a tile's places, in percent, above which it is treated as dense",
      default: 5,
      range: [0, 100],
    },
    slice: { meaning: "columns of a dense tile staged at once: 8, 16 or 32", default: 32, range: [8, 32] },
  },
  needs: ({ slice }) =>
    withPartialSums({
      workgroupBytes: TILE * slice * 4,
      workgroupInvocations: MOST_LANES * QUADS,
      storageBindings: 7,
    }),
  prepare(device, operands, parameters) {
    assertSlice(parameters);
    assertShapes(operands);
    refuseValues("block-sparse", operands);
    const { matrix, x, y } = operands;
    const pairs = panelPairs(x, y);
    const vectors = widestPair(pairs);
    const weighted = matrix.values !== undefined;
    const layout = layOutTiles(tileMatrix(matrix), {
      threshold: parameters.threshold / 100,
      slice: parameters.slice,
      // A dense tile takes 32 steps and at most 4 KiB of quads, so a segment always fits a binding.
      steps: Math.max(TILE, Math.min(SEGMENT_STEPS, Math.floor(device.limits.bindingBytes / 128))),
    });
    const constants = { SLICE: parameters.slice, WEIGHTED: weighted ? 1 : 0 };
    return planOnWebGpu(device, async (arrays) => {
      const { chunks, bytes } = uploadSegments(device, arrays, { layout, vectors, weighted });
      const partials = reservePartials(arrays, chunks, { vectors, span: TILE });
      const dispatches: (() => void)[] = [];
      for (const chunk of chunks) {
        const shares = uploadShares(arrays, chunk);
        for (const pair of pairs) {
          const launches = [
            segmentLaunch(chunk, { pair, partials, constants, rows: matrix.rows, xRows: matrix.cols }),
            ...partialSumLaunches(shares, { pair, rows: matrix.rows, span: TILE, partials }),
          ];
          for (const launch of launches) dispatches.push(await arrays.dispatch(launch));
        }
      }
      const denseNnz = nnz(matrix) - layout.colIdx.length;
      return {
        run: () => {
          for (const encode of dispatches) encode();
        },
        facts: {
          tiles: layout.tiles,
          dense_tiles: layout.tileCol.length,
          dense_nnz_share: nnz(matrix) === 0 ? 0 : denseNnz / nnz(matrix),
          segments: layout.count,
          split_segments: chunks.reduce((sum, chunk) => sum + chunk.partials, 0),
          chunks: chunks.length,
          dispatches: dispatches.length,
          bytes: bytes + partials.bytes,
        },
      };
    });
  },
};
