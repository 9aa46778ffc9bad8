/**
 * Facts of a session's environment as a reader wants them.
 *
 * @module
 */
import { formatBytes } from "../platform/text/bytes.ts";

/**
 * Fact on the processors that other programs kept busy when a run of the session began: `0.63 of 2
 * processors`. Absent where it was next to nothing, and where the system does not tell.
 */
export const BUSY_FACT = "busy with other programs";

/** Names of facts that are numbers of bytes. */
const BYTES: ReadonlySet<string> = new Set([
  "device memory limit",
  "device binding limit",
  "device workgroup memory",
  "cpu last-level cache",
  "memory bytes",
  "memory limit bytes",
  "memory available bytes",
]);

/**
 * Text for a number of bytes; the largest whole number stands for no limit, as on GPUs whose memory nothing
 * tells.
 */
function bytesText(bytes: number): string {
  return bytes === Number.MAX_SAFE_INTEGER ? "as much as the driver grants" : formatBytes(bytes);
}

/**
 * Facts of an environment by name, numbers of bytes in the largest unit that fits.
 *
 * @example
 * ```ts
 * import { environmentText } from "./environment_text.ts";
 * const { "memory bytes": memory } = environmentText({ "memory bytes": "25325268992", "cpu cores": "2" });
 * if (memory !== "23.6 GiB") throw new Error(memory);
 * ```
 */
export function environmentText(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      BYTES.has(name) && /^\d+$/.test(value) ? bytesText(Number(value)) : value,
    ]),
  );
}
