/**
 * A temporary folder for a test.
 *
 * @module
 */

/** Runs a test with a new empty folder, which is removed afterwards; gives what the test gives. */
export async function inFolder<T>(test: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir();
  try {
    return await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
