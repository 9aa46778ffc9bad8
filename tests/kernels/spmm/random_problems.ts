/**
 * Random SpMM problems for property tests, and values of the kernels' parameters.
 *
 * @module
 */
import fc from "fast-check";
import type { ParameterValues } from "../../../kernels/kernel.ts";
import type { SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { randomProblem } from "./spmm_problem.ts";

const seldomWide = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 70 }) },
  { weight: 1, arbitrary: fc.integer({ min: 71, max: 300 }) },
);
const lengths = (most: number) => fc.array(fc.nat(most), { minLength: 1, maxLength: 70, size: "max" });
const usual = {
  rows: fc.integer({ min: 1, max: 70 }),
  cols: fc.integer({ min: 1, max: 70 }),
  width: seldomWide,
  weighted: fc.boolean(),
  seed: fc.nat(),
};

/** Problems with rows of any length; sometimes all rows have the same columns. */
const ordinary = fc.record({ ...usual, repeated: fc.boolean(), lengths: lengths(70) })
  .map(({ lengths, ...shape }) =>
    randomProblem({ ...shape, entries: (row) => lengths[shape.repeated ? 0 : row % lengths.length] })
  );

/** Problems with a single row. */
const oneRow = fc.record({ ...usual, length: fc.nat(70) })
  .map(({ length, ...shape }) => randomProblem({ ...shape, rows: 1, entries: () => length }));

/** Problems without entries, or even without rows or columns. */
const empty = fc.record({ ...usual, rows: fc.nat(70), cols: fc.nat(70) })
  .map((shape) => randomProblem({ ...shape, entries: () => 0 }));

/**
 * Problems with some rows of several hundred entries among short ones, so that several groups, chunks and
 * tiles belong to one row.
 */
const hubs = fc.record({
  ...usual,
  cols: fc.integer({ min: 300, max: 1200 }),
  width: fc.integer({ min: 1, max: 40 }),
  every: fc.integer({ min: 2, max: 70 }),
  lengths: lengths(9),
}).map(({ every, lengths, ...shape }) =>
  randomProblem({
    ...shape,
    entries: (row) => row % every === 0 ? shape.cols - row : lengths[row % lengths.length],
  })
);

/** Problems of up to 70 rows and widths from 1 to 300: ordinary, of one row, empty, with hubs. */
export const randomProblems: fc.Arbitrary<SpmmProblem> = fc.oneof(
  { weight: 6, arbitrary: ordinary },
  { weight: 1, arbitrary: oneRow },
  { weight: 1, arbitrary: empty },
  { weight: 2, arbitrary: hubs },
);

const GROUP_SIZES = [{}, { groupSize: 1 }, { groupSize: 3 }, { groupSize: 1024 }];
const SHARES = [{}, { share: 1 }, { share: 7 }, { share: 1024 }];

/** Parameters by kernel id that change the kernel's execution; a kernel not listed runs with defaults. */
const CHOICES: Readonly<Record<string, readonly ParameterValues[]>> = {
  "neighbor-group": GROUP_SIZES,
  "neighbor-group-cas": GROUP_SIZES,
  "neighbor-group-fixed": GROUP_SIZES,
  "merge-split": SHARES,
  "merge-split-bf16": SHARES,
  "row-split-blocked": [{}, { blocks: 2 }, { blocks: 5 }, { blocks: 90 }],
  "block-sparse": [{}, { threshold: 0 }, { threshold: 100 }],
};

/** Parameters of a kernel for the `pick`-th problem. */
export function chosenParameters(kernel: string, pick: number): ParameterValues {
  const choices = CHOICES[kernel] ?? [{}];
  return choices[pick % choices.length];
}
