/** An interruption within the work of one contender ends the measurement: it is no failure of the contender. @module */
import assert from "node:assert/strict";
import { measureShares, PEER } from "../../experiments/eppgcn/training/phase_shares.ts";
import { policySetting } from "../../experiments/fastgl/training/measured_policies.ts";
import { policyIterations } from "../../experiments/fastgl/training/training_iterations.ts";
import { PRODUCTS } from "../../experiments/fastgl/training/training_workloads.ts";
import { type Lab, NO_DATASET } from "../../experiments/lab.ts";
import type { Trial } from "../../experiments/measurement.ts";
import { jointCounts } from "../../experiments/trials/joint_counts.ts";
import { measureSideBySide } from "../../experiments/trials/side_by_side.ts";
import { spmmTrial } from "../../experiments/trials/spmm_trial.ts";
import { openWasmDevice } from "../../hardware/cpu/device.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import { testLab } from "./lab.ts";

const STOP = new Interrupted("SIGINT");

/**
 * Runs a measurement, which has to end by the interruption and to free what it holds. Its lab is interrupted
 * once the number of threads for other processes is asked for: a peer is about to start.
 */
async function endsInterrupted(measurement: (lab: Lab) => Promise<unknown>): Promise<void> {
  const device = openWasmDevice({ threads: 1 });
  try {
    const own = testLab(device), stop = new AbortController(), live = device.ledger.live;
    const lab: Lab = {
      ...own,
      signal: stop.signal,
      once: (compute, dataset, settings) => Promise.resolve(compute(lab, dataset, settings)),
      get hostThreads() {
        stop.abort(STOP);
        return own.hostThreads;
      },
    };
    await assert.rejects(measurement(lab), (error) => error === STOP);
    assert.equal(device.ledger.live, live);
  } finally {
    device.close();
  }
}

Deno.test("of counts: the other contenders are not asked", async () => {
  const asked: string[] = [];
  const count = (_lab: Lab, _dataset: unknown, _workload: unknown, { id }: { readonly id: string }) => {
    asked.push(id);
    return Promise.reject(STOP);
  };
  const contenders = ["one", "two"].map((id) => ({ id, label: id }));
  const workload = { id: "none", factors: {} };
  await endsInterrupted(async (lab) => await jointCounts(count)(lab, NO_DATASET, workload, contenders));
  assert.deepEqual(asked, ["one"]);
});

Deno.test("of products side by side: where one opens, and where one is prepared for its check", async () => {
  const matrix = { rows: 1, cols: 1, rowPtr: Uint32Array.of(0, 1), colIdx: Uint32Array.of(0) };
  const open = (lab: Lab) =>
    spmmTrial(lab, { matrix, width: 1, features: Float32Array.of(2), kernel: "row-split" });
  for (const stopped of ["open", "prepare"] as const) {
    await endsInterrupted(async (lab) => {
      const stops = (): Trial | Promise<Trial> =>
        stopped === "open" ? Promise.reject(STOP) : { ...open(lab), prepare: () => Promise.reject(STOP) };
      const trials = new Map<string, typeof stops>([["whole", () => open(lab)], ["stops", stops]]);
      return await measureSideBySide(lab, trials);
    });
  }
});

Deno.test("of shares of phases: where the other system starts", () =>
  endsInterrupted(async (lab) => {
    const dataset = await lab.load({ dataset: "com-youtube@1/512" });
    return await measureShares(lab, dataset, { id: "any", factors: {} }, [{ id: PEER, label: PEER }]);
  }));

Deno.test("of iterations of a training: where the other system starts", () =>
  endsInterrupted(async (lab) => {
    const setting = policySetting(lab.profile, PRODUCTS, "GCN");
    return await policyIterations(lab, { ...setting, policies: [], peers: ["dgl"] });
  }));
