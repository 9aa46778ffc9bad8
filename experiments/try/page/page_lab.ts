/**
 * Lab of the page: a WebGPU device without ranks, caches or files.
 *
 * @module
 */
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { MissingError } from "../../../platform/errors.ts";
import type { Lab } from "../../lab.ts";
import { SessionMemo } from "../../session/session_memo.ts";

/** Refuses what only the command line has. */
function unavailable(what: string): never {
  throw new MissingError({
    action: what,
    current: "a page in a browser",
    wanted: "a run",
    next: "use repro",
  });
}

/** Lab of a run of the page. What is computed once is kept until the page is left. */
export function pageLab(
  device: WebGpuDevice,
  options: Pick<Lab, "profile" | "seed" | "allowSoftware" | "signal" | "say">,
): Lab {
  const memo = new SessionMemo();
  const lab: Lab = {
    ...options,
    device,
    hostThreads: 0,
    ranks: { count: 1, engine: "local" },
    cached: () => unavailable("look into the cache folder"),
    cachedWithCost: () => unavailable("look into the cache folder"),
    once: (...asked) => memo.get(lab, ...asked),
    kept: (_name, ...asked) => memo.get(lab, ...asked),
    load: () => unavailable("load a dataset"),
    // The page shows what it says as it runs.
    phase: () => {},
  };
  return lab;
}
