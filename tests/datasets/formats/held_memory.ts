/**
 * Memory that the reader under test holds.
 *
 * @module
 */

/**
 * Bytes that this test's own isolate holds: its heap, and its array buffers, written or not.
 * The resident memory of the process says neither: test files run side by side as threads of one process,
 * and a buffer that nobody wrote to is not resident.
 */
export function heldMemory(): number {
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}
