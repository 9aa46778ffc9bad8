/**
 * Dense products of peers: checked by the oracle before and after timing, weights included.
 *
 * @module
 */
import assert from "node:assert/strict";
import { environmentPython } from "../../../experiments/peers/environments/environments.ts";
import { peerGemmTrial } from "../../../experiments/peers/peer_gemm.ts";
import { GEMM_PEERS } from "../../../experiments/peers/peers.ts";
import { gemmTrial } from "../../../experiments/trials/gemm_trial.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import type { GemmOperandsOf } from "../../../kernels/gemm/mod.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { findKernel } from "../../../kernels/registry.ts";
import { MissingError, WrongResultError } from "../../../platform/errors.ts";
import { fakePython, HAS_SHELL, member } from "./fake_python.ts";
import { withLab } from "./peer_comparison.ts";

const ROWS = 70, INNER = 13, COLS = 9;
const problem = {
  a: randomFeatures(ROWS, INNER, 1),
  b: randomFeatures(INNER, COLS, 2),
  rows: ROWS,
  inner: INNER,
  cols: COLS,
};

/** B as the identity: the product is the features. */
const identity = {
  ...problem,
  b: Float32Array.from({ length: INNER * INNER }, (_, i) => i % (INNER + 1) === 0 ? 1 : 0),
  cols: INNER,
};

const loadDense =
  `cp "${member("features")}" "$0.features"; sha256sum < "${member("weights")}" | cut -c1-64 ` +
  `> "$0.weights"; echo '{"ok":true,"seconds":0.002}'`;
const digest = (weights: string) =>
  `echo "{\\"ok\\":true,\\"sets\\":[{\\"features\\":\\"$(sha256sum < "$0.features" | cut -c1-64)\\",` +
  `\\"weights\\":\\"${weights}\\"}]}"`;

Deno.test({
  name: "a dense product is checked before and after timing; one that writes to its weights is wrong",
  ignore: !HAS_SHELL,
  fn: () =>
    withLab(async (lab, folder) => {
      for (const [weights, isWrong] of [['$(cat "$0.weights")', false], ["0".repeat(64), true]] as const) {
        const python = await fakePython(folder, {
          digest: digest(weights),
          others: { load_dense: loadDense },
        });
        const trial = await peerGemmTrial(lab, { ...identity, peer: "numpy", open: { python } });
        const prepared = await trial.prepare();
        assert.ok((await prepared.check()).ok);
        assert.ok(prepared.time);
        assert.equal(await prepared.time(2), 30);
        const recheck = prepared.recheck(7);
        if (isWrong) {
          await assert.rejects(recheck, (error) =>
            error instanceof WrongResultError && /"weights"/.test(error.message));
        } else await recheck;
        prepared.destroy();
      }
    }),
});

Deno.test("a peer that only multiplies dense matrices beside a GPU is skipped on the CPU's behalf", () =>
  withLab(async (lab) => {
    const device = { ...lab.device, backend: "webgpu", adapterKind: "hardware" } as typeof lab.device;
    await assert.rejects(peerGemmTrial({ ...lab, device }, { ...problem, peer: "numpy" }), MissingError);
  }));

Deno.test("our own dense product is a trial that the oracle checks before and after", () =>
  withLab(async (lab) => {
    const kernel = findKernel("gemm", "blocked", "wasm") as Kernel<GemmOperandsOf>;
    const prepared = await gemmTrial(lab, problem, kernel).prepare();
    assert.equal((await prepared.check()).checkedRows, ROWS);
    assert.ok("run" in prepared);
    prepared.run();
    await prepared.recheck(3);
    const check = await prepared.renew!(4);
    prepared.run();
    await check();
    prepared.destroy();
    assert.equal(lab.device.ledger.live, 0);
    const wrong = { ...kernel, prepare: () => ({ run: () => {}, destroy: () => {} }) } as typeof kernel;
    const unwritten = await gemmTrial(lab, problem, wrong).prepare();
    assert.equal((await unwritten.check()).ok, false);
    unwritten.destroy();
  }));

for (const { id, environment } of GEMM_PEERS) {
  const absent = environmentPython(environment) === undefined;
  if (absent) console.log(`peer ${id}: not tested, ${environment} is not set up`);
  Deno.test({
    name: `${id} multiplies dense matrices as the oracle does`,
    ignore: absent,
    fn: () =>
      withLab(async (lab) => {
        const trial = await peerGemmTrial(lab, { ...problem, peer: id });
        const prepared = await trial.prepare();
        const report = await prepared.check();
        assert.ok(report.ok, JSON.stringify(report.worst));
        assert.ok(prepared.time);
        assert.ok(await prepared.time(3) > 0);
        await prepared.recheck(5);
        prepared.destroy();
      }),
  });
}
