/**
 * Most memory that this process has held at once.
 *
 * @module
 */
import process from "node:process";

/** Peak of the resident memory since the process began, in bytes; needs no permission. */
export function peakMemory(): number {
  // In KiB on every system, as Node documents.
  return 1024 * process.resourceUsage().maxRSS;
}
