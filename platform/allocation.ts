/**
 * Failed allocations as errors of the harness. An engine reports them as a `RangeError` among others.
 *
 * @module
 */
import { OutOfMemoryError } from "./errors.ts";

/** Messages of V8, SpiderMonkey and Node for lack of memory or for a length beyond a value's limit. */
const REFUSALS: readonly RegExp[] = [
  /^Array buffer allocation failed/i,
  /^Invalid (typed array|array buffer|array|string) length(?!: -)/i,
  /^(Map|Set) maximum size exceeded/i,
  /^Cannot create a string longer than/i,
  /could not allocate memory|out of memory/i,
];

/**
 * Converts the error of a failed allocation into an {@link OutOfMemoryError}; `undefined` for any other
 * error.
 *
 * @param action Action that needed the memory, in the infinitive: `load reddit`.
 */
export function allocationError(error: unknown, action: string): OutOfMemoryError | undefined {
  if (!(error instanceof RangeError) && !(error instanceof Error && "code" in error)) return undefined;
  const { message } = error;
  if (!REFUSALS.some((refusal) => refusal.test(message))) return undefined;
  return new OutOfMemoryError({
    action,
    current: message.split("\n")[0],
    wanted: "memory for it",
    next: "free memory, or ask for a smaller dataset, width or profile",
  }, { cause: error });
}

/**
 * Runs work that allocates, and reports a failed allocation as such.
 *
 * @throws {OutOfMemoryError} if an allocation fails; any other error unchanged.
 *
 * @example
 * ```ts
 * import { OutOfMemoryError } from "gnn-repro"; const failed = await withinMemory("make an array", () => new
 * Float64Array(2 ** 52)).catch((error) => error); if (!(failed instanceof OutOfMemoryError)) throw failed;
 * ```
 */
export async function withinMemory<T>(action: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw allocationError(error, action) ?? error;
  }
}
