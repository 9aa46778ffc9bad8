import assert from "node:assert/strict";
import type { Device } from "../../hardware/device.ts";
import { prepareSweep } from "../../hardware/memory_level.ts";
import type { MemoryLevel } from "../../hardware/memory_sweep.ts";
import { openWasmDevice } from "../../hardware/cpu/device.ts";
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

testOnNewDevice("on an adapter every level's sweep adds up what is there", async (device) => {
  const { l1, l2, l3, shared, global } = await sweepAll(device);
  assert.equal(l3, undefined);
  assert.ok([l1, l2, shared, global].every((bytes) => bytes > 0));
});
