/**
 * A temporary folder for a test.
 *
 * @module
 */

/** Runs a test with a new empty folder, which is removed afterwards. */
export async function inFolder(test: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
