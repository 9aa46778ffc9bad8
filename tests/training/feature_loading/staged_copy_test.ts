import assert from "node:assert/strict";
import { timeEach } from "../../../hardware/time_once.ts";
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
