/**
 * A sparse-dense product by a peer as a trial: the operands travel to the worker in raw files, the product
 * comes back in one and goes through the same check as every kernel's, and the worker times itself.
 *
 * @module
 */
import { join } from "node:path";
import type { CsrMatrix } from "../../graph/csr.ts";
import { checkOutput, EPS_F32 } from "../../kernels/check.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import type { Lab } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import { operandSets } from "../trials/operand_sets.ts";
import { checkInt32, readNumbers, withFolder, writeArrays } from "./operand_files.ts";
import { openPeer } from "./open_peers.ts";
import type { OperandDigests, OperandFiles, PeerOptions } from "./peer.ts";
import { peerColumns } from "./peer_columns.ts";
import { serverDigest } from "./peer_process.ts";
import { matrixDigests, recheckPeer } from "./peer_recheck.ts";
import { findPeer, peerPlace } from "./peers.ts";

/** Product of a peer. */
export interface PeerTrialOptions {
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
  /** Id of the peer: `scipy`. */
  readonly peer: string;
  /** Threads of the peer; when absent, the number that any process beside the device may use. */
  readonly threads?: number;
  /** Interpreter and patience with the worker, for tests. */
  readonly open?: Pick<PeerOptions, "python" | "timeoutMs">;
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

async function writeOperands(
  folder: string,
  { matrix, features, scales }: PeerTrialOptions,
): Promise<OperandFiles> {
  const { rowPtr, colIdx, values } = matrix;
  const scale = scales?.rows ?? separableScale(matrix);
  return await writeArrays(folder, { rowPtr, colIdx, values, features, scale, columnScale: scales?.columns });
}

/**
 * Builds the trial and starts the worker. The worker rotates as many sets of operands as the device's own
 * kernels do. A peer's trial counts no device memory, and its host memory is not accounted.
 *
 * @throws {MissingError} where the peer is not set up or does not run beside this device.
 * @throws {OutOfMemoryError} where indices pass int32, which the libraries' fastest products require.
 */
export async function peerTrial(lab: Lab, options: PeerTrialOptions): Promise<Trial> {
  const { seed } = lab;
  const { matrix, features, width } = options;
  const spec = findPeer(options.peer);
  const { backend, threads } = peerPlace(spec, lab);
  checkInt32(matrix, spec.id);
  const opening = { ...options.open, threads: options.threads ?? threads, backend };
  const first = await openPeer(spec.id, opening);
  const { copies } = operandSets(lab, options);
  const problem = { matrix, features, width };
  let given: OperandDigests | undefined;

  return {
    identity: {
      peer: spec.id,
      backend,
      threads: first.threads,
      versions: first.versions,
      server: await serverDigest(),
      width,
    },
    bytes: 0,
    work: spmm.work(problem),
    facts: {},
    ...peerColumns(first, backend),
    prepare: async (): Promise<PreparedTrial> => {
      const worker = await openPeer(spec.id, opening);
      const prepareMs = await withFolder(async (folder) =>
        await worker.load({
          rows: matrix.rows,
          cols: matrix.cols,
          nnz: matrix.colIdx.length,
          width,
          copies,
          files: await writeOperands(folder, options),
        })
      );
      const check = () =>
        withFolder(async (folder) => {
          const path = join(folder, "product");
          await worker.check(path);
          const product = await readNumbers(path, { peer: spec.id, count: matrix.rows * width });
          return checkOutput(spmm, problem, product, { seed });
        });
      return {
        prepareMs,
        run: () => {
          throw new TypeError("a peer times itself: nothing runs on the device");
        },
        time: (calls) => worker.run(calls),
        check,
        recheck: (seed) => recheckPeer(worker, problem, { seed, given: given ??= matrixDigests(problem) }),
        destroy: () => worker.unload(),
      };
    },
  };
}
