/**
 * The check of a peer after its timed rounds: a product of new features, and a comparison of the operands
 * that the peer holds.
 *
 * @module
 */
import { join } from "node:path";
import { checkOutput } from "../../kernels/check.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import type { SpmmProblem } from "../../kernels/spmm/spmm.ts";
import { RECHECKED_WORK, wrongResult } from "../../kernels/plan_check.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import { repeatedUniform } from "../../platform/repeated_uniform.ts";
import { type RawNumbers, readNumbers, withFolder, writeArrays } from "./operand_files.ts";
import type { OperandDigests, Peer } from "./peer.ts";

const digestOf = (array: RawNumbers) =>
  sha256(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));

/** Digests of the sparse matrix as it travels to a worker. */
export function matrixDigests({ matrix: { rowPtr, colIdx, values } }: SpmmProblem): OperandDigests {
  return { rowPtr: digestOf(rowPtr), colIdx: digestOf(colIdx), ...(values && { values: digestOf(values) }) };
}

/**
 * Replaces the features of all sets by random ones, computes one product, compares sampled rows, and then
 * compares the operands of all sets with the given ones.
 *
 * @throws {WrongResultError} where the product is wrong, or an operand was written to.
 */
export async function recheckPeer(
  worker: Peer,
  problem: SpmmProblem,
  { seed, given }: { readonly seed: number; readonly given: OperandDigests },
): Promise<void> {
  const { matrix, width } = problem;
  const features = repeatedUniform(matrix.cols * width, new RandomStream(seed, "fresh inputs"));
  const product = await withFolder(async (folder) => {
    const file = join(folder, "product");
    await worker.replaceFeatures({ ...await writeArrays(folder, { features }), file });
    return await readNumbers(file, { peer: worker.id, count: matrix.rows * width });
  });
  const report = checkOutput(spmm, { matrix, features, width }, product, {
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
