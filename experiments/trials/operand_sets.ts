/**
 * Operands of a product on the device, for the contenders of a comparison: sets that rotate from call to
 * call where one would stay in a cache, one set that all of them borrow where none does.
 *
 * @module
 */
import { paddedStride, panelCols } from "../../hardware/dense.ts";
import { csrBytes } from "../../graph/csr.ts";
import type { Device } from "../../hardware/device.ts";
import { NUMBER_BYTES, type NumberFormat } from "../../hardware/number_format.ts";
import { spmmDefinition } from "../../kernels/spmm/definition.ts";
import type { SpmmProblem } from "../../kernels/spmm/spmm.ts";
import type { Lab } from "../lab.ts";

/** Operands of one product, as `spmm` stages them. */
export type SpmmOperandSet = ReturnType<typeof spmmDefinition.stage>;

/** Problem parts that decide the number of sets and their bytes. */
export type OperandShape = Pick<SpmmProblem, "matrix" | "width">;

/** Sizes of a problem's operand sets. */
export interface OperandSets {
  /** Sets that rotate from call to call. */
  readonly copies: number;
  /** Bytes of X and Y, of one set. */
  readonly denseBytes: number;
  /** Bytes of the sparse matrix as CSR, of one set: about the size of any kernel's own layout of it. */
  readonly sparseBytes: number;
}

/**
 * Most of a device's memory that one trial's sets may take: eight trials of a comparison then stay on the
 * device at once. Where they do not, each sample stages a trial anew and checks it.
 */
const MOST_SHARE = 1 / 12;
/** Cache of a GPU, which WebGPU does not tell: the largest of today's cards, that of AMD's MI300. */
const UNTOLD_CACHE_BYTES = 256 * 2 ** 20;

/**
 * Number of sets of so many bytes that rotate from call to call: enough to fill the last cache twice, so that
 * a kernel is not timed on what its last call has left in the cache, but at most as many as the profile says;
 * fewer where the device's memory is small.
 */
export function rotatingCopies({ device, profile }: Pick<Lab, "device" | "profile">, bytes: number): number {
  const { cacheBytes: cache = UNTOLD_CACHE_BYTES } = device;
  const room = MOST_SHARE * device.limits.memoryBytes;
  return Math.max(1, Math.min(profile.operandSets, Math.ceil(2 * cache / bytes), Math.floor(room / bytes)));
}

/** Sizes of a product's operand sets, and the number of them that rotate; X is stored in a format. */
export function operandSets(
  { device, profile }: Pick<Lab, "device" | "profile">,
  { matrix, width }: OperandShape,
  features: NumberFormat = "f32",
): OperandSets {
  const dense = (rows: number, format: NumberFormat) => {
    const cols = panelCols(rows, width, device.limits.bindingBytes, format);
    return Math.ceil(width / cols) * rows * paddedStride(cols) * NUMBER_BYTES[format];
  };
  const denseBytes = dense(matrix.cols, features) + dense(matrix.rows, "f32");
  const sparseBytes = csrBytes(matrix);
  const copies = rotatingCopies({ device, profile }, denseBytes + sparseBytes);
  return { copies, denseBytes, sparseBytes };
}

interface Loan {
  readonly problem: SpmmProblem;
  readonly operands: SpmmOperandSet;
  borrowers: number;
}

/** Operands on loan to a trial. */
export interface BorrowedOperands {
  /** X, Y and the matrix on the device. */
  readonly operands: SpmmOperandSet;
  /** Returns the operands; the last return releases their memory. */
  giveBack(): void;
}

/**
 * Operands of problems that no cache holds, staged for the first borrower and released by the last one:
 * contenders run one at a time, and gigabytes for each of them would not fit. Problems are the same if they
 * have the same arrays.
 */
export class OperandLoans {
  readonly #device: Device;
  readonly #loans: Loan[] = [];

  /** Loans of one device, none yet. */
  constructor(device: Device) {
    this.#device = device;
  }

  /** Operands of a problem, shared with all others who borrow them at the same time. */
  borrow(problem: SpmmProblem): BorrowedOperands {
    const { matrix, features, width } = problem, device = this.#device;
    let loan = this.#loans.find(({ problem: lent }) =>
      lent.matrix === matrix && lent.features === features && lent.width === width
    );
    if (loan === undefined) {
      loan = { problem, operands: spmmDefinition.stage(device, problem), borrowers: 0 };
      this.#loans.push(loan);
    }
    const borrowed = loan;
    borrowed.borrowers++;
    return {
      operands: borrowed.operands,
      giveBack: () => {
        if (--borrowed.borrowers > 0) return;
        this.#loans.splice(this.#loans.indexOf(borrowed), 1);
        spmmDefinition.release(device, borrowed.operands);
      },
    };
  }
}

/** Loans of a session, by the device on which the operands lie. */
export function deviceLoans(): (device: Device) => OperandLoans {
  const loans = new Map<Device, OperandLoans>();
  return (device) => loans.getOrInsertComputed(device, () => new OperandLoans(device));
}
