/**
 * A lab, a row context and comparisons without a session around them.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { loadDataset } from "../../datasets/load.ts";
import type { Contender, Workload } from "../../experiments/cell.ts";
import { type Profile, profileOf } from "../../experiments/profiles.ts";
import type { RowContext } from "../../experiments/session/comparison/cell_rows.ts";
import { ComparisonRun } from "../../experiments/session/comparison/comparison_run.ts";
import type { TimedRun } from "../../experiments/session/comparison/timed_comparison.ts";
import { SessionMemo } from "../../experiments/session/session_memo.ts";
import { type ExactLab, type Lab, NO_DATASET } from "../../experiments/lab.ts";
import type { Suite } from "../../experiments/suite.ts";
import type { Device } from "../../hardware/device.ts";
import { GpuLooks } from "../../hardware/measuring/gpu_looks.ts";
import type { Row, Sample } from "../../results/row.ts";

/** Smoke sizes, nothing cached, nothing said; two ranks, which are local workers by default. */
export function testLab(
  device: Device,
  limits: Partial<Profile> = {},
  engine: Lab["ranks"]["engine"] = "local",
): Lab {
  const memo = new SessionMemo();
  const lab: Lab = {
    device,
    allowSoftware: false,
    profile: { ...profileOf("smoke"), ...limits },
    seed: 1,
    hostThreads: Math.max(1, device.threads),
    ranks: { count: 2, engine },
    cached: async (_key, compute) => await compute(),
    cachedWithCost: async (_key, compute) => ({ value: await compute(), ms: 0 }),
    load: ({ dataset }) => loadDataset(dataset!, { seed: 1 }),
    once: (...asked) => memo.get(lab, ...asked),
    kept: (_name, ...asked) => memo.get(lab, ...asked),
    say: () => {},
    phase: () => {},
  };
  return lab;
}

/** A lab without a device, for what only counts. */
export function testExactLab(seed = 1): ExactLab {
  const memo = new SessionMemo();
  const lab: ExactLab = {
    profile: profileOf("smoke"),
    seed,
    hostThreads: 1,
    ranks: { count: 2, engine: "local" },
    cached: async (_key, compute) => await compute(),
    cachedWithCost: async (_key, compute) => ({ value: await compute(), ms: 0 }),
    load: ({ dataset }) => loadDataset(dataset!, { seed }),
    once: (...asked) => memo.get(lab, ...asked),
    say: () => {},
    phase: () => {},
  };
  return lab;
}

/** A context of comparisons that are not calibrated. */
export function testContext(): RowContext {
  return {
    commit: "test",
    calibration: null,
    gpuLooks: new GpuLooks(() => Promise.resolve(undefined)),
    readProcessors: () => undefined,
    memo: new SessionMemo(),
  };
}

/**
 * Rows and samples of one comparison: of all contenders of the suite where none are given, on the dataset of
 * the workload, if it has one, where no other is given.
 */
export async function runComparison(
  lab: Lab,
  { suite, workload, contenders = suite.contenders, context = testContext(), timed, ...given }: {
    readonly suite: Suite;
    readonly workload: Workload;
    readonly contenders?: readonly Contender[];
    readonly dataset?: LoadedDataset;
    readonly context?: RowContext;
    readonly timed?: TimedRun;
  },
): Promise<{ readonly rows: readonly Row[]; readonly samples: readonly Sample[] }> {
  const { dataset = workload.dataset === undefined ? NO_DATASET : await lab.load(workload) } = given;
  const opened = await new ComparisonRun(suite, workload, contenders, { lab, context }).open(dataset);
  // Rows are whole once a store has numbered them.
  const { rows, samples } = await opened.measure(timed);
  return { rows: rows as Row[], samples: samples as Sample[] };
}
