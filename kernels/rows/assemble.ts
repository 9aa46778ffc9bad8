/**
 * What putting a batch together from several sources works on (fastgl, Section 4.1): rows of the cache and of
 * the batch before are on the device already, all others have been copied from the host, staged in the batch
 * itself.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import { UsageError } from "../../platform/errors.ts";
import { assertFit, assertIndicesBelow } from "../operand_fit.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * `Y[i, :] = source[place[i], :]` where `source` is the cache, the batch before and the staged rows, one
 * under the other.
 *
 * Staged rows need no memory of their own: they lie in the last rows of Y, as many as there are, when the
 * kernel begins. Each belongs to one row of Y. If that is one of the last rows, the staged row must lie there
 * already; otherwise it lies in the place of a last row that comes from elsewhere. So a kernel has work for
 * the rows before the staged ones only, each of which either has a resident source, or exchanges: it takes
 * its staged row, and the row that this one stood in for gets its own.
 */
export interface AssembleRowsProblem {
  /** `cacheRows x cols`, row-major. */
  readonly cache: HostNumbers;
  /** Rows of the cache, 0 or more. */
  readonly cacheRows: number;
  /** `previousRows x cols`, row-major. */
  readonly previous: HostNumbers;
  /** Rows of the batch before, 0 or more. */
  readonly previousRows: number;
  /** `stagedRows x cols`, row-major. */
  readonly staged: HostNumbers;
  /** Rows that were copied from the host, 0 or more. */
  readonly stagedRows: number;
  /** Columns of all matrices. */
  readonly cols: number;
  /** One a row of Y: a row of the sources one under the other. */
  readonly place: Uint32Array;
}

/** The operands of one assembly on a device. */
export interface AssembleRowsOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** The rows that stay on the device. */
  readonly cache: DeviceMatrix<B>;
  /** The batch before, another matrix than Y. */
  readonly previous: DeviceMatrix<B>;
  /** u32, one per row of Y. */
  readonly place: B;
  /** Rows of Y from this one on hold staged rows. */
  readonly firstStaged: number;
  /** Y. */
  readonly output: DeviceMatrix<B>;
}

/** The operands by backend. */
export type AssembleRowsOperandsOf = OperandsByBackend<
  AssembleRowsOperands<WasmBuffer>,
  AssembleRowsOperands<WebGpuBuffer>
>;

const ACTION = "assemble rows";

/**
 * What the places of an assembly must be, before they are uploaded.
 *
 * @throws {UsageError} where one is no row of the sources, or a staged row does not belong to exactly one row
 * of Y, or it belongs to one of the last rows and does not lie there.
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
 * Checks the shapes of the operands of operands.
 *
 * @throws {UsageError} where they do not belong together.
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
