/**
 * Problem and operands of the assembly of a batch from several sources (fastgl, Section 4.1): rows of the
 * cache and of the previous batch are already on the device, all others have been copied from the host,
 * staged in the batch itself.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import { UsageError } from "../../platform/errors.ts";
import { assertFit, assertIndicesBelow } from "../operand_fit.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * Assembly of a batch: `Y[i, :] = source[place[i], :]` where `source` is the cache, the previous batch and
 * the staged rows, concatenated.
 *
 * Staged rows need no memory of their own: when the kernel begins, they occupy the last rows of Y. Each
 * staged row belongs to one row of Y. If that is one of the last rows, the staged row must already be there;
 * otherwise the staged row occupies the place of a last row whose source is resident. So a kernel processes
 * only the rows before the staged ones. Each of them either has a resident source, or exchanges: it takes its
 * staged row, and the last row where that was staged gets its own source.
 */
export interface AssembleRowsProblem {
  /** Cached rows, `cacheRows x cols`, row-major. */
  readonly cache: HostNumbers;
  /** Rows of the cache, 0 or more. */
  readonly cacheRows: number;
  /** Previous batch, `previousRows x cols`, row-major. */
  readonly previous: HostNumbers;
  /** Rows of the previous batch, 0 or more. */
  readonly previousRows: number;
  /** Staged rows, `stagedRows x cols`, row-major. */
  readonly staged: HostNumbers;
  /** Rows that were copied from the host, 0 or more. */
  readonly stagedRows: number;
  /** Columns of all matrices. */
  readonly cols: number;
  /** Source of each row of Y: the number of a row in the concatenated sources. */
  readonly place: Uint32Array;
}

/** Operands of one assembly on a device. */
export interface AssembleRowsOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Cache of rows that stay on the device. */
  readonly cache: DeviceMatrix<B>;
  /** Previous batch, a matrix other than Y. */
  readonly previous: DeviceMatrix<B>;
  /** Source of each row of Y, u32. */
  readonly place: B;
  /** First row of Y that holds a staged row. */
  readonly firstStaged: number;
  /** Assembled batch Y; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of an assembly, by backend. */
export type AssembleRowsOperandsOf = OperandsByBackend<
  AssembleRowsOperands<WasmBuffer>,
  AssembleRowsOperands<WebGpuBuffer>
>;

const ACTION = "assemble rows";

/**
 * Checks the places of an assembly before they are uploaded.
 *
 * @throws {UsageError} where a place is not a row of the sources, or a staged row does not belong to exactly
 * one row of Y, or a staged row belongs to one of the last rows and is not there.
 */
export function assertPlaces(
  { cacheRows, previousRows, stagedRows, place }: Omit<
    AssembleRowsProblem,
    "cache" | "previous" | "staged" | "cols"
  >,
): void {
  const resident = cacheRows + previousRows, firstStaged = place.length - stagedRows;
  assertIndicesBelow(resident + stagedRows, place, ACTION);
  const used = new Uint8Array(stagedRows);
  let free = stagedRows;
  for (let row = 0; row < place.length; row++) {
    const staged = place[row] - resident;
    if (staged < 0) continue;
    if (used[staged] > 0 || (row >= firstStaged && row !== firstStaged + staged)) {
      throw strangePlace(`row ${row} from staged row ${staged}, which is for another`);
    }
    used[staged] = 1;
    free--;
  }
  if (free > 0) throw strangePlace(`staged row ${used.indexOf(0)} for no row`);
}

/**
 * Checks the shapes of the operands of an assembly.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertAssembly({ cache, previous, place, firstStaged, output }: AssembleRowsOperands): void {
  assertFit(ACTION, [
    { name: "the cache", matrix: cache, rows: cache.rows, cols: output.cols },
    { name: "the batch before", matrix: previous, rows: previous.rows, cols: output.cols },
    { name: "the places", buffer: place, words: output.rows },
  ]);
  if (Number.isInteger(firstStaged) && firstStaged >= 0 && firstStaged <= output.rows) return;
  throw strangePlace(`staged rows from ${firstStaged} on, of ${output.rows}`);
}

function strangePlace(current: string): UsageError {
  return new UsageError({
    action: ACTION,
    current,
    wanted:
      "each staged row among the last rows, for exactly one row, and in its place if that is one of them",
    next: "stage what is missing as the problem's description says",
  });
}
