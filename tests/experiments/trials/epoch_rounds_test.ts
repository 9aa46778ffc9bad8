import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { epochRounds, lossCheck } from "../../../experiments/trials/epoch_rounds.ts";
import { stepBounds } from "../../../experiments/trials/step_bounds.ts";
import type { Lab } from "../../../experiments/lab.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { sampleBeside } from "../../../hardware/measuring/waiting.ts";
import type { KernelOn } from "../../../kernels/kernel.ts";
import type { AnyOperandsOf } from "../../../kernels/operation.ts";
import { findKernel, registerKernel } from "../../../kernels/registry.ts";
import { MissingError, UsageError, WrongResultError } from "../../../platform/errors.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { checkSteps } from "../../../training/executors/step_check.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import {
  bindVertexData,
  type VertexData,
  vertexData,
  vertexTaskShape,
} from "../../../training/vertex_data.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { underClock } from "../../under_clock.ts";
import { testLab } from "../lab.ts";

/** Milliseconds of a wait, and of an execution of a kernel before and after it has warmed up. */
const WAIT_MS = 2, COLD_MS = 8, WARM_MS = 0.25;

/** Rows that one check of all steps of an epoch compares. */
async function checkedRowsOf(lab: Lab, data: VertexData, layers: readonly Layer[]): Promise<number> {
  const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adam(), seed: lab.seed });
  const { program } = task;
  const executor = await DeviceExecutor.open(lab.device, program, bindVertexData(task, data));
  try {
    initialise(executor, program, { seed: lab.seed });
    return (await checkSteps(executor, { ...stepBounds(lab), sequences: ["train"] })).checkedRows;
  } finally {
    executor.close();
  }
}

Deno.test("losses are compared epoch by epoch, and near 0 by a share of the first", () => {
  const wanted = [4, 2, 0];
  assert.ok(lossCheck([4, 2.001, 1e-7], wanted).ok);
  assert.ok(lossCheck(wanted, wanted).relErr === 0);
  const { ok, worst } = lossCheck([4, 2.1, 0], wanted);
  assert.deepEqual([ok, worst?.row, worst?.got, worst?.wanted], [false, 1, 2.1, 2]);
  for (const losses of [[4, 2, 1e-3], [4, NaN, 0], [Infinity, 2, 0], [4, 2]]) {
    assert.equal(lossCheck(losses, wanted).ok, false, String(losses));
  }
});

Deno.test("every contender has a check that compared something, and without one on the device there is none", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device);
    const data = await vertexData(await loadDataset("reddit@1/2048"), {
      seed: 1,
      randomWidth: 8,
      classes: 4,
    });
    const options = { data, layers: gcn({ classes: data.classes, hidden: 8 }), rounds: 2 };
    const managed = { id: "managed", policy: "lru" } as const;
    const epochs = await epochRounds(lab, [managed, { id: "device", kernels: {} }], options);
    const [own, other] = ["device", "managed"].map((id) => epochs.of(id));
    const before = await checkedRowsOf(lab, data, options.layers);
    assert.ok(own.check.ok && own.check.checkedRows > before && before > 0 && own.check.relErr > 0);
    assert.deepEqual([other.check.ok, other.check.checkedRows, other.ms.length], [true, 3, 2]);
    const seen: (number | undefined)[] = [];
    const isCertain = (msOf: (id: string) => readonly number[] | undefined) =>
      seen.push(...["device", "managed", "peer"].map((id) => msOf(id)?.length)) > 0;
    const short = await epochRounds(lab, [managed, { id: "device", kernels: {} }], {
      ...options,
      rounds: 3,
      end: { least: 1, isCertain },
    });
    assert.deepEqual(seen, [1, 1, undefined], "times of whoever takes turns, without the warm-up");
    assert.deepEqual([short.of("device").ms.length, short.of("managed").losses.length], [1, 2]);
    await assert.rejects(epochRounds(lab, [managed], options), UsageError);
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("a kernel that is right only when it is first run has no times", async () => {
  const right = findKernel("spmm", "row-split", "wasm") as KernelOn<"wasm", AnyOperandsOf>;
  const idle: KernelOn<"wasm", AnyOperandsOf> = {
    ...right,
    id: "idle-after-its-check",
    async prepare(device, operands, parameters) {
      const plan = await right.prepare(device, operands, parameters);
      let runs = 0;
      return {
        ...plan,
        run() {
          if (runs++ === 0) plan.run();
        },
      };
    },
  };
  registerKernel<AnyOperandsOf>("spmm", idle);
  const device = openWasmDevice({ threads: 2 });
  try {
    const data = await vertexData(await loadDataset("reddit@1/2048"), { seed: 1, randomWidth: 8 });
    const layers = gcn({ classes: data.classes, hidden: 8 });
    const contenders = [{ id: "idle", kernels: { spmm: { id: "idle-after-its-check" } } }];
    await assert.rejects(
      epochRounds(testLab(device), contenders, { data, layers, rounds: 1 }),
      WrongResultError,
    );
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("a memory manager with little room loads more than one that has all of the device", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const data = await vertexData(await loadDataset("reddit@1/2048"), { seed: 1, randomWidth: 8 });
    const layers = gcn({ classes: data.classes, hidden: 8 });
    const contenders = [
      { id: "device", kernels: {} },
      { id: "roomy", policy: "lru" as const },
      { id: "narrow", policy: "lru" as const, capacity: 1 },
    ];
    const epochs = await epochRounds(testLab(device), contenders, { data, layers, rounds: 1 });
    const [none, roomy, narrow] = contenders.map(({ id }) => epochs.of(id).loadedBytes);
    assert.equal(none, 0);
    assert.ok(narrow > roomy, `${narrow} bytes an epoch in little room, ${roomy} in all of it`);
  } finally {
    device.close();
  }
});

Deno.test("turns are as long as epochs need that have warmed up, not the slow first one", () =>
  underClock(async (pass) => {
    const right = findKernel("spmm", "row-split", "wasm") as KernelOn<"wasm", AnyOperandsOf>;
    let isWarm = false;
    const slow: KernelOn<"wasm", AnyOperandsOf> = {
      ...right,
      id: "slow-until-warm",
      async prepare(device, operands, parameters) {
        const plan = await right.prepare(device, operands, parameters);
        return {
          ...plan,
          run() {
            plan.run();
            pass(isWarm ? WARM_MS : COLD_MS);
          },
        };
      },
    };
    registerKernel<AnyOperandsOf>("spmm", slow);
    const device = Object.assign(openWasmDevice({ threads: 2 }), { waitMs: WAIT_MS });
    try {
      const data = await vertexData(await loadDataset("reddit@1/2048"), { seed: 1, randomWidth: 8 });
      const layers = gcn({ classes: data.classes, hidden: 8 });
      // Peers come after the first epoch.
      const open = () => {
        isWarm = true;
        const parts = { action: "open a peer", current: "none", wanted: "one", next: "go on without" };
        return Promise.reject(new MissingError(parts));
      };
      const contenders = [{ id: "slow", kernels: { spmm: { id: slow.id } } }];
      const rounds = { data, layers, rounds: 1, peers: [{ id: "peer", open }] };
      const { calls, ms } = (await epochRounds(testLab(device), contenders, rounds)).of("slow");
      const [count] = calls as number[], wanted = sampleBeside(WAIT_MS);
      assert.ok(ms[0] < COLD_MS && count * ms[0] >= wanted, `${count} epochs of ${ms[0]} ms`);
      assert.ok(count * ms[0] < 2 * wanted, `${count} epochs of ${ms[0]} ms`);
    } finally {
      device.close();
    }
  }));

testOnAdapter("a turn on an adapter has as many epochs as make its one wait short", async (device) => {
  const lab = { ...testLab(device), allowSoftware: true };
  const dataset = await loadDataset("reddit@1/2048");
  const data = await vertexData(dataset, { seed: 1, randomWidth: 8, classes: 4 });
  const options = { data, layers: gcn({ classes: data.classes, hidden: 8 }), rounds: 2 };
  const contenders = ["a", "b"].map((id) => ({ id, kernels: {} }));
  const epochs = await epochRounds(lab, [...contenders, { id: "managed", policy: "lru" }], options);
  const [a, b, managed] = [...contenders.map(({ id }) => id), "managed"].map((id) => epochs.of(id));
  const waitsOf = ({ waits }: typeof a) => waits as number[];
  assert.deepEqual(waitsOf(a), waitsOf(b));
  const [each, again] = waitsOf(a);
  assert.ok(each === again && Number.isInteger(Math.round(1 / each)) && each <= 1);
  // An epoch by the memory manager waits for its transfers.
  assert.ok(waitsOf(managed).every((waits) => waits >= 1));
  assert.deepEqual([a.losses.length, managed.losses.length], [3, 3]);
  assert.equal(device.ledger.live, 0);
});
