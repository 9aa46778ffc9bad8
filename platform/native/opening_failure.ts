/**
 * Reason for which a shared library did not open, in the words of the system's loader.
 *
 * @module
 */

/**
 * Text of an error that `Deno.dlopen` threw for a path. Deno says twice that a library could not be opened,
 * and the loader names the path, which whoever reports the reason has named already.
 */
export function openingFailure(error: unknown, path: string): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^(?:Could not open library: )+/, "").replaceAll(`${path}: `, "").trim();
}
