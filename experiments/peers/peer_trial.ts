/**
 * A sparse-dense product by a peer as a trial.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { EPS_F32 } from "../../kernels/checks/error_bound.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import { operandSets } from "../trials/operand_sets.ts";
import { checkInt32, writeArrays } from "./operand_files.ts";
import { type PeerProductOptions, peerProductTrial } from "./peer_product.ts";
import { matrixDigests } from "./peer_recheck.ts";

/** Product of a peer. */
export interface PeerTrialOptions extends PeerProductOptions {
  /** A, `rows x cols`. */
  readonly matrix: CsrMatrix;
  /** X, `matrix.cols x width`, row-major. */
  readonly features: Float32Array;
  /** Columns of X and Y. */
  readonly width: number;
  /**
   * Vectors with `value(i, j) = rows(i) * columns(j)`, where they are known; those of a square matrix are
   * read off its diagonal.
   */
  readonly scales?: { readonly rows: Float32Array; readonly columns: Float32Array };
}

/**
 * The vector s with `value(i, j) = s(i) * s(j)` for every entry, as GCN normalisation of an unweighted graph
 * has it, up to rounding; `undefined` where there is none. It is read off the diagonal, so every row needs an
 * entry there.
 */
export function separableScale({ rows, cols, rowPtr, colIdx, values }: CsrMatrix): Float32Array | undefined {
  if (rows !== cols || values === undefined) return undefined;
  const scale = new Float32Array(rows);
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) if (colIdx[e] === r) scale[r] = Math.sqrt(values[e]);
    if (!(scale[r] > 0)) return undefined;
  }
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) {
      const product = scale[r] * scale[colIdx[e]];
      if (!(Math.abs(product - values[e]) <= 2 * EPS_F32 * values[e])) return undefined;
    }
  }
  return scale;
}

/**
 * Builds the trial and starts the worker. The worker rotates as many sets of operands as the device's own
 * kernels do.
 *
 * @throws {MissingError} where the peer is not set up or does not run beside this device.
 * @throws {OutOfMemoryError} where indices pass int32, which the libraries' fastest products require.
 */
export async function peerTrial(lab: Lab, options: PeerTrialOptions): Promise<Trial> {
  const { matrix, features, scales, width, peer } = options;
  checkInt32(matrix, peer);
  const { copies } = operandSets(lab, options);
  return await peerProductTrial(lab, {
    ...options,
    product: {
      operation: spmm,
      problem: { matrix, features, width },
      copies,
      features: { count: matrix.cols * width, replaced: (fresh) => ({ matrix, features: fresh, width }) },
      given: () => matrixDigests(matrix),
      load: async (worker, folder) => {
        const { rowPtr, colIdx, values } = matrix;
        const scale = scales?.rows ?? separableScale(matrix);
        const arrays = { rowPtr, colIdx, values, features, scale, columnScale: scales?.columns };
        return await worker.load({
          rows: matrix.rows,
          cols: matrix.cols,
          nnz: matrix.colIdx.length,
          width,
          copies,
          files: await writeArrays(folder, arrays),
        });
      },
    },
    identity: { width },
  });
}
