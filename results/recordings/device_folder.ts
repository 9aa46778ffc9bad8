/**
 * Folder of a device's recorded sessions.
 *
 * @module
 */
import type { SessionDocument } from "../store/session_document.ts";

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");

/** Words of a processor's name that say nothing about which one it is. */
const FILLERS = /\((?:R|TM)\)|\b(?:CPU|Processor)\b/gi;

/**
 * Name of a device's folder among the recorded sessions: its name in lower case, with its instruction set
 * where that is not the usual one.
 *
 * @example `intel-xeon-avx512-2-threads` for `Intel(R) Xeon(R) Processor (2 threads)` with AVX-512.
 */
export function deviceFolder(
  { device, environment }: Pick<SessionDocument, "device" | "environment">,
): string {
  const isa = environment["instruction set"];
  const [model, ...rest] = device.name.replaceAll(FILLERS, " ").split(" (");
  return slug([model, isa === "avx512" ? isa : "", ...rest].join(" "));
}
