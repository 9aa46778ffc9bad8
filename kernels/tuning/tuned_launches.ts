/**
 * Parameters of WebGPU kernels that are tuned, each with the values to try and a product to try them on.
 *
 * Tuned are those that change who computes a sum and not the order of its terms: the bytes of X that a lane
 * loads at once, hence the number of lanes that share a row, the lanes that share a neighbour group, the
 * invocations of a workgroup, hence the rows, shares or groups that it holds, and, on an adapter with
 * subgroups, the lanes that one load of an entry serves. The kernels that compete for the fastest product are
 * all tuned, with as many rounds.
 *
 * Not tuned are parameters that change bits: shares of merge-split and sizes of neighbour groups, which cut
 * sums into partial ones, and tiles of dense products, by which terms of transposed ones are divided; and
 * those that a paper fixes, as the blocks of memory-aware.
 *
 * @module
 */
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { lastCacheBytes } from "../../hardware/webgpu/last_cache.ts";
import type { RandomStream } from "../../platform/random.ts";
import { paddedColumns } from "../machine_code/code_phases.ts";
import type { KernelOn } from "../kernel.ts";
import type { AnyOperation } from "../registry.ts";
import { mergeSplitWebGpu } from "../spmm/merge_split/webgpu.ts";
import { spmm } from "../spmm/mod.ts";
import { neighborGroupWebGpu } from "../spmm/neighbor_group/webgpu.ts";
import { defaultLoad } from "../spmm/plans/lane_columns_webgpu/lane_columns.ts";
import { rowSplitWebGpu, workgroupFor } from "../spmm/row_split/webgpu.ts";
import type { SpmmOperandsOf } from "../spmm/spmm.ts";
import { sumsName } from "./saved_tuning.ts";
import { sparseProduct } from "./sparse_product.ts";
import type { TunedNumber } from "./tuned_numbers.ts";

/** Sizes of the products that launches are tuned on. */
export interface LaunchSizes {
  /** Bytes of the last cache. */
  readonly cacheBytes: number;
  /** Multiply-adds of a product; more where its rows of X would fit the cache. */
  readonly work: number;
  /** Lanes of the adapter's largest subgroups; absent where it has none. */
  readonly subgroup?: number;
}

/** Parameter of a kernel, and the values to try beside the default. */
type Tried = readonly [parameter: TunedNumber["parameter"], values: readonly number[]];

const LOADS: Tried = ["load", [8, 16]];
const ROW_TRIES: readonly Tried[] = [LOADS, ["workgroup", [64, 128, 256]]];
const SHARE_TRIES: readonly Tried[] = [LOADS, ["workgroup", [128, 256]]];
/** Values of `broadcast`: as many lanes as a subgroup has. */
const broadcastTries = (subgroup: number | undefined): readonly Tried[] =>
  subgroup === undefined ? [] : [["broadcast", [subgroup]]];
const GROUP_TRIES: readonly Tried[] = [["dimWorkers", [8, 16]], ["workgroup", [64, 256]]];

/** Kernels and their parameters: the value that is chosen holds while those of the next take turns. */
const triesFor = (
  { subgroup }: LaunchSizes,
): readonly (readonly [KernelOn<"webgpu", SpmmOperandsOf>, readonly Tried[]])[] => [
  [rowSplitWebGpu, ROW_TRIES],
  [mergeSplitWebGpu, [...SHARE_TRIES, ...broadcastTries(subgroup)]],
  [neighborGroupWebGpu, GROUP_TRIES],
];

/**
 * Multiply-adds: those of sums that occupy a server GPU several times over, whose result is still read in
 * milliseconds, and fewer in emulation.
 */
const WORK = { hardware: 2 ** 27, software: 2 ** 20, none: 0 } as const;
/** Bytes of X over those of the last cache, and bytes that a product beyond it touches. */
const WITHIN = 1 / 4, BEYOND = 4, TOUCHED = 2;

/** Entries of a row: a power law as graphs have it, some 48 in the mean. */
const LEAST_DEGREE = 16, MOST_DEGREE = 4096, EXPONENT = 2.5;

/** Draws the entries of a row (Pareto, by the inverse of the distribution). */
function skewedDegree(stream: RandomStream): number {
  const tail = 1 - stream.uniform();
  return Math.min(MOST_DEGREE, Math.floor(LEAST_DEGREE * tail ** (-1 / (EXPONENT - 1))));
}

/** Sizes for an adapter. */
export function launchSizes(
  { name, adapterKind, limits: { subgroups } }: Pick<WebGpuDevice, "name" | "adapterKind" | "limits">,
): LaunchSizes {
  return {
    cacheBytes: lastCacheBytes(name),
    work: WORK[adapterKind],
    ...(subgroups && { subgroup: subgroups.most }),
  };
}

/** All parameters of some widths; those of one width and side of the last cache have one product. */
export function tunedLaunches(sizes: LaunchSizes, widths: readonly number[]): readonly TunedNumber[] {
  return widths.flatMap((width) => [false, true].flatMap((beyond) => launchesOf(sizes, { width, beyond })));
}

/** The value that a default of 0 stands for with so many columns; values of one effect are one launch. */
function effectOf(parameter: TunedNumber["parameter"], value: number, columns: number): number {
  if (parameter === "load") return value || defaultLoad(columns);
  if (parameter === "workgroup") return value || workgroupFor(4 * columns / defaultLoad(columns), Infinity);
  // A group or block has no more lanes than vectors of columns.
  return parameter === "dimWorkers" || parameter === "broadcast" ? Math.min(value, columns / 4) : value;
}

function launchesOf(
  sizes: LaunchSizes,
  { width, beyond }: { readonly width: number; readonly beyond: boolean },
): TunedNumber[] {
  const { cacheBytes, work } = sizes;
  const columns = paddedColumns(width), touched = beyond ? TOUCHED * cacheBytes : 0;
  const bytes = (beyond ? BEYOND : WITHIN) * cacheBytes;
  const entries = Math.max(work / width, touched / (4 * columns));
  const problem = (seed: number) => sparseProduct(width, { bytes, entries, degree: skewedDegree, seed });
  return triesFor(sizes).flatMap(([kernel, parameters]) =>
    parameters.map(([parameter, tried]): TunedNumber => {
      const effect = (value: number) => effectOf(parameter, value, columns);
      const standard = effect(kernel.parameters[parameter].default);
      return {
        name: sumsName(columns, { beyond, kernel: kernel.id }),
        columns,
        parameter,
        values: [standard, ...tried.filter((value) => effect(value) !== standard)],
        operation: spmm as unknown as AnyOperation,
        kernel,
        problem,
      };
    }).filter(({ values }) => values.length > 1)
  );
}
