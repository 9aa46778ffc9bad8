import assert from "node:assert/strict";
import type { Device } from "../../hardware/device.ts";
import { prepareSweep } from "../../hardware/memory_level.ts";
import type { MemoryLevel } from "../../hardware/memory_sweep.ts";
import { openWasmDevice } from "../../hardware/cpu/device.ts";
import { threadBytes } from "../../hardware/cpu/memory_level.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import { testOnNewDevice } from "./webgpu/any_adapter.ts";

const LEVELS: readonly MemoryLevel[] = ["shared", "l1", "l2", "l3", "global"];

async function sweepAll(device: Device): Promise<Record<string, number>> {
  const sets: Record<string, number> = {};
  for (const level of LEVELS) {
    const sweep = await prepareSweep(device, level);
    if (sweep === undefined) continue;
    const { got, wanted } = await sweep.check();
    assert.equal(got, wanted, level);
    assert.notEqual(wanted, 0, "a sum of zero proves nothing");
    assert.ok(sweep.bytesRead >= sweep.workingSet || level === "l2");
    sets[level] = sweep.workingSet;
    sweep.destroy();
  }
  assert.equal(device.ledger.live, 0);
  return sets;
}

for (const threads of [1, 2]) {
  Deno.test(`on ${threads} CPU threads every level's sweep adds up what is there, in working sets that grow`, async () => {
    const device = openWasmDevice({ threads });
    const { shared, l1, l2, global } = await sweepAll(device);
    assert.equal(shared, undefined);
    assert.ok(l1 < l2 && l2 < global);
    device.close();
  });
}

Deno.test("a sweep for which there is no room leaves nothing on the device", async () => {
  const probe = openWasmDevice({ threads: 1 });
  const { workingSet, destroy } = (await prepareSweep(probe, "l2"))!;
  destroy();
  probe.close();
  // Room for the working set, and none for its sums.
  const device = openWasmDevice({ threads: 1, memoryBytes: workingSet + 8 });
  await assert.rejects(prepareSweep(device, "l2"), OutOfMemoryError);
  assert.equal(device.ledger.live, 0);
  device.close();
});

/** Two threads a core, eight cores a complex with a last cache of its own: 24 complexes on two sockets. */
const KIB = 2 ** 10, MIB = 2 ** 20;
const COMPLEXES = {
  caches: [{ bytes: 32 * KIB, cpus: 2 }, { bytes: MIB, cpus: 2 }, { bytes: 32 * MIB, cpus: 16 }],
  cpus: 384,
};

for (const [threads, aCore, aComplex] of [[384, 2, 16], [192, 1, 8], [24, 1, 1]]) {
  Deno.test(`${threads} threads on 24 core complexes fill the caches that they share, and exceed the last ones`, () => {
    const [l1, l2, l3, global] = (["l1", "l2", "l3", "global"] as const)
      .map((level) => threadBytes(level, threads, COMPLEXES)!);
    assert.equal(aCore * l1, 16 * KIB);
    assert.equal(aCore * l2, MIB / 2);
    assert.equal(aComplex * l3, 16 * MIB);
    assert.ok(aCore * l3 > MIB, "a set of the last level that a second cache would hold");
    assert.equal(aComplex * global, 128 * MIB);
  });
}

Deno.test("threads that may use one complex alone share its last cache, as do more threads than CPUs", () => {
  const here = { ...COMPLEXES, cpus: 8 };
  assert.equal(threadBytes("l3", 8, here), 2 * MIB);
  assert.equal(threadBytes("l3", 16, here), MIB);
  assert.equal(threadBytes("l3", 8, { caches: COMPLEXES.caches.slice(0, 2), cpus: 8 }), undefined);
  assert.equal(threadBytes("shared", 8, here), undefined);
});

testOnNewDevice("on an adapter every level's sweep adds up what is there", async (device) => {
  const { l1, l2, l3, shared, global } = await sweepAll(device);
  assert.equal(l3, undefined);
  assert.ok([l1, l2, shared, global].every((bytes) => bytes > 0));
});
