/**
 * Metrics, settings and notes that the suites of memory IO share.
 *
 * @module
 */
import type { HostFeatures } from "../../../training/feature_loading/mod.ts";
import type { CheckedTimes, Facts, Metrics, Times } from "../../metrics.ts";
import type { Loading } from "../../trials/links/copies.ts";
import type { LoadedEpochs, MemoryIo } from "./memory_io.ts";

/** Values of loading by a policy. */
export const MEMORY_IO = {
  memory_io_time: { label: "memory IO, an epoch", unit: "ms", better: "lower" },
  loaded: { label: "features copied, an epoch", unit: "vertices", better: "lower" },
  traffic: { label: "traffic, an epoch", unit: "MB", better: "lower" },
  match_time: { label: "finding out what is missing", unit: "ms", better: "lower" },
  gather_time: { label: "gathering on the host", unit: "ms", better: "lower" },
  copy_time: { label: "copying to the device", unit: "ms", better: "lower" },
  assemble_time: { label: "putting in order on the device", unit: "ms", better: "lower" },
  reorder_time: { label: "reordering, an epoch", unit: "ms", better: "lower" },
} as const satisfies Metrics;

/**
 * Times of loading by a policy, with the check of the features that arrived; of reordering that of the order.
 */
export function memoryIoTimes(
  { ms, parts, waits, check, reorderMs, reorderCheck }: MemoryIo,
): Times<typeof MEMORY_IO> {
  const loading = (own: readonly number[]): CheckedTimes => ({ ms: own, waits, check, timer: "wall" });
  return {
    memory_io_time: loading(ms),
    match_time: loading(parts.matchMs),
    gather_time: loading(parts.gatherMs),
    copy_time: loading(parts.copyMs),
    assemble_time: loading(parts.assembleMs),
    reorder_time: { ms: [reorderMs], check: reorderCheck, timer: "wall", waits: 0 },
  };
}

/** Counts of loading by a policy. */
export function memoryIoCounts(
  { loaded }: MemoryIo,
  { width }: Pick<HostFeatures, "width">,
): Facts<typeof MEMORY_IO> {
  return { loaded, traffic: loaded * width * 4 / 1e6 };
}

/** Loading of an epoch for a model of links: exact bytes, and what the device does, one entry a round. */
export function roundsOver(
  { loaded, parts: { matchMs, assembleMs } }: MemoryIo,
  { features, epochLength }: Pick<LoadedEpochs, "features" | "epochLength">,
): Loading[] {
  const copies = { bytes: 4 * features.width * loaded, transfers: epochLength };
  return matchMs.map((ms, round) => ({ ...copies, deviceMs: ms + assembleMs[round] }));
}

/** The parts of memory IO, in the order of stacks. */
export const MEMORY_IO_STACK: readonly string[] = ["match_time", "gather_time", "copy_time", "assemble_time"];

/** Settings of all suites of memory IO. */
export const MEMORY_IO_SETTINGS: Readonly<Record<string, string>> = {
  "features": "the publisher's where they lie at hand, else random ones of the printed width",
  "gather":
    "by the device's threads (gather-rows, row-copy) on the CPU, by one thread of the host beside a GPU",
  "sample":
    "mini-batches of 8 MB of features in each round, by every policy in turn; times are scaled to an epoch",
};

/** Notes of all suites of memory IO. */
export const MEMORY_IO_NOTES: readonly string[] = [
  "Features are loaded and nothing else is done: no mini-batch is trained on in between. Before any time is taken, and after " +
  "the last, features on the device are compared with the host's, bit by bit.",
  "On CPU threads the device is memory beside the host's: a copy to it costs what a copy within it costs, while PCIe 4.0 has a " +
  "30th of a GPU's own bandwidth. Features that are kept or cached must still be put in order on the device, so that times fall " +
  "by less than traffic does.",
];
