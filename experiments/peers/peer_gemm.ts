/**
 * A dense product by a peer as a trial.
 *
 * @module
 */
import { gemm, type GemmProblem } from "../../kernels/gemm/mod.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import { rotatingCopies } from "../trials/operand_sets.ts";
import { writeArrays } from "./operand_files.ts";
import { type PeerProductOptions, peerProductTrial } from "./peer_product.ts";
import { digestOf } from "./peer_recheck.ts";

/** Dense product of a peer, both factors as they are multiplied. */
export interface PeerGemmOptions extends PeerProductOptions {
  /** Columns of A and rows of B: the terms of each entry of C. */
  readonly inner: number;
  /** Rows of A and C. */
  readonly rows: number;
  /** Columns of B and C. */
  readonly cols: number;
  /** A, `rows x inner`, row-major. */
  readonly a: Float32Array;
  /** B, `inner x cols`, row-major. */
  readonly b: Float32Array;
}

/**
 * Builds the trial and starts the worker. The worker rotates as many sets of operands as the device's own
 * kernels do.
 *
 * @throws {MissingError} where the peer is not set up or does not run beside this device.
 */
export async function peerGemmTrial(
  lab: Lab,
  { a, b, rows, inner, cols, ...options }: PeerGemmOptions,
): Promise<Trial> {
  const problem: GemmProblem = { a, b, rows, inner, cols };
  const copies = rotatingCopies(lab, gemm.work(problem).compulsoryBytes);
  return await peerProductTrial(lab, {
    ...options,
    product: {
      operation: gemm,
      problem,
      copies,
      features: { count: rows * inner, replaced: (fresh) => ({ ...problem, a: fresh }) },
      given: () => ({ weights: digestOf(b) }),
      load: async (worker, folder) => {
        const files = await writeArrays(folder, { features: a, weights: b });
        return await worker.loadDense({ rows, inner, width: cols, copies, files });
      },
    },
    identity: { rows, inner, cols },
  });
}
