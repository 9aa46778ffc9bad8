/**
 * The verb `repro`: from suites to a session folder with rows, verdicts and a report.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { assertRealGraphs } from "../../datasets/load.ts";
import { harnessCommit } from "../../hardware/commit.ts";
import type { Device } from "../../hardware/device.ts";
import { isTimed } from "../../hardware/emulated.ts";
import { openDevice } from "../../hardware/open_device.ts";
import { Interrupted, RESUME } from "../../platform/interrupted.ts";
import { comparisonName } from "../../results/history/comparison_seconds.ts";
import { type Profile, profileOf } from "../profiles.ts";
import { Budget, byClaimsPerSecond } from "./planning/budget.ts";
import { earlierRuns } from "./planning/earlier_runs.ts";
import { estimate } from "./planning/estimate.ts";
import { type PlannedComparison, planRun } from "./planning/plan.ts";
import { suitesOfRun } from "./planning/run_suites.ts";
import { hostThreads, type ReproOptions } from "./repro_options.ts";
import { SessionRun } from "./session_run.ts";
import type { ReproSummary } from "./summary.ts";

/** `2026-11-21T08-10-33-wasm`: sorts by time and names the device. */
function newSessionName(device: Device): string {
  return `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}-${device.backend}`;
}

/** Refuses a run that allows no stand-ins and lacks a real graph, before anything is timed. */
async function assertDatasets(
  planned: readonly PlannedComparison[],
  { maxStoredEdges }: Profile,
  { dataDir }: Pick<ReproOptions, "dataDir">,
): Promise<void> {
  const names = planned.flatMap(({ workload: { dataset, otherDatasets = [] } }) =>
    [dataset ?? [], otherDatasets].flat()
  );
  await assertRealGraphs(new Set(names), { maxStoredEdges, ...(dataDir !== undefined && { dataDir }) });
}

/**
 * Runs suites and writes a session. Verdicts and report are written after the first suite and rewritten from
 * time to time, so that the first page is there long before the last suite ends. An interrupted run leaves
 * whole comparisons and can be resumed.
 *
 * @throws {UsageError} for names that do not exist, a filter that nothing passes, an invalid commit or
 * invalid data folders.
 * @throws {MissingError} where the machine lacks what was asked for.
 * @throws {DataError} where `strictData` is set and a dataset's file fails its checksum.
 * @throws {ConflictError} where another run writes to the session.
 * @throws {Interrupted} after a signal; the session's files are whole.
 * @example
 * ```ts
 * import { readSession, repro } from "gnn-repro";
 * const out = await Deno.makeTempDir();
 * const papers = ["hetu-gnn/section-2-1"];
 * const { paths } = await repro({ papers, profile: "smoke", device: "wasm", out, quiet: true });
 * const { rows } = await readSession(paths.session);
 * if (rows.length === 0) throw new Error("a session has rows");
 * await Deno.remove(out, { recursive: true });
 * ```
 */
export async function repro(options: ReproOptions): Promise<ReproSummary> {
  const started = performance.now(), elapsed = () => (performance.now() - started) / 1000;
  const suites = await suitesOfRun(options);
  const { allowSoftware = false } = options, asked = profileOf(options.profile ?? "standard");
  const plannedAsAsked = planRun(suites, asked, options.filter, options.select);
  const commit = harnessCommit(fileURLToPath(new URL("../..", import.meta.url)));
  const device = await openDevice({
    device: options.device ?? "auto",
    threads: hostThreads(options),
    ...(options.deviceMemory === undefined ? {} : { memoryBytes: options.deviceMemory }),
    ...(options.adapter === undefined ? {} : { adapter: options.adapter }),
    ...(options.webgpu === undefined ? {} : { webgpu: options.webgpu }),
    ...(options.tuning && { tuning: options.tuning }),
  });
  try {
    // An emulated GPU is for checks, and those are cheap at smoke sizes only.
    const profile = isTimed({ device, allowSoftware }) ? asked : profileOf("smoke");
    const planned = profile === asked
      ? plannedAsAsked
      : planRun(suites, profile, options.filter, options.select);
    if (options.strictData) await assertDatasets(planned, profile, options);
    const name = options.session ?? newSessionName(device);
    const earlier = await earlierRuns(suites, profile, { out: options.out, backend: device.backend });
    const plan = estimate(options.papers, { ...options, profile: profile.id }, earlier);
    const expected = new Map(
      plan.comparisons.map(({ suite, workload, seconds }) => [comparisonName(suite, workload), seconds]),
    );
    using budget = options.budget === undefined
      ? undefined
      : new Budget(options.budget - elapsed(), expected);
    const session = await SessionRun.open({
      options,
      device,
      profile,
      name,
      suites: budget === undefined
        ? suites
        : byClaimsPerSecond(suites, plan.comparisons, { profile: profile.id, device }),
      planned,
      earlier,
      commit,
      budget,
    });
    try {
      return await session.run(elapsed);
    } catch (error) {
      // Verbs without --session have advice of their own.
      if (!(error instanceof Interrupted) || error.parts.next !== RESUME) throw error;
      // The name may be one that nobody chose.
      const next = `resume with the same flags and --session ${name}: what is finished is not run again`;
      throw new Interrupted(error.parts.current, next);
    }
  } finally {
    device.close();
  }
}
