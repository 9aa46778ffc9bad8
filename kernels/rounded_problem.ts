/**
 * Problems whose dense inputs a device holds in a format of fewer bits: checks compare with the exact result
 * for the numbers that a kernel really reads.
 *
 * @module
 */
import { formatOf } from "../hardware/dense.ts";
import { type NumberFormat, roundNumbers } from "../hardware/number_format.ts";
import type { AnyOperandsOf, DenseInput, OperationDefinition } from "./operation.ts";

/** The problem with each of its dense inputs rounded to a format; itself where that is float32. */
export function roundedProblem<Problem, OperandsOf extends AnyOperandsOf>(
  { inputs = [] }: Pick<OperationDefinition<Problem, OperandsOf>, "inputs">,
  problem: Problem,
  format: NumberFormat = "f32",
): Problem {
  if (format === "f32") return problem;
  return inputs.reduce(
    (rounded, input) => input.redrawn(rounded, () => roundNumbers(format, input.numbers(problem))),
    problem,
  );
}

/** The problem with a dense input drawn anew, rounded to the format of its matrix. */
export function redrawnAs<Problem, Operands>(
  input: DenseInput<Problem, Operands>,
  problem: Problem,
  { operands, draw }: { readonly operands: Operands; readonly draw: (length: number) => Float32Array },
): Problem {
  const format = formatOf(input.matrix(operands));
  return input.redrawn(problem, (length) => roundNumbers(format, draw(length)));
}
