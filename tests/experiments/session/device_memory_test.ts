/**
 * A session on a device whose memory the user has capped: it measures itself within the cap, or says what it wants.
 *
 * @module
 */
import assert from "node:assert/strict";
import { calibrate, openSentinel } from "../../../experiments/session/calibration.ts";
import { calibrationMeans } from "../../../experiments/session/calibration_means.ts";
import { profileOf } from "../../../experiments/profiles.ts";
import { operandSets } from "../../../experiments/trials/operand_sets.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { openBeside } from "../../../hardware/open_device.ts";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { testLab } from "../lab.ts";

async function onDevice(memoryBytes: number, test: (device: WasmDevice) => Promise<void>): Promise<void> {
  const device = openWasmDevice({ threads: 2, memoryBytes });
  try {
    await test(device);
  } finally {
    device.close();
  }
}

for (const mebibytes of [1 / 4, 1, 8, 64]) {
  Deno.test(`a session's A/A run, roofline probe and sentinel fit into ${mebibytes} MiB, and leave most of it`, () =>
    onDevice(mebibytes * 2 ** 20, async (device) => {
      const lab = testLab(device, { comparisonMs: 500, rounds: 2, maxRounds: 2, preparations: 1 });
      const { bandwidthGBs, gflops, smallestDifference, aaRounds, aaRuns } = await calibrate(
        lab,
        calibrationMeans(lab.device),
      );
      assert.ok(bandwidthGBs > 0 && gflops > 0 && smallestDifference > 0);
      assert.deepEqual([aaRounds, aaRuns], [2, 1]);
      assert.equal(device.ledger.live, 0);
      const sentinel = await openSentinel(lab, calibrationMeans(lab.device));
      assert.ok(device.ledger.live > 0 && device.ledger.live <= device.limits.memoryBytes / 6);
      sentinel.close();
      assert.equal(device.ledger.live, 0);
    }));
}

Deno.test("a device that holds nothing to measure is refused, with what it would take", async () => {
  for (const memoryBytes of [0, 1024, 2 ** 18 - 1]) {
    await onDevice(memoryBytes, async (device) => {
      await assert.rejects(
        calibrate(testLab(device), calibrationMeans(device)),
        (error: Error) => error instanceof OutOfMemoryError && /wanted 256 KiB or more/.test(error.message),
      );
      assert.equal(device.ledger.live, 0);
    });
  }
});

Deno.test("fewer sets of operands rotate where they would fill the device", async () => {
  const vertices = 500, width = 16, ring = Uint32Array.from({ length: vertices }, (_, v) => v);
  const source = ring.map((v) => (v + 1) % vertices);
  const matrix = gcnNormalise(csrFromEdges({ vertices, source, target: ring }));
  const problem = { matrix, features: randomFeatures(vertices, width, 1), width };
  const setsOn = async (memoryBytes: number) => {
    let sets = { copies: 0, denseBytes: 0, sparseBytes: 0 };
    await onDevice(memoryBytes, (device) => {
      sets = operandSets({ device, profile: profileOf("standard") }, problem);
      return Promise.resolve();
    });
    return sets;
  };
  const { copies, denseBytes, sparseBytes } = await setsOn(2 ** 30), bytes = denseBytes + sparseBytes;
  assert.equal(copies, 16);
  for (const room of [3, 9]) assert.equal((await setsOn(12 * room * bytes)).copies, room);
  assert.equal((await setsOn(bytes)).copies, 1);
});

Deno.test("a device beside another has its threads, and a memory of its own", () =>
  onDevice(2 ** 20, async (device) => {
    const capped = await openBeside(device, 2 ** 12), free = await openBeside(device);
    assert.deepEqual([capped.name, capped.threads], [device.name, device.threads]);
    free.allocate("more than the first one has", 2 ** 21);
    assert.throws(() => capped.allocate("too much", 2 ** 13), OutOfMemoryError);
    assert.equal(device.ledger.live, 0);
    capped.close();
    free.close();
  }));
