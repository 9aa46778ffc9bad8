/**
 * Kernels of machine code on operands that WebAssembly does not reach: an address that is cut to 32 bits on
 * its way to the code is another one.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { WasmBuffer } from "../../hardware/cpu/wasm_device.ts";
import { measureBandwidth } from "../../hardware/cpu/wasm_roofline.ts";
import { openX86Device, type X86Device } from "../../hardware/cpu/x86/device.ts";
import { checkIdMap, idMaps, readIdMap, releaseIdMap, stageIdMap } from "../../kernels/id_map/mod.ts";
import { type Kernel, kernelName, prepareKernel } from "../../kernels/kernel.ts";
import type { IdMapOperandsOf } from "../../kernels/id_map/id_map.ts";
import type { Operation } from "../../kernels/operation.ts";
import { operations } from "../../kernels/registry.ts";
import { smallProblems } from "../../kernels/checks/small_problems.ts";
import { verifyKernel } from "../../kernels/checks/verify_kernel.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import { NO_MACHINE_CODE } from "../hardware/cpu/x86/machine_code.ts";

// deno-lint-ignore no-explicit-any
type AnyOperation = Operation<any, any>;

/** Bytes of the largest buffers that have no pages before they are written. */
const MOST = 32 * 2 ** 20;
/** Bytes of the smallest buffers. */
const LEAST = 128;

/** Takes all of near memory, without writing to it; the buffers, of which the first is the largest. */
function takeNearMemory(device: X86Device): readonly WasmBuffer[] {
  const taken: WasmBuffer[] = [];
  for (let bytes = MOST; bytes >= LEAST; bytes /= 2) {
    try {
      for (;;) taken.push(device.allocateNear("near memory", bytes));
    } catch (error) {
      assert.ok(error instanceof OutOfMemoryError);
    }
  }
  return taken;
}

/** Registers a test on a device whose buffers lie in far memory, unless they are asked for in near memory. */
function testFarOperands(
  name: string,
  test: (device: X86Device, near: readonly WasmBuffer[]) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: NO_MACHINE_CODE !== undefined,
    fn: async () => {
      const device = openX86Device({ threads: 2, memoryBytes: 6 * 2 ** 30 });
      try {
        await test(device, takeNearMemory(device));
      } finally {
        device.close();
      }
    },
  });
}

/** Kernels that are refused such operands: a part of each is WebAssembly. */
const REFUSED: ReadonlySet<string> = new Set(["neighbor-group-fixed@x86"]);

testFarOperands("kernels of machine code are right on operands beyond 4 GiB", async (device) => {
  const { allocate } = device;
  device.allocate = (label, bytes) => {
    const buffer = allocate.call(device, label, bytes);
    assert.ok(buffer.address > 2 ** 32, `${label} at ${buffer.address}`);
    return buffer;
  };
  const checked = new Set<string>();
  for (const operation of operations as readonly AnyOperation[]) {
    for (const kernel of operation.kernels.filter(({ backend }) => backend === "x86")) {
      for (const problem of smallProblems[operation.id]) {
        const check = () => verifyKernel({ operation, kernel, device }, problem, { seed: 1 });
        if (REFUSED.has(kernelName(kernel))) {
          await assert.rejects(check(), /oom \(wasm32\).*add --device-memory 4GiB/);
          continue;
        }
        const report = await check();
        assert.ok(report.ok, `${operation.id} ${kernelName(kernel)}: ${JSON.stringify(report)}`);
        checked.add(operation.id);
      }
    }
  }
  assert.deepEqual([...checked], operations.map(({ id }) => id), "every operation has machine code");
});

testFarOperands("ID maps lie where WebAssembly reaches them, whatever the room", async (device, near) => {
  const kept = Uint32Array.from({ length: 10 }, (_, i) => 5 * i);
  const problem = { ids: Uint32Array.from({ length: 300 }, (_, i) => 7 * (i * i % 101)), kept };
  assert.throws(() => stageIdMap(device, problem), OutOfMemoryError);
  device.free(near[0]);
  const maps = idMaps.filter(({ backend }) => backend === "x86") as Kernel<IdMapOperandsOf>[];
  assert.equal(maps.length, 3);
  for (const kernel of maps) {
    const operands = stageIdMap(device, problem);
    const plan = await prepareKernel(kernel, device, operands, 0);
    plan.run();
    const report = checkIdMap(problem, await readIdMap(device, operands));
    assert.ok(report.ok, JSON.stringify(report));
    plan.destroy();
    // A record of addresses that WebAssembly reads is refused one that it does not reach.
    const far = { ...operands, ids: device.allocate("far ids", MOST + LEAST) };
    await assert.rejects(prepareKernel(kernel, device, far, 0), /oom \(wasm32\)/);
    device.free(far.ids);
    releaseIdMap(device, operands);
  }
});

testFarOperands("probes of WebAssembly take near memory on a device that has more", async (device, near) => {
  for (const buffer of near.slice(0, 8)) device.free(buffer);
  const { live } = device.ledger;
  assert.ok(await measureBandwidth(device) > 0);
  assert.equal(device.ledger.live, live);
});
