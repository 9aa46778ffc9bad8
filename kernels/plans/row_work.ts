/**
 * Work of a plan that is divided by rows: what a device needs to know to run the plans of several operations
 * on a block of rows before it goes on to the next one.
 *
 * @module
 */
import type { MachineCall } from "../../hardware/cpu/x86/device.ts";

/** Call whose items compute rows in order: `items` items compute `rows` rows, in lowest terms. */
export interface RowCall {
  /** The call. */
  readonly call: MachineCall;
  /** Rows that so many items compute. */
  readonly rows: number;
  /** Items that compute so many rows. */
  readonly items: number;
}

/** Work of a plan by rows of its result. */
export interface RowWork {
  /** Rows of the result, or of the operand whose rows are reduced. */
  readonly rows: number;
  /**
   * Addresses of the operands of which a call on some rows reads the same rows alone. It may read all of any
   * other operand.
   */
  readonly reads: readonly number[];
  /** Work that must end before the first row; none when absent. */
  readonly before?: () => void;
  /** Calls, each on rows that the one before has finished. */
  readonly calls: readonly RowCall[];
  /** Work that begins after the last row; none when absent. */
  readonly after?: () => void;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Call of which `items` items compute `rows` rows. */
export function rowCall(call: MachineCall, rows: number, items: number): RowCall {
  const common = greatestCommonDivisor(rows, items);
  return { call, rows: rows / common, items: items / common };
}

/** Fewest rows, and multiple of all of them, that calls compute with whole items. */
export function commonRows(calls: readonly RowCall[]): number {
  return calls.reduce((all, { rows }) => all * rows / greatestCommonDivisor(all, rows), 1);
}

/** Runs the work of a plan on all rows, one call after the other. */
export function runRows(execute: (call: MachineCall) => void, { before, calls, after }: RowWork): void {
  before?.();
  for (const { call } of calls) execute(call);
  after?.();
}
