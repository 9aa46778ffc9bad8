/** Machines on which little memory is free. @module */

/** Bytes that large arrays leave to others. */
const LEFT_TO_OTHERS = 2 ** 28;

/** Runs work on a machine where large arrays may take so many bytes more. */
export function whereFree<Result>(bytes: number, work: () => Result): Result {
  const { systemMemoryInfo } = Deno, free = bytes + LEFT_TO_OTHERS;
  Deno.systemMemoryInfo = () => ({ ...systemMemoryInfo(), available: free, free });
  try {
    return work();
  } finally {
    Deno.systemMemoryInfo = systemMemoryInfo;
  }
}
