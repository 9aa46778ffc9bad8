/**
 * The verb `repro`: from suites to a session folder with rows, verdicts and a report.
 *
 * @module
 */
import type { Device } from "../hardware/device.ts";
import { openDevice } from "../hardware/open_device.ts";
import { UsageError } from "../platform/errors.ts";
import { parseFilter } from "./filter.ts";
import { planComparisons } from "./plan.ts";
import { profileOf } from "./profiles.ts";
import { SessionRun } from "./session_run.ts";
import type { ReproSummary } from "./summary.ts";
import { selectSuites } from "./suites.ts";

/** What the command line (or a script) asks for. */
export interface ReproOptions {
  /** Paper or suite ids; empty for all five papers. */
  readonly papers: readonly string[];
  /** Only suites of this artifact, in any spelling: `table 3`. */
  readonly artifact?: string;
  /** `smoke`, `standard` (when absent) or `paper`. */
  readonly profile?: string;
  /** `auto` (when absent), `webgpu` or `wasm`. */
  readonly device?: string;
  /** CPU threads of the `wasm` device; the machine's cores when absent. */
  readonly threads?: number;
  /** Most bytes that all buffers on the device together may take. */
  readonly deviceMemory?: number;
  /** Number among the adapters, hardware first; 0 when absent. */
  readonly adapter?: number;
  /** Also time on an adapter that emulates a GPU, at the profile that was asked for. */
  readonly allowSoftware?: boolean;
  /** Folder that is searched first for dataset files. */
  readonly dataDir?: string;
  /** Folder that session folders go into. */
  readonly out: string;
  /** Only cells that pass, in the language of {@link parseFilter}. */
  readonly filter?: string;
  /** Root of every random choice; 1 when absent. */
  readonly seed?: number;
  /** Created if absent, else resumed. */
  readonly session?: string;
  /** Also rerun finished comparisons that a change of code, data or device has invalidated. */
  readonly stale?: boolean;
  /** Also rerun comparisons in which a cell did not end well. */
  readonly failed?: boolean;
  /** No stand-in for a real graph that is missing or too large: its comparisons are refused, with the reason. */
  readonly strictData?: boolean;
  /** No progress on standard error. */
  readonly quiet?: boolean;
  /** What was typed, for the session's record. */
  readonly command?: readonly string[];
  /** Stops the run after the round in progress; finished comparisons stay. */
  readonly signal?: AbortSignal;
}

const SESSION_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** `2026-11-21T08-10-33-wasm`: sorts by time and names the device. */
function newSessionName(device: Device): string {
  return `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}-${device.backend}`;
}

/**
 * Runs suites and writes a session. After every suite the verdicts and the report are written anew, so that the first
 * page is there long before the last suite ends; a run that is interrupted leaves whole comparisons and can be resumed.
 *
 * @throws {UsageError} for names that do not exist.
 * @throws {MissingError} where the machine lacks what was asked for.
 * @throws {ConflictError} where another run writes to the session.
 * @throws {Interrupted} after a signal; the session's files are whole.
 */
export async function repro(options: ReproOptions): Promise<ReproSummary> {
  const started = performance.now();
  const suites = selectSuites(options.papers, options.artifact);
  const filter = options.filter === undefined ? undefined : parseFilter(options.filter);
  const asked = profileOf(options.profile ?? "standard");
  if (options.session !== undefined && !SESSION_NAME.test(options.session)) {
    throw new UsageError({
      action: `open session ${JSON.stringify(options.session)}`,
      current: "a name that is not a plain file name",
      wanted: "letters, digits, '.', '_' and '-', at most 100",
      next: "choose another name",
    });
  }
  const device = await openDevice({
    device: options.device ?? "auto",
    threads: options.threads ?? navigator.hardwareConcurrency,
    ...(options.deviceMemory === undefined ? {} : { memoryBytes: options.deviceMemory }),
    ...(options.adapter === undefined ? {} : { adapter: options.adapter }),
  });
  try {
    // An emulated GPU is for checks, and those are cheap at smoke sizes only.
    const profile = device.adapterKind === "software" && !options.allowSoftware ? profileOf("smoke") : asked;
    const name = options.session ?? newSessionName(device);
    const run = new SessionRun({ options, device, profile, name, suites });
    await run.open(`${options.out}/${name}`);
    try {
      await run.all(planComparisons(suites, profile, filter));
    } finally {
      await run.close((performance.now() - started) / 1000);
    }
    return await run.summary((performance.now() - started) / 1000);
  } finally {
    device.close();
  }
}
