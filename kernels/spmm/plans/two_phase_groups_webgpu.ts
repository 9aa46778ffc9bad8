/**
 * SpMM by neighbour groups on WebGPU in two phases: groups write partial sums, a second pass adds them up.
 * Rows without entries are left unchanged, or cleared.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { Needs, ParameterValues, Plan } from "../../kernel.ts";
import { panelPairs, widestPair } from "../../plans/panel_pairs_webgpu.ts";
import { planOnWebGpu } from "../../plans/plan_webgpu.ts";
import { assertShapes } from "../operand_shapes.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { uploadGroups } from "./device_groups_webgpu.ts";
import { groupWorkgroup } from "./group_parameters.ts";
import { groupFacts, groupLaunch } from "./group_plan_webgpu.ts";
import {
  partialLimit,
  partialSumLaunches,
  partialSumsSource,
  reservePartials,
  uploadShares,
  withPartialSums,
} from "../../plans/partial_sums_webgpu.ts";
import { type ItemChunk, SHARED_WORDS } from "../../plans/work_items_webgpu.ts";

/** Complete source of a kernel in two phases: that of its first phase and that of the second. */
export function withSecondPhase(first: string): string {
  return first + partialSumsSource;
}

/** Needs of a kernel whose first phase binds `storageBindings` buffers. */
export function twoPhaseNeeds(parameters: ParameterValues, storageBindings: number): Needs {
  return withPartialSums({
    workgroupBytes: 0,
    workgroupInvocations: groupWorkgroup(parameters),
    storageBindings,
  });
}

/** Kernel by neighbour groups in two phases. */
export interface TwoPhaseGroups {
  /** The kernel's id, for error messages. */
  readonly label: string;
  /**
   * WGSL of the kernel's first phase, which begins with `neighbor_group_sum.wgsl` and has Y at binding 5 and
   * partial sums at 6.
   */
  readonly source: string;
  /** Matrix whose rows and entries are grouped. */
  readonly matrix: CsrMatrix;
  /** Values of the grouped kernels' parameters. */
  readonly parameters: ParameterValues;
  /** Whether rows without entries, which no group writes, become zeros. */
  readonly clears: boolean;
  /**
   * Flags that the kernel tests (bindings 7 and 8 are the flags and the row of each group); no test when
   * absent.
   */
  readonly flags?: Uint8Array;
  /** Bit of a row's flags without which its partial sums are not written, so that they must not be added. */
  readonly written?: number;
}

/** Restricts a chunk's shared rows to those whose partial sums are written. */
function onlyWritten<Chunk extends ItemChunk>(chunk: Chunk, flags: Uint8Array, written: number): Chunk {
  const shared: number[] = [];
  for (let at = 0; at < chunk.shared.length; at += SHARED_WORDS) {
    if ((flags[chunk.shared[at]] & written) === 0) continue;
    for (let word = 0; word < SHARED_WORDS; word++) shared.push(chunk.shared[at + word]);
  }
  return { ...chunk, shared: Uint32Array.from(shared) };
}

/** Divides the matrix into groups, uploads it to the adapter and returns the plan. */
export function planTwoPhases(
  device: WebGpuDevice,
  { x, y }: Pick<SpmmOperandsOf["webgpu"], "x" | "y">,
  { label, source, matrix, parameters, clears, flags, written = 0 }: TwoPhaseGroups,
): Promise<Plan> {
  assertShapes({ matrix, x, y });
  const pairs = panelPairs(x, y), vectors = widestPair(pairs);
  return planOnWebGpu(device, async (arrays) => {
    const { upload, dispatch } = arrays;
    const layout = uploadGroups(device, arrays, {
      matrix,
      groupSize: parameters.groupSize,
      width: vectors * 4,
      partials: partialLimit(device, vectors),
      word: (_row, partial) => partial,
    });
    const partials = reservePartials(arrays, layout.chunks, { vectors });
    const masks = flags && upload("active", Uint32Array.from(flags));
    const dispatches: (() => void)[] = [];
    for (const chunk of layout.chunks) {
      const shares = uploadShares(arrays, flags ? onlyWritten(chunk, flags, written) : chunk);
      const rowOf = () => layout.groups.rowOf.slice(chunk.first, chunk.first + chunk.count);
      const tested = masks ? [masks, upload("group row", rowOf())] : [];
      for (const pair of pairs) {
        const launches = [
          groupLaunch(chunk, {
            label,
            source,
            parameters,
            pair,
            weighted: layout.weighted,
            bound: [pair.y, partials, ...tested],
          }),
          ...partialSumLaunches(shares, { pair, rows: matrix.rows, partials }),
        ];
        for (const launch of launches) dispatches.push(await dispatch(launch));
      }
    }
    const cleared = clears && layout.emptyRows ? y.panels : [];
    return {
      run: () => {
        for (const { buffer } of cleared) device.clear(buffer);
        for (const encode of dispatches) encode();
      },
      facts: groupFacts(layout, {
        atomics: 0,
        dispatches: dispatches.length,
        partialBytes: partials.bytes,
      }),
    };
  });
}
