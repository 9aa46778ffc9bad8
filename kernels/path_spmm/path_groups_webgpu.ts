/**
 * What the grouped path kernels on WebGPU share: spmm's neighbour groups over rows that may be without entries, which
 * are left alone, and the second pass over the rows that have several groups.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import type { ParameterValues, Plan } from "../kernel.ts";
import { panelPairs, widestPair } from "../panel_pairs_webgpu.ts";
import { freeGroups, planGroups, uploadGroups } from "../spmm/neighbor_group_plan_webgpu.ts";
import { assertShapes } from "../spmm/operand_shapes.ts";
import {
  allocatePartials,
  partialLimit,
  planPartialSums,
  uploadShares,
} from "../spmm/partial_sums_webgpu.ts";
import { type ItemChunk, SHARED_WORDS } from "../spmm/work_items_webgpu.ts";
import type { PathSpmmOperandsOf } from "./path_spmm.ts";

/** One grouped path kernel. */
export interface GroupedPath {
  /** The kernel's id, for error messages. */
  readonly label: string;
  /** Its WGSL, `neighbor_group_sum.wgsl` first, with Y at binding 5 and partial sums at 6. */
  readonly source: string;
  /** `vertices x vertices`: the rows and entries that are grouped. */
  readonly matrix: CsrMatrix;
  /** The grouped kernels' parameters. */
  readonly parameters: ParameterValues;
  /** Flags that the kernel tests (bindings 7 and 8 are the flags and the row of each group); nothing is tested when absent. */
  readonly flags?: Uint8Array;
  /** Bit of a row's flags without which its partial sums are not written, and so must not be added. */
  readonly written?: number;
}

/** The chunk with those shared rows only that are written. */
function onlyWritten(chunk: ItemChunk, flags: Uint8Array, written: number): ItemChunk {
  const shared: number[] = [];
  for (let at = 0; at < chunk.shared.length; at += SHARED_WORDS) {
    if ((flags[chunk.shared[at]] & written) === 0) continue;
    for (let word = 0; word < SHARED_WORDS; word++) shared.push(chunk.shared[at + word]);
  }
  return { ...chunk, shared: Uint32Array.from(shared) };
}

/** Groups the matrix, brings it to the adapter and returns the plan; without the facts of what is touched. */
export async function planPathGroups(
  device: WebGpuDevice,
  operands: PathSpmmOperandsOf["webgpu"],
  { label, source, matrix, parameters, flags, written = 0 }: GroupedPath,
): Promise<Plan> {
  assertShapes({ ...operands, matrix });
  const pairs = panelPairs(operands.x, operands.y);
  const vectors = widestPair(pairs);
  const layout = uploadGroups(device, matrix, {
    groupSize: parameters.groupSize,
    width: vectors * 4,
    partials: partialLimit(device, vectors),
    word: (_row, partial) => partial,
  });
  const owned: WebGpuBuffer[] = [];
  const destroy = () => {
    owned.splice(0).forEach((buffer) => device.free(buffer));
    freeGroups(device, layout);
  };
  const upload = (name: string, data: Uint32Array) => {
    const buffer = device.allocate(name, data.byteLength);
    owned.push(buffer);
    device.write(buffer, data);
    return buffer;
  };
  try {
    const partials = allocatePartials(device, layout.chunks, vectors);
    owned.push(partials);
    const masks = flags && upload("active", Uint32Array.from(flags));
    const dispatches: (() => void)[] = [];
    for (const chunk of layout.chunks) {
      const shares = uploadShares(device, flags ? onlyWritten(chunk, flags, written) : chunk);
      owned.push(...shares.lists.map(({ buffer }) => buffer));
      const rowOf = () => layout.groups.rowOf.slice(chunk.first, chunk.first + chunk.count);
      const tested = masks ? [masks, upload("group row", rowOf())] : [];
      for (const pair of pairs) {
        dispatches.push(
          await planGroups(device, chunk, {
            ...{ label, source, parameters, pair, weighted: layout.weighted },
            bound: [pair.y, partials, ...tested],
          }, owned),
          ...await planPartialSums(device, shares, { pair, rows: matrix.rows, partials }, owned),
        );
      }
    }
    return {
      run: () => {
        for (const dispatch of dispatches) dispatch();
      },
      destroy,
      facts: {
        groups: layout.groups.count,
        largest_group: layout.groups.largest,
        shared_groups: layout.sharing,
        atomics: 0,
        chunks: layout.chunks.length,
        dispatches: dispatches.length,
        bytes: layout.bytes + partials.bytes,
      },
    };
  } catch (error) {
    destroy();
    throw error;
  }
}
