import assert from "node:assert/strict";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { rangeBlocks } from "../../../graph/partitions/range_block.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import type { KernelOn } from "../../../kernels/kernel.ts";
import type { AnyOperandsOf } from "../../../kernels/operation.ts";
import { findKernel, registerKernel } from "../../../kernels/registry.ts";
import { ReproError, UsageError } from "../../../platform/errors.ts";
import type { ParallelCall } from "../../../platform/wasm/worker_pool.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { gin } from "../../../training/models/gin.ts";
import { residualGcn } from "../../../training/models/residual_gcn.ts";
import { DeviceClock, type DeviceClockOptions } from "../../../training/partitioned/partition_clock.ts";
import { PartitionedTraining } from "../../../training/partitioned/partitioned_training.ts";
import { plantedGraph } from "../../graph/graph_fixture.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { underClock } from "../../under_clock.ts";

const GRAPH = gcnNormalise(plantedGraph({ vertices: 300, community: 20, edges: 2400, inside: 0.6, seed: 1 }));
const order = "aggregate-first";
const options: DeviceClockOptions = {
  layers: gcn({ classes: 5, hidden: 16, order, dropout: 0 }),
  featureWidth: 24,
  work: "training",
  seed: 1,
  rounds: 1,
};

async function onWasm(test: (device: Device) => Promise<void>, memoryBytes = 2 ** 26): Promise<void> {
  const device = openWasmDevice({ threads: 2, memoryBytes });
  try {
    await test(device);
    assert.equal(device.ledger.live, 0, "memory that was kept");
  } finally {
    device.close();
  }
}

/** Times two ranges with vertices and one without, on a device that may be too slow to time. */
async function timesAll(device: Device, own: Partial<DeviceClockOptions>): Promise<void> {
  const clock = new DeviceClock(device, { ...options, ...own });
  const times = await clock.time(rangeBlocks(GRAPH, Uint32Array.of(0, 100, 100, 300)));
  assert.deepEqual(times.map(({ length }) => length), [
    clock.layers.length,
    clock.layers.length,
    clock.layers.length,
  ]);
  assert.ok(times[1].every((ms) => ms === 0));
  for (const ms of [...times[0], ...times[2]]) assert.ok(ms > 0 && Number.isFinite(ms), `${ms} ms`);
  const { check } = clock;
  assert.ok(check?.ok && check.relErr > 0 && check.relErr <= check.tolerance, JSON.stringify(check));
}

const MODELS = {
  "gcn": options.layers,
  "gin": gin({ classes: 5, hidden: 8, layers: 2, order }),
  "residualGcn": residualGcn({ classes: 5, hidden: 24, layers: 2, order }),
};
for (const [name, layers] of Object.entries(MODELS)) {
  for (const work of ["training", "inference"] as const) {
    Deno.test(`every layer of ${name} is checked and timed on every partition with vertices, ${work}, on wasm`, () =>
      onWasm((device) => timesAll(device, { layers, work })));
  }
}
testOnAdapter(
  "every layer is checked and timed on every partition with vertices, on webgpu",
  (device) => timesAll(device, {}),
);

Deno.test("partitions that do not fit on a device together are timed one after another", async () => {
  const enough = 2 ** 18;
  await onWasm(async (device) => {
    await timesAll(device, {});
    assert.ok(device.ledger.peak > enough, "they fit together: this proves nothing");
  });
  await onWasm((device) => timesAll(device, {}), enough);
});

Deno.test("a wrong kernel is never timed", () =>
  onWasm(async (device) => {
    const right = findKernel("spmm", "row-split", "wasm") as KernelOn<"wasm", AnyOperandsOf>;
    const idle: KernelOn<"wasm", AnyOperandsOf> = {
      ...right,
      id: "idle-in-partitions",
      async prepare(device, operands, parameters) {
        return { ...await right.prepare(device, operands, parameters), run() {} };
      },
    };
    registerKernel<AnyOperandsOf>("spmm", idle);
    const clock = new DeviceClock(device, { ...options, kernels: { spmm: { id: "idle-in-partitions" } } });
    for (const attempt of ["first", "again"]) {
      await assert.rejects(
        clock.time(rangeBlocks(GRAPH, Uint32Array.of(0, 300))),
        (error: Error) =>
          error instanceof ReproError &&
          /"layer 1 aggregated" of spmm by idle-in-partitions@wasm/.test(error.message),
        attempt,
      );
    }
  }));

/** Rows and other items of a call that take a millisecond of the test's clock. */
const ITEMS_A_MS = 1000;

/** Runs a test under a clock that goes on by the items that the device has computed. */
function underItems(device: Device, test: () => Promise<void>): Promise<void> {
  const { parallel } = device as WasmDevice;
  return underClock(async (pass) => {
    Object.assign(device, {
      parallel(call: ParallelCall) {
        parallel.call(device, call);
        pass(call.items / ITEMS_A_MS);
      },
    });
    await test();
  });
}

Deno.test("iterations run on a device: more of a graph takes longer, and the model learns from it", () =>
  onWasm((device) =>
    underItems(device, async () => {
      const matrix = gcnNormalise(
        plantedGraph({ vertices: 4000, community: 40, edges: 60_000, inside: 0.6, seed: 2 }),
      );
      const clock = new DeviceClock(device, {
        ...options,
        layers: gcn({ classes: 8, hidden: 64, order }),
        featureWidth: 64,
        rounds: 3,
      });
      const uneven = new PartitionedTraining({
        matrix,
        parts: 2,
        clock,
        strategy: { offsets: Uint32Array.of(0, 400, 4000) },
      });
      const { partitionMs, imbalance, communication, iterationMs } = await uneven.next();
      assert.ok(partitionMs[1] > 2 * partitionMs[0] && imbalance > 1.3, partitionMs.join());
      assert.equal(iterationMs, partitionMs[1] + 1e3 * communication.seconds);
      const learned = new PartitionedTraining({
        matrix,
        parts: 5,
        clock,
        strategy: "learned",
        model: uneven.model,
      });
      await learned.next();
      const { cutBy, predictionErrors } = await learned.next();
      assert.equal(cutBy, "learned");
      assert.equal(predictionErrors!.length, 2);
    })
  ));

Deno.test("clocks that make no sense are refused before anything runs", () =>
  onWasm((device) => {
    for (const rounds of [0, 1.5, NaN]) {
      assert.throws(() => new DeviceClock(device, { ...options, rounds }), UsageError);
    }
    const layers = gcn({ classes: 5, hidden: 16, order, dropout: 0.5 });
    assert.throws(() => new DeviceClock(device, { ...options, layers }), /aggregates nothing/);
    return Promise.resolve();
  }));
