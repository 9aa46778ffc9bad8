import assert from "node:assert/strict";
import type { MachineCall, X86Device } from "../../../hardware/cpu/x86/device.ts";
import { openWasmDevice, type WasmBuffer } from "../../../hardware/cpu/device.ts";
import { rowCall } from "../../../kernels/plans/row_work.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { checkChains } from "../../../training/executors/chain_check.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { chainSteps } from "../../../training/executors/row_chains.ts";
import { takeSnapshot } from "../../../training/executors/snapshot.ts";
import type { StepPlan } from "../../../training/executors/step_plan.ts";
import type { Tensor } from "../../../training/program/tensor.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { boundGcn, writeParameters } from "../plain_program.ts";

/** Rows of which each of two threads gets eight blocks, of one row at least. */
const ROWS = 64;

/** Place of a tensor in the arena. */
interface Place {
  readonly address: number;
}

/** Steps `out = add(x, y)` on tensors at addresses; each reads the first of its inputs by rows. */
function chainsOf(
  device: X86Device,
  steps: readonly { readonly x: Place; readonly y: Place; readonly out: Place; readonly rows?: number }[],
): readonly number[] {
  const cols = 4, places = new Map<Tensor, Place>();
  const tensor = (place: Place): Tensor => {
    const own: Tensor = { id: places.size, kind: "gradient", label: "", rows: ROWS, cols };
    places.set(own, place);
    return own;
  };
  const block = { label: "", bytes: 8, address: 64 };
  const call: MachineCall = { code: 0n, block, items: ROWS, itemsPerBlock: 1 };
  const plans = steps.map(({ x, y, out, rows = ROWS }) => {
    const step = { op: "add", alpha: 1, beta: 1, x: tensor(x), y: tensor(y), out: tensor(out) };
    const rowWork = { rows, reads: [x.address], calls: [rowCall(call, 1, 1)] };
    return { step, plan: { run() {}, destroy() {}, rowWork } } as unknown as StepPlan;
  });
  const chained = chainSteps(device, plans, (of) => {
    const buffer: WasmBuffer = { label: "", bytes: 8, address: places.get(of)!.address };
    return { rows: of.rows, cols, panels: [{ firstCol: 0, cols, stride: 4, buffer }] };
  });
  chained.destroy();
  return chained.chains.map(({ steps }) => steps.length);
}

const at = (place: number) => ({ address: 4096 * place });

testOnX86("steps are chained where each reads only its own rows of what the others write", (device) => {
  const first = { x: at(1), y: at(2), out: at(3) };
  assert.deepEqual(chainsOf(device, [first, { x: at(3), y: at(2), out: at(4) }]), [2], "by rows");
  assert.deepEqual(chainsOf(device, [first, { x: at(2), y: at(3), out: at(4) }]), [1, 1], "all rows");
  const inside = { address: at(3).address + 64 };
  assert.deepEqual(chainsOf(device, [first, { x: inside, y: at(2), out: at(4) }]), [1, 1], "other rows");
  assert.deepEqual(chainsOf(device, [first, { x: at(5), y: at(2), out: at(1) }]), [1, 1], "over an input");
  assert.deepEqual(chainsOf(device, [first, { x: at(5), y: at(2), out: at(3) }]), [1, 1], "over a result");
  assert.deepEqual(chainsOf(device, [first, { x: at(3), y: at(2), out: at(4), rows: 32 }]), [1, 1], "fewer");
  const second = { x: at(3), y: at(2), out: at(4) }, third = { x: at(4), y: at(2), out: at(5) };
  const fourth = { x: at(5), y: at(2), out: at(6) };
  assert.deepEqual(chainsOf(device, [first, second, third, fourth]), [3, 1], "as memory is kept");
  return Promise.resolve();
}, [2]);

testOnX86("no chain has fewer blocks than keep the threads busy", (device) => {
  const first = { x: at(1), y: at(2), out: at(3) }, second = { x: at(3), y: at(2), out: at(4) };
  assert.deepEqual(chainsOf(device, [first, second]), [1, 1]);
  return Promise.resolve();
}, [16]);

/** A GCN whose rows suffice for chains with a column sum: eight blocks of 336 rows a thread. */
const GCN = { vertices: 6000, features: 20, hidden: 16, classes: 5, dropout: 0.4 };

testOnX86("a training step in chains leaves the bits of its steps one by one", async (device) => {
  const { program, bindings } = boundGcn(GCN);
  const executor = await DeviceExecutor.open(device, program, bindings);
  writeParameters(executor, program);
  assert.ok(executor.chains.some(({ steps }) => steps.length > 1));
  assert.deepEqual(executor.chains.flatMap(({ steps }) => steps), executor.trainPlans);
  const before = await takeSnapshot(executor, program);
  await checkChains(executor, 3);
  assert.deepEqual(await takeSnapshot(executor, program), before);
  executor.close();
}, [2]);

testOnX86("a chain that leaves other numbers is found", async (device) => {
  const { program, bindings } = boundGcn(GCN);
  const executor = await DeviceExecutor.open(device, program, bindings);
  writeParameters(executor, program);
  const [{ plan, operands }] = executor.chains.find(({ steps }) => steps.length > 1)!.steps;
  const right = plan.run.bind(plan);
  // By itself the chain's first step now leaves something else than in the chain.
  Object.assign(plan, {
    run() {
      right();
      device.clear(operands.output.panels[0].buffer as WasmBuffer);
    },
  });
  await assert.rejects(checkChains(executor, 3), WrongResultError);
  executor.close();
}, [2]);

Deno.test("a device of WebAssembly runs steps one by one", async () => {
  const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 26 });
  const { program, bindings } = boundGcn(GCN);
  const executor = await DeviceExecutor.open(device, program, bindings);
  assert.ok(executor.chains.every(({ steps }) => steps.length === 1));
  executor.close();
  device.close();
});

testOnX86("steps outside chains may add in another order from run to run", async (device) => {
  const { program, bindings } = boundGcn(GCN);
  const kernels = { spmm: { id: "neighbor-group-cas", parameters: { groupSize: 1 } } };
  const executor = await DeviceExecutor.open(device, program, bindings, { kernels });
  writeParameters(executor, program);
  assert.ok(executor.chains.some(({ steps }) => steps.length > 1));
  for (let step = 1; step <= 5; step++) await checkChains(executor, step);
  executor.close();
}, [2]);
