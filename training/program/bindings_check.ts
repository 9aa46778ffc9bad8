/**
 * Checks that bindings fit their program, before a kernel follows an index out of its operands.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import { assertSegments } from "../../kernels/segment_max/mod.ts";
import { UsageError } from "../../platform/errors.ts";
import type { IndexUse } from "../operations/rules/operation_rules.ts";
import { rulesOf } from "../operations/step_rules.ts";
import type { Bindings } from "./bindings.ts";
import type { Program } from "./program.ts";
import type { Tensor } from "./tensor.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * Checks every binding against its operand's shape, and every index against the rows, classes or entries that
 * it picks from. Inputs in `lent` are on the device already and need no binding.
 *
 * @throws {UsageError} naming the first operand that is missing, has another shape, or leads out of bounds.
 */
export function checkBindings(
  program: Program,
  bindings: Bindings,
  lent: ReadonlyMap<Tensor, unknown> = new Map(),
): void {
  for (const tensor of program.tensors) {
    if (tensor.kind !== "input" || lent.has(tensor)) continue;
    const data = bindings.inputs.get(tensor);
    const { rows, cols } = tensor;
    if (data?.length !== rows * cols) {
      throw misfit(
        tensor.label,
        data ? plural(data.length, "number") : "nothing",
        `${rows} x ${cols} numbers`,
      );
    }
  }
  for (const operand of program.sparse) {
    const matrix = bindings.sparse.get(operand);
    const current = matrix && shapeText({
      rows: matrix.rows,
      cols: matrix.cols,
      nnz: nnz(matrix),
      weighted: matrix.values !== undefined,
    });
    const wanted = shapeText(operand);
    if (current !== wanted) throw misfit(operand.label, current ?? "nothing", wanted);
  }
  for (const operand of program.indices) {
    const list = bindings.indices.get(operand);
    if (list?.length !== operand.length) {
      throw misfit(
        operand.label,
        list ? plural(list.length, "index", "indices") : "nothing",
        plural(operand.length, "index", "indices"),
      );
    }
  }
  for (const step of [...program.train, ...program.evaluate]) {
    for (const use of rulesOf(step).indices(step)) checkIndices(bindings.indices.get(use.operand)!, use);
  }
}

function checkIndices(list: Uint32Array, use: IndexUse): void {
  if ("segmentsOf" in use) return assertSegments(list, use.segmentsOf);
  const { operand, below, distinct } = use;
  // This check runs once a mini-batch, over lists as long as its blocks have entries: a plain loop and a mark
  // for each row are faster than a set.
  const seen = new Uint8Array(distinct ? below : 0);
  for (let i = 0; i < list.length; i++) {
    const index = list[i];
    if (index >= below) throw misfit(operand.label, `the index ${index}`, `indices below ${below}`);
    if (!distinct) continue;
    if (seen[index] !== 0) {
      throw misfit(
        operand.label,
        "an index twice",
        "distinct indices, so that no two rows are written to one",
      );
    }
    seen[index] = 1;
  }
}

function shapeText({ rows, cols, nnz, weighted }: {
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  readonly weighted: boolean;
}): string {
  return `${rows} x ${cols} with ${nnz} entries ${weighted ? "and values" : "without values"}`;
}

function misfit(label: string, current: string, wanted: string): UsageError {
  return new UsageError({
    action: `bind "${label}"`,
    current,
    wanted,
    next: "bind what the program was built for, or build it anew for these shapes",
  });
}
