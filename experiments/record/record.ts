/**
 * Recording of a device: what decides most in a given time, as one archive that can be sent.
 *
 * @module
 */
import { openDevice } from "../../hardware/open_device.ts";
import { MissingError } from "../../platform/errors.ts";
import { type BundledRun, bundleRun } from "../session/run_bundle.ts";
import { repro } from "../session/repro.ts";
import { hostThreads, type ReproOptions } from "../session/repro_options.ts";
import type { ReproSummary } from "../session/summary.ts";

/** Options of a recording: those of its runs, whose suites it chooses itself. */
export interface RecordOptions extends Omit<ReproOptions, "papers" | "artifact" | "budget"> {
  /** Seconds that the recording may take, the archive included. */
  readonly budget: number;
  /** Also measures other systems that are set up, beside our kernels. */
  readonly peers?: boolean;
}

/** A recording as it ended. */
export interface Recording extends ReproSummary, BundledRun {}

/** Suites that run one after the other in one session, with the share of the time that is left for them. */
interface Stage {
  /** Papers and suites; none for all papers. */
  readonly papers: readonly string[];
  /** Share of the time that is left. */
  readonly share: number;
}

/**
 * First whether the device computes right, which takes seconds, then how fast it is; the papers' suites have
 * the rest of the time.
 */
const STAGES: readonly Stage[] = [
  { papers: ["own/kernel-checks", "own/kernel-ladder"], share: 0.4 },
  { papers: [], share: 0.95 },
];

/** Refuses an adapter that emulates a GPU where nobody said that it may stand in for one. */
async function demandGpu(options: RecordOptions): Promise<void> {
  const { device: name = "auto", adapter, webgpu, allowSoftware } = options;
  if (name !== "webgpu" || allowSoftware) return;
  const device = await openDevice({
    device: name,
    threads: hostThreads(options),
    ...(adapter !== undefined && { adapter }),
    ...(webgpu !== undefined && { webgpu }),
  });
  const { adapterKind, name: found } = device;
  device.close();
  if (adapterKind === "hardware") return;
  const { capability } = await import("../../hardware/webgpu/capability.ts");
  const { install } = await capability();
  throw new MissingError({
    action: "record a GPU",
    current: `${found}, which emulates one`,
    wanted: "a hardware adapter",
    next: `install ${install}; --allow-software rehearses a recording on the emulation`,
  });
}

/** Whether a cell, by its names in filters, belongs to this harness and not to another system. */
function isOurs(names: Readonly<Record<string, string>>): boolean {
  return !("peer" in names) && !names.contender?.startsWith("peer:");
}

/**
 * Records the device: the checks of its kernels, the kernel ladder, then the papers' suites, those that
 * decide most claims per second first (on a GPU those about times), into one session that ends in time as
 * one archive. A session of the same name goes on.
 *
 * @throws {MissingError} where the machine lacks the device that was asked for.
 * @throws {UsageError} for an invalid name, filter or folder.
 * @throws {ConflictError} where another run writes to the session.
 * @throws {Interrupted} after a signal; the session's files are whole.
 */
export async function record(
  { budget, peers = false, select = () => true, ...options }: RecordOptions,
): Promise<Recording> {
  const started = performance.now();
  const remaining = () => budget - (performance.now() - started) / 1000;
  await demandGpu({ ...options, budget });
  let summary: ReproSummary | undefined, left = 0;
  for (const { papers, share } of STAGES) {
    const session = summary?.session ?? options.session;
    summary = await repro({
      ...options,
      papers,
      budget: share * remaining(),
      ...(session !== undefined && { session }),
      select: (names) => select(names) && (peers || isOurs(names)),
    });
    left += summary.left;
    // Nothing can be timed beside a comparison that goes on by itself.
    if (summary.abandoned) break;
  }
  const bundle = await bundleRun(options.out, summary!);
  return { ...summary!, ...bundle, left, seconds: (performance.now() - started) / 1000 };
}
