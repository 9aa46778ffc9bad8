/**
 * A lab and a row context for tests that run comparisons without a session around them.
 *
 * @module
 */
import { loadDataset } from "../../datasets/load.ts";
import { type Profile, profileOf } from "../../experiments/profiles.ts";
import type { RowContext } from "../../experiments/session/comparison/cell_rows.ts";
import { SessionMemo } from "../../experiments/session/session_memo.ts";
import type { ExactLab, Lab } from "../../experiments/lab.ts";
import type { Device } from "../../hardware/device.ts";
import { GpuLooks } from "../../hardware/measuring/gpu_looks.ts";

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
    memo: new SessionMemo(),
  };
}
