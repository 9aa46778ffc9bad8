/**
 * A device that is lost in a comparison ends that comparison's cells; the session goes on with another device.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { repro } from "../../../experiments/session/repro.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { registerSuite } from "../../../experiments/suites.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { readSession } from "../../../results/store/store.ts";
import { adapterInUse } from "../../hardware/webgpu/any_adapter.ts";

const devices = new Set<unknown>();

const suite: Suite = {
  id: "own/lost-device",
  artifact: "Lost device",
  title: "A device that the driver takes away",
  question: "What becomes of the comparisons after it?",
  contenders: [{ id: "one", label: "one" }],
  baseline: "one",
  workloads: () => ["before", "loss", "after"].map((id) => ({ id, factors: {} })),
  settings: {},
  measurement: {
    kind: "joint",
    async measure(lab, _dataset, { id }) {
      const device = lab.device as WebGpuDevice;
      devices.add(device);
      if (id === "loss") {
        device.gpu.destroy();
        await device.gpu.lost;
      }
      const buffer = device.allocate("words", 16);
      device.write(buffer, Uint32Array.of(1, 2, 3, 4));
      const words = new Uint32Array(await device.read(buffer));
      device.free(buffer);
      const sum = sumOf(words);
      return () => ({ times: {}, facts: { sum } });
    },
  },
  metrics: { sum: { label: "sum", unit: "1" } },
  plots: [],
  notes: [],
  claims: [],
};

Deno.test({
  name: "a lost device ends its cells with the reason, and the session goes on with another",
  ignore: adapterInUse === undefined,
  fn: async () => {
    registerSuite(suite);
    const out = await Deno.makeTempDir();
    try {
      const papers = [suite.id];
      await repro({ papers, profile: "smoke", device: "webgpu", session: "s", out, quiet: true });
      const { rows } = await readSession(join(out, "s"));
      const of = (workload: string) => rows.find(({ cell }) => cell.includes(`:${workload}:`))!;
      assert.equal(of("loss").status, "failed");
      assert.match(of("loss").reason, /lost device/);
      assert.deepEqual([of("before").median, of("after").median], [10, 10]);
      assert.equal(devices.size, 2);
    } finally {
      await Deno.remove(out, { recursive: true });
    }
  },
});
