/**
 * Status of a cell that ended in an error.
 *
 * @module
 */
import { allocationError } from "../../../platform/allocation.ts";
import {
  DataError,
  MissingError,
  OutOfMemoryError,
  ReproError,
  WrongResultError,
} from "../../../platform/errors.ts";
import type { Status } from "../../../results/row.ts";

/**
 * The status that an error gives a cell, and the reason: the error's current state and next step alone; for
 * damaged data the whole message, since it names the file and the place in it.
 */
export function statusOf(thrown: unknown): { readonly status: Status; readonly reason: string } {
  const error = allocationError(thrown, "run a cell") ?? thrown;
  const reason = error instanceof DataError
    ? error.message
    : error instanceof ReproError
    ? `${error.parts.current}; ${error.parts.next}`
    : error instanceof Error
    ? error.message
    : String(error);
  if (error instanceof WrongResultError) return { status: "wrong", reason };
  if (error instanceof OutOfMemoryError) return { status: "oom", reason };
  if (error instanceof MissingError) return { status: "skipped", reason };
  return { status: "failed", reason: error instanceof ReproError ? reason : `defect: ${reason}` };
}
