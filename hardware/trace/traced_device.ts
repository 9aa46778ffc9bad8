/**
 * Tracing of an open device. While a device is traced, the functions that a trace shows are shadowed by ones
 * that note their times; a device that is not traced does nothing for it.
 *
 * @module
 */
import { absoluteTime } from "../../platform/absolute_time.ts";
import type { WasmDevice } from "../cpu/device.ts";
import type { Device, DeviceBuffer, DeviceData } from "../device.ts";
import type { WebGpuDevice } from "../webgpu/device.ts";
import { HOST_TRACK, type SpanFacts, type Trace } from "./trace.ts";

/** Name and facts of a call by its arguments. */
type Described<Args extends unknown[]> = (
  ...args: Args
) => readonly [name: string, facts?: SpanFacts];

/** Functions of an object by name. */
type Functions = Record<string, (...args: never[]) => unknown>;

/** Shadows a function by one that notes each call, until the result is disposed of. */
function observe<Args extends unknown[]>(
  trace: Trace,
  target: object,
  method: string,
  described: Described<Args>,
): Disposable {
  const original = (target as Functions)[method] as unknown as (...args: Args) => unknown;
  const value = (...args: Args): unknown => {
    const begin = absoluteTime(), [name, facts] = described(...args);
    const note = () => trace.span(HOST_TRACK, name, begin, absoluteTime(), facts);
    const result = original.apply(target, args);
    if (result instanceof Promise) return result.finally(note);
    note();
    return result;
  };
  Object.defineProperty(target, method, { value, configurable: true });
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(target, method) };
}

/** Shadows the creation of buffers so that a wait for the content of one is noted. */
function observeMapping(trace: Trace, gpu: GPUDevice): Disposable {
  const { createBuffer } = gpu;
  const value = (descriptor: GPUBufferDescriptor): GPUBuffer => {
    const buffer = createBuffer.call(gpu, descriptor);
    observe(trace, buffer, "mapAsync", () => ["wait"]);
    return buffer;
  };
  Object.defineProperty(gpu, "createBuffer", { value, configurable: true });
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(gpu, "createBuffer") };
}

/**
 * Traces a device until the result is disposed of: uploads, downloads and waits of the host; on the CPU every
 * call with each thread's part of it; on `webgpu` submissions, and passes where timestamps time them.
 */
export function traceDevice(device: Device, trace: Trace): Disposable {
  const traced = new DisposableStack();
  const watch = <Args extends unknown[]>(
    target: object,
    method: string,
    described: Described<Args>,
  ) => traced.use(observe(trace, target, method, described));
  watch(device, "write", (buffer: DeviceBuffer, { byteLength: bytes }: DeviceData) => [
    `upload ${buffer.label}`,
    { bytes },
  ]);
  watch(
    device,
    "read",
    (buffer: DeviceBuffer, bytes: number = buffer.bytes) => [`download ${buffer.label}`, { bytes }],
  );
  if (device.backend === "webgpu") {
    const { gpu } = device as WebGpuDevice;
    watch(gpu.queue, "submit", (buffers: Iterable<unknown>) => ["submit", { buffers: [...buffers].length }]);
    watch(gpu.queue, "onSubmittedWorkDone", () => ["wait"]);
    traced.use(observeMapping(trace, gpu));
    tracePasses(traced, device as WebGpuDevice, trace);
  } else traceThreads(traced, device as WasmDevice, trace);
  return traced;
}

function tracePasses(traced: DisposableStack, device: WebGpuDevice, trace: Trace): void {
  device.onPasses = (passes) => {
    for (const { begin, end } of passes) trace.span("gpu", "pass", begin, end);
  };
  traced.defer(() => device.onPasses = undefined);
}

function traceThreads(traced: DisposableStack, device: WasmDevice, trace: Trace): void {
  traced.use(
    observe(trace, device, "parallel", ({ module, fn, items }: Parameters<WasmDevice["parallel"]>[0]) => [
      `${module.name}: ${fn}`,
      { items },
    ]),
  );
  device.watchThreads?.(({ fn }, thread, begin, end) => trace.span(`thread ${thread}`, fn, begin, end));
  traced.defer(() => device.watchThreads?.(undefined));
}
