/**
 * The check of a peer after its timed rounds: a product of new features, and a comparison of the operands
 * that the peer holds.
 *
 * @module
 */
import { join } from "node:path";
import type { CsrMatrix } from "../../graph/csr.ts";
import { checkOutput } from "../../kernels/checks/check_output.ts";
import type { AnyOperandsOf, Operation } from "../../kernels/operation.ts";
import { RECHECKED_WORK, wrongResult } from "../../kernels/checks/plan_check.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import { repeatedUniform } from "../../platform/repeated_uniform.ts";
import { type RawNumbers, readNumbers, withFolder, writeArrays } from "./operand_files.ts";
import type { OperandDigests, Peer } from "./peer.ts";

/** Product whose dense operand can be replaced. */
export interface CheckedProduct<Problem, OperandsOf extends AnyOperandsOf> {
  /** Operation whose oracle checks it. */
  readonly operation: Operation<Problem, OperandsOf>;
  /** Problem on the host. */
  readonly problem: Problem;
  /** The dense operand that a check after timing replaces: its numbers, and the problem with others. */
  readonly features: { readonly count: number; replaced(fresh: Float32Array): Problem };
}

/** SHA-256 of an array as it travels to a worker. */
export const digestOf = (array: RawNumbers): string =>
  sha256(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));

/** Digests of the sparse matrix as it travels to a worker. */
export function matrixDigests({ rowPtr, colIdx, values }: CsrMatrix): OperandDigests {
  return { rowPtr: digestOf(rowPtr), colIdx: digestOf(colIdx), ...(values && { values: digestOf(values) }) };
}

/**
 * Replaces the features of all sets by random ones, computes one product, compares sampled rows, and then
 * compares the operands of all sets with the given ones.
 *
 * @throws {WrongResultError} where the product is wrong, or an operand was written to.
 */
export async function recheckPeer<Problem, OperandsOf extends AnyOperandsOf>(
  worker: Peer,
  { operation, problem, features: { count, replaced } }: CheckedProduct<Problem, OperandsOf>,
  { seed, given }: { readonly seed: number; readonly given: OperandDigests },
): Promise<void> {
  const { rows, cols } = operation.oracle.shape(problem);
  const features = repeatedUniform(count, new RandomStream(seed, "fresh inputs"));
  const product = await withFolder(async (folder) => {
    const file = join(folder, "product");
    await worker.replaceFeatures({ ...await writeArrays(folder, { features }), file });
    return await readNumbers(file, { peer: worker.id, count: rows * cols });
  });
  const report = checkOutput(operation, replaced(features), product, {
    seed,
    exhaustiveWork: RECHECKED_WORK,
    sampledWork: RECHECKED_WORK,
    projections: 0,
  });
  if (!report.ok) throw wrongResult(worker.id, report);
  const wanted: OperandDigests = { ...given, features: digestOf(features) };
  for (const [place, set] of (await worker.digests()).entries()) {
    const changed = (Object.keys(wanted) as (keyof OperandDigests)[])
      .find((name) => set[name] !== undefined && set[name] !== wanted[name]);
    if (changed === undefined) continue;
    throw new WrongResultError({
      action: `time "${worker.id}"`,
      current: `"${changed}" of its operand set ${place} overwritten`,
      wanted: "the numbers that it was given",
      next: "make the library write to its result alone",
    });
  }
}
