import assert from "node:assert/strict";
import { timeEach } from "../../../hardware/measuring/time_once.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { openFeatureLoader } from "../../../training/feature_loading/mod.ts";
import { StagedCopy } from "../../../training/feature_loading/staged_copy.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";

testOnAdapter("a staged copy brings what the data were when it was made, to its place", async (device) => {
  const buffer = device.allocate("rows", 32), data = Uint32Array.of(1, 2, 3);
  device.write(buffer, new Uint32Array(8).fill(9));
  const copy = new StagedCopy(device, buffer, data, 8);
  data.fill(0);
  const before = device.waits;
  const [ms] = await timeEach(device, [() => copy.run()]);
  assert.equal(device.waits - before, 1);
  copy.destroy();
  assert.ok(ms >= 0 && copy.fillMs >= 0);
  assert.deepEqual([...new Uint32Array(await device.read(buffer))], [9, 9, 1, 2, 3, 9, 9, 9]);
  device.free(buffer);
});

testOnAdapter(
  "a staged copy that exceeds the device's memory is refused as such, and frees what it took",
  async (device) => {
    const buffer = device.allocate("rows", 32), { live } = device.ledger;
    const copy = new StagedCopy(device, buffer, new Uint32Array(8));
    assert.equal(device.ledger.live, live + 32);
    assert.throws(() => new StagedCopy(device, buffer, new Uint32Array(8)), OutOfMemoryError);
    copy.destroy();
    await device.finish();
    assert.equal(device.ledger.live, live);
    device.free(buffer);
  },
  { memoryBytes: 64 },
);

testOnAdapter(
  "a loader without room for rows on their way says so, and can go on with fewer",
  async (device) => {
    const features = { rows: 64, width: 4, values: Float32Array.from({ length: 256 }, (_, i) => i) };
    // Two batches of 64 rows of 16 bytes, and less than a third.
    const loader = await openFeatureLoader(device, features, { loading: { match: false }, maxRows: 64 });
    const room = device.limits.memoryBytes - device.ledger.live;
    const rows = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);
    await assert.rejects(loader.load(rows(64)), OutOfMemoryError);
    assert.equal(device.limits.memoryBytes - device.ledger.live, room);
    assert.equal((await loader.load(rows(32))).counts.loaded, 32);
    loader.close();
  },
  { memoryBytes: 3000 },
);
