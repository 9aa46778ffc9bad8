/**
 * Registration of tests on devices of the CPU with different numbers of threads.
 *
 * @module
 */
import assert from "node:assert/strict";
import { type CpuDeviceOptions, openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { probesWasm } from "../../../hardware/cpu/probes_bindings.ts";
import { openX86Device, type X86Device } from "../../../hardware/cpu/x86/device.ts";
import { NO_MACHINE_CODE } from "./x86/machine_code.ts";

/** Devices of the CPU by backend. */
interface CpuDevices {
  readonly wasm: WasmDevice;
  readonly x86: X86Device;
}

/** Backend of a device of the CPU. */
export type CpuBackend = keyof CpuDevices;

const OPEN: { readonly [Backend in CpuBackend]: (options: CpuDeviceOptions) => CpuDevices[Backend] } = {
  wasm: openWasmDevice,
  x86: openX86Device,
};

/** Bytes of each device: all lie in near memory, where a test can place a buffer at the end. */
const MEMORY_BYTES = 2 ** 32;

/** Result of a computation as words or bytes. */
type Bits = Uint32Array | Uint8Array;

const COUNTS: readonly number[] = [1, 2, 3];

/** Set by `run.ts` where it repeats tests on another adapter: on the CPU they would be the same once more. */
export const IS_REPEATED = Deno.env.get("GNN_REPRO_TEST_PASS") === "another adapter";

/**
 * Registers a test that runs on a device of each number of threads, and fails where memory stays allocated.
 * Machines that run no machine code skip a test of it and say why. A pass over tests on another adapter does
 * not register it.
 */
export function testOnCpu<Backend extends CpuBackend>(
  backend: Backend,
  criterion: string,
  test: (device: CpuDevices[Backend]) => Promise<void>,
  counts: readonly number[] = COUNTS,
): void {
  if (IS_REPEATED) return;
  const fn = async () => {
    for (const threads of counts) {
      const device = OPEN[backend]({ threads, memoryBytes: MEMORY_BYTES });
      try {
        // Loading waits for the threads; a call of machine code leaves out those that have not started.
        await device.load(probesWasm);
        await test(device);
        assert.equal(device.ledger.live, 0, "memory that a plan or the staging kept");
      } finally {
        device.close();
      }
    }
  };
  Deno.test({ name: criterion, ignore: backend === "x86" && NO_MACHINE_CODE !== undefined, fn });
}

/** Registers a test of WebAssembly; see {@linkcode testOnCpu}. */
export function testOnThreads(
  criterion: string,
  test: (device: WasmDevice) => Promise<void>,
  counts: readonly number[] = COUNTS,
): void {
  testOnCpu("wasm", criterion, test, counts);
}

/** Registers a test of machine code; see {@linkcode testOnCpu}. */
export function testOnX86(
  criterion: string,
  test: (device: X86Device) => Promise<void>,
  counts: readonly number[] = COUNTS,
): void {
  testOnCpu("x86", criterion, test, counts);
}

/** Registers a test that `compute` gives the same results, bit by bit, on 1, 2 and 3 threads. */
export function testThreadsAgree<Backend extends CpuBackend>(
  backend: Backend,
  criterion: string,
  compute: (device: CpuDevices[Backend]) => Promise<readonly Bits[]>,
): void {
  let first: readonly Bits[] | undefined;
  testOnCpu(backend, criterion, async (device) => {
    const results = await compute(device);
    first ??= results;
    assert.ok(results.length > 0 && results.every((bits) => bits.some((word: number) => word !== 0)));
    assert.deepEqual(results, first);
  });
}
