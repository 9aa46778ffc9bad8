/**
 * Memory nodes: parts of the memory of a machine with several sockets, each near to some of the processors.
 *
 * @module
 */
import { numbersOf } from "../../platform/native/number_list.ts";
import { readSystemText } from "../../platform/native/system_text.ts";
import { allowedNumbers } from "./allowed_numbers.ts";

/** Reads the text of a small file; `undefined` where there is none. */
export type ReadText = (path: string) => string | undefined;

const FOLDER = "/sys/devices/system/node";

/** Memory nodes from which this program may take memory. */
export interface MemoryNodes {
  /** All of them; none where the system does not tell, as elsewhere than on Linux. */
  readonly all: readonly number[];
  /** Those that are near to processors on which it may run. */
  readonly near: readonly number[];
}

/**
 * Finds the memory nodes.
 *
 * @param read Reader of `/proc` and `/sys`.
 */
export function memoryNodes(read: ReadText = readSystemText): MemoryNodes {
  const status = read("/proc/self/status");
  const processors = allowedNumbers(status, "Cpus_allowed_list"),
    nodes = allowedNumbers(status, "Mems_allowed_list");
  const all = numbersOf(read(`${FOLDER}/has_memory`) ?? "").filter((node) => nodes?.has(node) ?? true);
  const near = all.filter((node) =>
    numbersOf(read(`${FOLDER}/node${node}/cpulist`) ?? "").some((each) => processors?.has(each) ?? true)
  );
  return { all, near };
}
