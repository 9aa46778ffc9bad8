import assert from "node:assert/strict";
import { changedMetric } from "../../../../experiments/claims/model_changes.ts";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { policySetting } from "../../../../experiments/fastgl/training/measured_policies.ts";
import { DGL_POLICY, FASTGL, GNNLAB, type Policy, PYG } from "../../../../experiments/fastgl/policies.ts";
import type { EpochRounds } from "../../../../experiments/fastgl/training/round_times.ts";
import {
  CHANGES,
  gradientBytes,
  leastDevices,
  modelledEpochs,
  pipelinePhases,
} from "../../../../experiments/fastgl/training/several_devices.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { UsageError } from "../../../../platform/errors.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { fasterSystem } from "../../../../experiments/fastgl/training/faster_system.ts";
import { epochPhases } from "../../../../experiments/fastgl/training/epoch_phases.ts";

/** Iterations of 5 ms on the device before features come, `io` ms on what is shared, and 10 ms of kernels. */
function rounds(io: number, kernelMs = 10): EpochRounds {
  const of = (factor: number) => ({
    ...{
      drawMs: 4 * factor,
      reorderMs: factor,
      matchMs: 0,
      gatherMs: io * factor / 2,
      copyMs: io * factor / 2,
      // As long over PCIe 4.0: 32 MB a millisecond after one of 10 us.
      bytes: Math.max(0, 32e6 * (io * factor / 2 - 0.01)),
    },
    ...{ assembleMs: 0, preprocessMs: 0, kernelMs: kernelMs * factor, preparationMs: 3, waits: 0 },
  });
  return { epochLength: 40, rounds: [of(1), of(2)] };
}

const model = (of: EpochRounds, policy: Policy, devices: number, change = CHANGES[0]) =>
  modelledEpochs(of, { policy, devices, bytes: 0, change });

function near(got: readonly number[], wanted: readonly number[], slack = 1e-3) {
  assert.equal(got.length, wanted.length);
  got.forEach((each, i) => assert.ok(Math.abs(each / wanted[i] - 1) <= slack, `${got} for ${wanted}`));
}

Deno.test("one device takes what was measured, round by round, and nothing of the harness's preparation", () => {
  for (const policy of [PYG, DGL_POLICY, FASTGL]) {
    near(model(rounds(6), policy, 1), epochPhases(rounds(6)).total, 1e-9);
  }
});

Deno.test("features come over the stated link, whatever a copy within RAM takes, and links change it", () => {
  const given = rounds(6), slow = { ...given, rounds: given.rounds.map((each) => ({ ...each, copyMs: 99 })) };
  assert.deepEqual(model(slow, DGL_POLICY, 1), model(given, DGL_POLICY, 1));
  const half = CHANGES.find(({ id }) => id === "bandwidth_half")!;
  // 3 ms of 2 x 5 + 10 + 6 are the link's, of which 10 us are latency.
  near(model(given, DGL_POLICY, 1, half), [40 * (21 + 2.99), 40 * (42 + 5.99)], 1e-9);
  const latency = CHANGES.find(({ id }) => id === "latency_x4")!;
  near(model(given, DGL_POLICY, 1, latency), [40 * 21.03, 40 * 42.03], 1e-9);
});

Deno.test("devices share gathering and the link; all else of a batch is sampling or computing", () => {
  const parts = {
    drawMs: 1,
    reorderMs: 2,
    matchMs: 4,
    gatherMs: 8,
    assembleMs: 16,
    preprocessMs: 32,
    kernelMs: 64,
  };
  const left = { copyMs: 1000, preparationMs: 1000, waits: 1000 };
  const over = { name: "slow", latencySeconds: 1e-3, bytesPerSecond: 1e6, source: "this test" };
  assert.deepEqual(pipelinePhases({ ...parts, ...left, bytes: 3000 }, over), {
    sampleMs: 1 + 2,
    loadMs: 8 + 3 + 1,
    computeMs: 4 + 16 + 32 + 64,
  });
});

Deno.test("devices that share nothing scale as their number", () => {
  const one = model(rounds(0), DGL_POLICY, 1);
  // A ring of 8 passes 14 messages of 10 us a step of 15 or 30 ms, after as many as 8 transfers of no bytes.
  near(model(rounds(0), DGL_POLICY, 8), one.map((ms) => ms / 8), 0.015);
});

Deno.test("a full link is all that more devices wait for", () => {
  const [epoch] = model(rounds(30), DGL_POLICY, 8);
  assert.ok(epoch >= 40 * 30, `${epoch} ms for 40 loads of 30 ms over one link`);
  assert.ok(epoch < 40 * (30 + 15 / 8) * 1.01);
});

Deno.test("GNNLab's samplers train nothing: the slower of samplers and trainers sets the pace", () => {
  assert.equal(leastDevices(GNNLAB), 2);
  assert.equal(leastDevices(FASTGL), 1);
  assert.throws(() => model(rounds(6), GNNLAB, 1), UsageError);
  near(model(rounds(6), GNNLAB, 2), [40 * 16, 40 * 32]);
  near(model(rounds(0, 1), GNNLAB, 2), [40 * 5, 40 * 10]);
  // Three trainers behind one sampler: 5 ms a batch, against 10 / 3.
  near(model(rounds(0, 10), GNNLAB, 4), [40 * 5, 40 * 10], 0.02);
});

Deno.test("who loads ahead hides what it can, and FastGL, whose features wait for the batch before, does not", () => {
  const ahead = CHANGES.find((change) => change.ahead)!;
  near(model(rounds(6), FASTGL, 1, ahead), model(rounds(6), FASTGL, 1));
  near(model(rounds(6), DGL_POLICY, 1, ahead), [40 * 15, 40 * 30]);
});

Deno.test("gradients are as large as the parameters: three layers of a GCN", () => {
  const setting = policySetting(PROFILES.standard, "reddit", "GCN");
  assert.equal(gradientBytes(setting), 4 * (602 * 64 + 64 * 64 + 64 * 41));
  assert.ok(gradientBytes(policySetting(PROFILES.standard, "reddit", "GIN")) > gradientBytes(setting));
});

/** Epochs of systems: on one device, on two, and on two when they load ahead. */
function epochsOf(
  systems: Readonly<Record<string, readonly [one: number, two: number, ahead: number]>>,
): SuiteEvidence {
  const rows: Row[] = [], samples: Sample[] = [];
  const add = (contender: string, metric: string, ms: number, source: Row["source"]) => {
    const cell = `s:w:${contender}`;
    rows.push({ suite: "s", cell, contender, metric, source, status: "ok", dataset: "d", median: ms } as Row);
    for (let round = 1; round <= 15; round++) {
      samples.push({ cell, metric, round, preparation: 1, value: ms * (1 + round / 1e4) } as Sample);
    }
  };
  for (const [contender, [one, two, ahead]] of Object.entries(systems)) {
    add(contender, "time", one, "measured");
    for (const change of CHANGES) {
      add(contender, changedMetric("two", change), change.ahead ? ahead : two, "modelled");
    }
  }
  return new SuiteEvidence("s", { rows, samples }, 1);
}

Deno.test("systems are compared as measured unless loading ahead turns the answer, and beside GNNLab on two devices", () => {
  const evidence = epochsOf({
    [FASTGL.id]: [20, 10, 10],
    [DGL_POLICY.id]: [30, 15, 9],
    [PYG.id]: [90, 45, 40],
    [GNNLAB.id]: [15, 16, 12],
  });
  const ask = (slow: Policy) =>
    fasterSystem(evidence, "w", { fast: FASTGL.id, slow: slow.id, metrics: ["time", "two"] });
  const pyg = ask(PYG);
  assert.ok(pyg.kind === "timed" && pyg.source === "measured" && pyg.found.median === 4.5);
  const dgl = ask(DGL_POLICY);
  assert.ok(dgl.kind === "open" && /loaded ahead/.test(dgl.reason));
  const gnnlab = ask(GNNLAB);
  assert.ok(gnnlab.kind === "timed" && gnnlab.source === "modelled" && gnnlab.found.median === 1.6);
});
