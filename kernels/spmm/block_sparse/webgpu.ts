/**
 * Tile-adaptive SpMM on WebGPU (hetu-gnn, Algorithm 3).
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import { tileMatrix } from "../../../graph/tiles.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { type KernelOn, kernelOn, type ParameterValues } from "../../kernel.ts";
import { type PanelPair, panelPairs, widestPair } from "../../plans/panel_pairs_webgpu.ts";
import { type Launch, planOnWebGpu } from "../../plans/plan_webgpu.ts";
import { refuseValues } from "../device_values.ts";
import { assertShapes } from "../operand_shapes.ts";
import {
  partialSumLaunches,
  partialSumsSource,
  reservePartials,
  uploadShares,
  withPartialSums,
} from "../../plans/partial_sums_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { blockSparse, THRESHOLD, TILE } from "./kernel.ts";
import { type SegmentChunk, uploadSegments } from "./segments_webgpu.ts";
import { layOutTiles, QUADS } from "./tile_layout_webgpu.ts";
import floatBitsText from "../../../platform/float_bits.wgsl" with { type: "text" };
import tileKernel from "./block_sparse.wgsl" with { type: "text" };

const source = floatBitsText + tileKernel;
const MOST_LANES = 16;
/**
 * Steps of a workgroup's longest loop: few enough to spread a hub's tile-row, enough that few rows need a
 * second pass.
 */
const SEGMENT_STEPS = 2048;

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
    label: blockSparse.id,
    source,
    constants: { ...constants, LANES: lanes },
    launch: {
      segments: count,
      rows,
      xRows,
      tileBase,
      quadBase,
      columns: vectors,
      xStride,
      xOffset,
      yStride,
      yOffset,
    },
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

/** Kernel `block-sparse@webgpu`; see `block_sparse.wgsl`. */
export const blockSparseWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn("webgpu", blockSparse, {
  source: source + partialSumsSource,
  parameters: {
    threshold: THRESHOLD,
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
    refuseValues(blockSparse.id, operands);
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
          split_segments: sumOf(chunks, (chunk) => chunk.partials),
          chunks: chunks.length,
          dispatches: dispatches.length,
          bytes: bytes + partials.bytes,
        },
      };
    });
  },
});
