/**
 * Numbers of machine code that are tuned, each with the values to try and a product to try them on. Matrices
 * are random and of the harness's own: no claim is judged on them.
 *
 * On an AMD EPYC of the fourth generation other numbers stayed within two copies of the default, with AVX2
 * and AVX-512, on X of 0.5, 8 and 256 MiB, 16 to 256 columns and rows of 4 to 64 entries: the distance of
 * prefetches (the default is among the best everywhere; others lose up to a third) and sets of accumulators.
 * Stores past the caches make a product alone up to 1.7 times as fast, but what reads the result next pays:
 * with a dense product behind, 0.7 to 1.1 times. So these are not tuned.
 *
 * @module
 */
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import { tileVectors } from "../../hardware/cpu/x86/kernel/product_tile.ts";
import { RandomStream } from "../../platform/random.ts";
import { repeatedUniform } from "../../platform/repeated_uniform.ts";
import type { TunedChoice } from "../../results/store/tuned_choice.ts";
import { paddedColumns } from "../machine_code/code_phases.ts";
import { gemmBlockedX86 } from "../gemm/blocked/x86.ts";
import type { GemmProblem } from "../gemm/gemm.ts";
import { gemm } from "../gemm/mod.ts";
import type { Kernel } from "../kernel.ts";
import type { AnyOperandsOf } from "../operation.ts";
import type { AnyOperation } from "../registry.ts";
import { spmm } from "../spmm/mod.ts";
import { rowSplitTuning } from "../spmm/row_split/code_x86.ts";
import { rowSplitX86 } from "../spmm/row_split/x86.ts";
import { productName, sumsName } from "./saved_tuning.ts";
import { sparseProduct } from "./sparse_product.ts";

/** A number of a kernel's code or launches, for one width. */
export interface TunedNumber extends Pick<TunedChoice, "name" | "columns" | "parameter"> {
  /** Values to try: the default first. */
  readonly values: readonly [standard: number, ...others: number[]];
  /** Operation of the kernel. */
  readonly operation: AnyOperation;
  /** Kernel that takes the number as its parameter. */
  readonly kernel: Kernel<AnyOperandsOf>;
  /** Draws the product that the values are tried on; numbers that follow each other may have the same. */
  readonly problem: (seed: number) => unknown;
}

/** Conditions that numbers and products depend on. */
export interface TunedDevice extends Pick<X86Device, "isa"> {
  /** Bytes of the last cache. */
  readonly cacheBytes: number;
}

/** Entries of a row of the sparse matrix: the mean degree does not change which panel is best. */
const DEGREE = 16;
/** Multiply-adds of a sparse product, some milliseconds; more where its rows of X would fit a cache. */
const SPARSE_WORK = 2 ** 24;
/** Bytes of X over those of the last cache; X has 2 GiB at most. */
const WITHIN = 1 / 4, BEYOND = 4, MOST_BYTES = 2 ** 31;
/** Multiply-adds of a dense product, some milliseconds, and its terms: a hidden layer. */
const DENSE_WORK = 2 ** 27, TERMS = 128;
/** Fewest vectors of a pass that are worth trying: with one, addresses cost as much as sums. */
const LEAST_PANEL = 2;

/** All numbers of some widths that have something to try. */
export function tunedNumbers(device: TunedDevice, widths: readonly number[]): readonly TunedNumber[] {
  return widths.flatMap((
    width,
  ) => [panel(device, { width, beyond: false }), panel(device, { width, beyond: true }), tile(device, width)])
    .filter(({ values }) => values.length > 1);
}

/** Vectors of columns that a pass over a row's entries computes: the registers' number, a half, a quarter. */
function panel(
  { isa, cacheBytes }: TunedDevice,
  { width, beyond }: { readonly width: number; readonly beyond: boolean },
): TunedNumber {
  const columns = paddedColumns(width), { panel: standard } = rowSplitTuning(isa, { columns });
  const others = [2, 4].map((part) => Math.ceil(standard / part)).filter((value) => value >= LEAST_PANEL);
  const bytes = (beyond ? BEYOND : WITHIN) * cacheBytes, touched = beyond ? 2 * cacheBytes : 0;
  const entries = Math.max(SPARSE_WORK / width, touched / (4 * columns));
  return {
    name: sumsName(columns, { beyond }),
    columns,
    parameter: "panel",
    values: [standard, ...bytes <= MOST_BYTES ? others : []],
    operation: spmm as unknown as AnyOperation,
    kernel: rowSplitX86,
    problem: (seed) => sparseProduct(width, { bytes, entries, degree: () => DEGREE, seed }),
  };
}

/** Vectors of columns of a register tile. */
function tile({ isa }: TunedDevice, width: number): TunedNumber {
  const columns = paddedColumns(width), [standard, ...others] = tileVectors(isa);
  return {
    name: productName(columns),
    columns,
    parameter: "tile",
    values: [standard, ...others],
    operation: gemm as unknown as AnyOperation,
    kernel: gemmBlockedX86,
    problem(seed): GemmProblem {
      const stream = new RandomStream(seed, "matrices that code is tuned on");
      const rows = Math.ceil(DENSE_WORK / TERMS / width);
      const a = repeatedUniform(rows * TERMS, stream), b = repeatedUniform(TERMS * width, stream);
      return { a, b, rows, inner: TERMS, cols: width };
    },
  };
}
