/**
 * Most memory that this process has held at once.
 *
 * @module
 */

/**
 * Peak of the resident memory since the process began, in bytes; undefined where the system has no `/proc` or
 * may not be asked.
 */
export async function peakMemory(): Promise<number | undefined> {
  try {
    const [, kibibytes] = (await Deno.readTextFile("/proc/self/status")).match(/^VmHWM:\s*(\d+) kB$/m) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}
