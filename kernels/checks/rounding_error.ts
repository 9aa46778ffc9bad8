/**
 * Error that rounded inputs make in a result: what a reader has to know of a kernel that reads few bits,
 * beside its check, which is made for the numbers that it reads.
 *
 * @module
 */
import { viewMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { indices } from "../../platform/indices.ts";
import { RandomStream } from "../../platform/random.ts";
import { MOST_ROWS, someRows } from "./checked_rows.ts";
import { execute, resultOf } from "./plan_operands.ts";
import type { AnyOperandsOf } from "../operation.ts";
import type { StagedPlan } from "../staged_plan.ts";

/** Relative error of a result. */
export interface RoundingError {
  /** Root of the mean square of the errors, over that of the exact entries. */
  readonly rms: number;
  /** Largest error of an entry, over the largest exact entry. */
  readonly max: number;
}

/** Multiply-adds of the oracle up to which every row is compared; above, rows are sampled. */
const COMPARED_WORK = 2e8;

/**
 * Executes a plan and compares its result with the exact one for the `given` problem, whose inputs are not
 * rounded. Rows are the first and last ones and random ones where all of them would take long.
 */
export async function roundingError<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  plan: StagedPlan<Problem, OperandsOf>,
  given: Problem,
  { seed }: { readonly seed: number },
): Promise<RoundingError> {
  await execute(device, [plan]);
  const got = await viewMatrix(device, resultOf(plan));
  const { oracle } = plan.operation, { rows, cols } = oracle.shape(given);
  const share = COMPARED_WORK / plan.operation.work(given).multiplyAdds;
  const chosen = share >= 1 ? indices(rows) : someRows(rows, () => 0, {
    stream: new RandomStream(seed, "rounding error"),
    heavy: false,
    share: Math.min(1, share * rows / MOST_ROWS),
  });
  const exact = new Float64Array(cols), magnitude = new Float64Array(cols);
  let squares = 0, errorSquares = 0, largest = 0, largestError = 0;
  for (const row of chosen) {
    oracle.row(given, row, exact, magnitude);
    for (let col = 0; col < cols; col++) {
      const error = Math.abs(got[row * cols + col] - exact[col]);
      squares += exact[col] ** 2;
      errorSquares += error ** 2;
      largest = Math.max(largest, Math.abs(exact[col]));
      largestError = Math.max(largestError, error);
    }
  }
  return errorSquares === 0 ? { rms: 0, max: 0 } : {
    rms: Math.sqrt(errorSquares / squares),
    max: largestError / largest,
  };
}
