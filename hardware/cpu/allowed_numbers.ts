/**
 * Processors and memory nodes that Linux lets this program use.
 *
 * @module
 */
import { numbersOf } from "../../platform/native/number_list.ts";

/**
 * Numbers of the processors or of the memory nodes that a program may use, by its `/proc/self/status`;
 * undefined where that does not say.
 */
export function allowedNumbers(
  status: string | undefined,
  name: "Cpus_allowed_list" | "Mems_allowed_list",
): ReadonlySet<number> | undefined {
  const list = status?.match(new RegExp(`^${name}:\\s*(\\S+)$`, "m"))?.[1];
  return list === undefined ? undefined : new Set(numbersOf(list));
}
