/**
 * Works that numbers are tuned on: products with uniform random matrices of the harness's own, which are none
 * that a claim is judged on.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import type { InstructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import { RandomStream } from "../../platform/random.ts";
import { repeatedUniform } from "../../platform/repeated_uniform.ts";
import { paddedColumns } from "../code_phases.ts";
import { rowSplitTuning } from "../spmm/row_split/code_x86.ts";
import type { SpmmProblem } from "../spmm/spmm.ts";

/** Width, and whether the rows of X exceed the last cache. */
export interface WorkClass {
  /** Columns of X and Y, without padding. */
  readonly width: number;
  /** Whether X exceeds the last cache. */
  readonly beyond: boolean;
}

/** Entries of a row: the mean degree does not change which number is best. */
const DEGREE = 16;
/** Multiply-adds of a product, some milliseconds; more where its rows of X would fit the last cache. */
const MULTIPLY_ADDS = 2 ** 24;
/** Bytes of X over those of the last cache. */
const WITHIN = 1 / 4, BEYOND = 4;
/** Share of the device's memory that X may take. */
const MOST_SHARE = 1 / 4;
/** Fewest vectors of a pass that are worth trying: with one, addresses cost as much as sums. */
const LEAST_PANEL = 2;

/** Numbers to try in place of the default: a half and a quarter of it. */
export function panelsToTry(isa: InstructionSet, width: number): readonly [number, ...number[]] {
  const { panel } = rowSplitTuning(isa, paddedColumns(width));
  return [panel, ...[2, 4].map((part) => Math.ceil(panel / part)).filter((each) => each >= LEAST_PANEL)];
}

/** Classes with something to try, by width; those whose X the device has no room for are left out. */
export function workClasses(
  { isa, limits }: Pick<X86Device, "isa" | "limits">,
  widths: readonly number[],
  cacheBytes: number,
): readonly WorkClass[] {
  return widths.filter((width) => panelsToTry(isa, width).length > 1).flatMap((width) =>
    [false, true].map((beyond) => ({ width, beyond }))
  ).filter(({ beyond }) => (beyond ? BEYOND : WITHIN) * cacheBytes <= MOST_SHARE * limits.memoryBytes);
}

/** Product of a class: every row names {@linkcode DEGREE} random rows of X, one in each part of it. */
export function tunedProblem({ width, beyond }: WorkClass, cacheBytes: number, seed: number): SpmmProblem {
  const stream = new RandomStream(seed, "matrix that code is tuned on"), rowBytes = 4 * paddedColumns(width);
  const cols = Math.ceil((beyond ? BEYOND : WITHIN) * cacheBytes / rowBytes / DEGREE) * DEGREE;
  const touched = beyond ? 2 * cacheBytes / rowBytes : 0;
  const rows = Math.ceil(Math.max(MULTIPLY_ADDS / width, touched) / DEGREE), part = cols / DEGREE;
  const matrix: CsrMatrix = {
    rows,
    cols,
    rowPtr: Uint32Array.from({ length: rows + 1 }, (_, row) => DEGREE * row),
    colIdx: Uint32Array.from({ length: DEGREE * rows }, (_, i) => i % DEGREE * part + stream.below(part)),
    values: repeatedUniform(DEGREE * rows, stream),
  };
  return { matrix, features: repeatedUniform(cols * width, stream), width };
}
