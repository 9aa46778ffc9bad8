/**
 * Failures of a device that come late: memory that a driver lacks only once work is submitted ends with an
 * error that nobody waits for, or with the loss of the device.
 *
 * @module
 */
import assert from "node:assert/strict";
import { DeviceFailures } from "../../../hardware/webgpu/device_failures.ts";
import { AdapterDevice } from "../../../hardware/webgpu/adapter_device.ts";
import { deviceError } from "../../../hardware/webgpu/reported_error.ts";
import { DeviceError, OutOfMemoryError } from "../../../platform/errors.ts";
import { testOnNewDevice } from "./any_adapter.ts";

/** Messages of drivers and implementations for a device that was lost for want of memory. */
const RAN_OUT = [
  "Out of memory",
  "Not enough memory left.",
  "vkQueueSubmit failed with VK_ERROR_OUT_OF_DEVICE_MEMORY",
  "vkAllocateMemory failed with VK_ERROR_OUT_OF_HOST_MEMORY",
  "D3D12 create heap failed with E_OUTOFMEMORY (0x8007000E)",
  "Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)",
];
/** Messages for losses of other kinds. */
const OTHERS = ["Device was destroyed.", "DXGI_ERROR_DEVICE_HUNG", "a driver reset", ""];

const lossOf = (message: string) => ({ reason: "unknown", message }) as unknown as GPUDeviceLostInfo;

const errorOf = (work: () => void): Error => {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
};

/** A device that is lost with a message. */
async function lostBy(message: string): Promise<DeviceFailures> {
  const failures = new DeviceFailures({
    addEventListener: () => {},
    lost: Promise.resolve(lossOf(message)),
  });
  await Promise.resolve();
  return failures;
}

Deno.test("a device that is lost for want of memory says so to the work that lost it, and to no other", async () => {
  for (const message of RAN_OUT) {
    const failures = await lostBy(message);
    const first = errorOf(() => failures.throwAny("finish queued work"));
    assert.ok(first instanceof OutOfMemoryError, message);
    assert.equal(first.parts.current, `a lost device (${message})`);
    const second = errorOf(() => failures.assertUsable("prepare another kernel"));
    assert.ok(second instanceof DeviceError, message);
    assert.equal(failures.lost, `a lost device (${message})`);
  }
});

Deno.test("any other loss, and the end of a device, is no want of memory", async () => {
  for (const message of OTHERS) {
    const failures = await lostBy(message);
    const error = errorOf(() => failures.assertUsable("finish"));
    assert.ok(error instanceof DeviceError, message);
    assert.match(error.message, /a lost device \(.+\)/);
  }
  const closed = new DeviceFailures({ addEventListener: () => {}, lost: new Promise(() => {}) });
  closed.assertUsable("finish");
  closed.close();
  assert.match(errorOf(() => closed.assertUsable("finish")).message, /a closed device/);
});

Deno.test("an error of any class whose message says that memory ran out is out of memory", () => {
  class GPUInternalError extends Error {}
  class GPUOutOfMemoryError extends Error {}
  const of = (error: Error) => deviceError("submit", error as GPUError);
  assert.ok(of(new GPUInternalError("VK_ERROR_OUT_OF_DEVICE_MEMORY")) instanceof OutOfMemoryError);
  assert.ok(of(new GPUOutOfMemoryError("")) instanceof OutOfMemoryError);
  const other = of(new GPUInternalError("workgroup memory of 40000 bytes is above the limit"));
  assert.ok(other instanceof DeviceError);
});

testOnNewDevice("work that finds no memory as it is submitted is out of memory", async (device) => {
  const { gpu } = device, lost = Promise.withResolvers<GPUDeviceLostInfo>();
  const forward = (target: object, name: string | symbol): unknown => {
    const value = Reflect.get(target, name, target);
    return typeof value === "function" ? value.bind(target) : value;
  };
  const fake = new Proxy(gpu, { get: (_, name) => name === "lost" ? lost.promise : forward(gpu, name) });
  const own = new AdapterDevice(fake, { name: "fake", kind: "software", webgpu: "native" }, {});
  const buffer = own.allocate("words", 64);
  await assert.rejects(
    own.guard("prepare a kernel", () => {
      own.clear(buffer);
      lost.resolve(lossOf("Out of memory"));
    }),
    OutOfMemoryError,
  );
  await assert.rejects(own.finish(), DeviceError);
  own.free(buffer);
});
