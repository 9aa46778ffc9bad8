/**
 * Device behind an opened adapter. It cuts work into submissions that no watchdog kills, and turns errors
 * that WebGPU reports, immediately or later, into typed ones.
 *
 * @module
 */
import { DeviceError, ReproError } from "../../platform/errors.ts";
import { assertRange } from "../buffer_range.ts";
import { assertBindable, BufferLedger, deviceLimits, type OwnedBuffer } from "./buffer_ledger.ts";
import { DeviceFailures } from "./device_failures.ts";
import type { DeviceIdentity } from "./found_adapter.ts";
import type { AdapterKind, DeviceData, DeviceLimits, MemoryLedger, TimerKind } from "../device.ts";
import type {
  BatchTime,
  BufferPlace,
  TimerCalibration,
  WebGpuBuffer,
  WebGpuDevice,
  WebGpuDeviceOptions,
} from "./device.ts";
import { deviceFacts, shortestSample } from "./clock/calibrated.ts";
import { GpuWaits } from "./clock/gpu_waits.ts";
import { PassClock, wholeTime } from "./clock/pass_clock.ts";
import { deviceError } from "./reported_error.ts";
import type { WebGpuRuntime } from "./implementation.ts";
import { writeQueued } from "./queue_write.ts";
import { type Groups, WorkQueue } from "./work_queue.ts";

/** Memory of a software adapter: it is the host's, which other programs need too. */
const SOFTWARE_MEMORY = 4 * 2 ** 30;
/** Most multiply-adds of a submission: 10 ms of a server GPU at 1 % of its peak. */
const SUBMISSION_WORK = 2 ** 31;
/**
 * Multiply-adds of a dispatch on a GPU whose rate is not known yet, and in emulation, which has no watchdog:
 * about half a second there.
 */
const UNKNOWN_WORK = 2 ** 27;
/** Most bytes of one read, which copies through staging memory. */
const READ_PIECE = 256 * 2 ** 20;
const SCOPES = ["validation", "out-of-memory", "internal"] as const;

/** A {@link WebGpuDevice} around a `GPUDevice`, constructed by `openWebGpuDevice`. */
export class AdapterDevice implements WebGpuDevice {
  /** Backend of the device. */
  readonly backend = "webgpu";
  readonly isa = "";
  /** Implementation of WebGPU behind the device. */
  readonly webgpu: WebGpuRuntime;
  /** Name for people. */
  readonly name: string;
  /** Kind of the adapter: a GPU, or software that emulates one. */
  readonly adapterKind: AdapterKind;
  /** Number of CPU threads: none. */
  readonly threads = 0;
  /** Limits of the adapter, or lower ones where the options say so. */
  readonly limits: DeviceLimits;
  readonly shared: WebGpuDevice["shared"] = new WeakMap();
  /** Compiled pipelines, filled by `computePipeline`. */
  readonly pipelines = new Map<string, Promise<GPUComputePipeline>>();
  /** Observer of timed passes, for traces. */
  onPasses: WebGpuDevice["onPasses"];
  tuning?: NonNullable<WebGpuDevice["tuning"]>;
  /** Calibration of the clock, set when the device is opened. */
  calibration: TimerCalibration = { timer: "wall-slope", waitMs: Infinity };
  #dispatchWork = UNKNOWN_WORK;
  readonly #queue: WorkQueue;
  readonly #buffers: BufferLedger;
  readonly #failures: DeviceFailures;
  readonly #identity: DeviceIdentity;
  readonly #waits: GpuWaits;

  /** Takes over the `GPUDevice` with its errors, its loss and its end. */
  constructor(readonly gpu: GPUDevice, identity: DeviceIdentity, options: WebGpuDeviceOptions) {
    const { name, kind, webgpu } = identity;
    this.#identity = identity;
    this.name = name;
    this.adapterKind = kind;
    this.webgpu = webgpu;
    const software = kind === "software";
    const { memoryBytes = software ? SOFTWARE_MEMORY : Number.MAX_SAFE_INTEGER } = options;
    this.limits = deviceLimits(gpu, { memoryBytes, bindingBytes: options.bindingBytes ?? Infinity });
    this.#buffers = new BufferLedger(gpu, this.limits);
    this.#queue = new WorkQueue(gpu, this.#dispatchWork);
    this.#failures = new DeviceFailures(gpu);
    this.#waits = new GpuWaits(gpu);
  }

  /** Multiply-adds of a dispatch; a submission holds as many where they are few. */
  get dispatchWork(): number {
    return this.#dispatchWork;
  }

  set dispatchWork(multiplyAdds: number) {
    this.#dispatchWork = multiplyAdds;
    this.#queue.submissionWork = Math.min(SUBMISSION_WORK, multiplyAdds);
  }

  /** Clock chosen by the calibration. */
  get timer(): TimerKind {
    return this.calibration.timer;
  }

  /** Where the wall clock measures, the wait for the GPU decides how long a sample must be. */
  get shortestSampleMs(): number | undefined {
    return shortestSample(this.calibration);
  }

  /** Why the device can do no more work: lost by the driver, or closed. */
  get lost(): string | undefined {
    return this.#failures.lost;
  }

  /** Implementation of WebGPU, the reason for it, its driver, its wait and its timestamps. */
  get facts(): Readonly<Record<string, string>> {
    return deviceFacts({ ...this.#identity, ...this.limits }, this.calibration);
  }

  /** Bytes of buffers; memory of reads and of queued writes is not counted. */
  get ledger(): MemoryLedger {
    return this.#buffers.bytes;
  }

  /** Waits for the device until now. */
  get waits(): number {
    return this.#waits.count;
  }

  /** Pauses between waits until now. */
  get pauses(): number {
    return this.#waits.pauses;
  }

  /** Milliseconds of the wait in progress. */
  get waitingMs(): number | undefined {
    return this.#waits.waitingMs;
  }

  /** Calibrated wait; without end before the calibration. */
  get waitMs(): number {
    return this.calibration.waitMs;
  }

  /** Allocates a buffer to bind for reading and writing. */
  allocate(label: string, bytes: number): WebGpuBuffer {
    return this.#reserve(
      label,
      bytes,
      GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    );
  }

  /** Allocates a buffer for `var<uniform>`. */
  uniform(label: string, words: Uint32Array): WebGpuBuffer {
    const bytes = Math.ceil(words.byteLength / 16) * 16;
    const buffer = this.#reserve(label, bytes, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    this.write(buffer, words);
    return buffer;
  }

  /** Allocates mapped memory between host and adapter. */
  staging(label: string, bytes: number): WebGpuBuffer {
    return this.#reserve(label, bytes, GPUBufferUsage.MAP_WRITE | GPUBufferUsage.COPY_SRC, true);
  }

  #reserve(label: string, bytes: number, usage: GPUBufferUsageFlags, mappedAtCreation = false): OwnedBuffer {
    this.#failures.assertUsable(`allocate "${label}"`);
    return this.#buffers.reserve(label, bytes, { usage, mappedAtCreation });
  }

  /** Writes to a buffer immediately, after encoded work. */
  write(buffer: WebGpuBuffer, data: DeviceData, byteOffset = 0): void {
    this.#failures.assertUsable(`write buffer "${buffer.label}"`);
    assertRange("write", buffer, { begin: byteOffset, end: byteOffset + data.byteLength });
    // The queue writes immediately, before anything that is still being encoded.
    this.#queue.flush();
    writeQueued(this.gpu, this.webgpu, { buffer: buffer.gpu, byteOffset, data });
  }

  /** Reads a buffer through a staging buffer, in pieces. */
  async read(buffer: WebGpuBuffer, bytes = buffer.bytes): Promise<ArrayBuffer> {
    this.#failures.assertUsable(`read buffer "${buffer.label}"`);
    assertRange("read", buffer, { begin: 0, end: bytes });
    const source = buffer.gpu;
    const result = new Uint8Array(bytes);
    // Copies are of whole words, as buffers are.
    const words = Math.ceil(bytes / 4) * 4, piece = Math.min(words, READ_PIECE);
    const staging = this.gpu.createBuffer({
      label: "read",
      size: piece,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    try {
      for (let at = 0; at < words; at += piece) {
        const size = Math.min(piece, words - at);
        this.#queue.encode((encoder) => encoder.copyBufferToBuffer(source, at, staging, 0, size));
        this.#queue.flush();
        await this.#waits.until(staging.mapAsync(GPUMapMode.READ, 0, size));
        // Of a lost device nothing is mapped, and Deno ends the process that asks for it.
        this.#failures.assertUsable(`read buffer "${buffer.label}"`);
        result.set(new Uint8Array(staging.getMappedRange(0, size)).subarray(0, bytes - at), at);
        staging.unmap();
      }
    } catch (cause) {
      throw await this.#failures.causeOf(`read buffer "${buffer.label}"`, cause);
    } finally {
      staging.destroy();
    }
    this.#failures.throwAny(`read buffer "${buffer.label}"`);
    return result.buffer;
  }

  /** Frees a buffer immediately, after encoded work. */
  free(buffer: WebGpuBuffer): void {
    const own = buffer as OwnedBuffer;
    if (own.state === "dropped") return;
    if (!this.#buffers.holds(own)) {
      throw new DeviceError({
        action: `free buffer "${buffer.label}"`,
        current: "a buffer that this device does not hold",
        wanted: "one that it allocated and has not freed",
        next: "free each buffer once, on its own device",
      });
    }
    this.#retire(own, "freed");
  }

  #retire(buffer: OwnedBuffer, state: "freed" | "dropped"): void {
    // Work that is encoded but not submitted may still name the buffer.
    this.#queue.flush();
    this.#buffers.release(buffer, state);
  }

  /** Clears a buffer as queued work. */
  clear(buffer: WebGpuBuffer): void {
    this.#failures.assertUsable(`clear buffer "${buffer.label}"`);
    this.#queue.clear(buffer.gpu);
  }

  /** Copies within the device as queued work. */
  copy(from: BufferPlace, to: BufferPlace, bytes: number): void {
    for (const { buffer, byteOffset: begin = 0 } of [from, to]) {
      this.#failures.assertUsable(`copy buffer "${buffer.label}"`);
      assertRange("copy", buffer, { begin, end: begin + bytes });
    }
    const [source, target] = [from.buffer.gpu, to.buffer.gpu];
    this.#queue.encode((encoder) =>
      encoder.copyBufferToBuffer(source, from.byteOffset ?? 0, target, to.byteOffset ?? 0, bytes)
    );
  }

  /** Binds buffers; refuses those above the binding limit, which the adapter may accept. */
  bindGroup(pipeline: GPUComputePipeline, buffers: readonly WebGpuBuffer[]): GPUBindGroup {
    assertBindable(buffers, this.limits);
    const entries = buffers.map(({ gpu: buffer }, binding) => ({ binding, resource: { buffer } }));
    return this.gpu.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  }

  /** Encodes a dispatch as queued work. */
  dispatch(pipeline: GPUComputePipeline, group: GPUBindGroup, groups: Groups, multiplyAdds?: number): void {
    this.#failures.assertUsable("dispatch a kernel");
    this.#queue.dispatch(pipeline, group, groups, multiplyAdds);
  }

  /** Submits queued work and waits for it. */
  async finish(): Promise<void> {
    this.#failures.assertUsable("finish queued work");
    // Writes without a later command are part of no submission yet, and would not be waited for.
    if (!this.#queue.flush()) this.gpu.queue.submit([]);
    await this.#waits.until(this.gpu.queue.onSubmittedWorkDone());
    this.#failures.throwAny("finish queued work");
  }

  /** Times executions by timestamps, or by the slope of the wall clock. */
  async time(run: () => void, calls: number): Promise<number> {
    if (this.timer === "gpu-timestamp") {
      // Dawn stamps a pass's begin when the GPU reads the command, even if earlier work still runs.
      if (this.webgpu === "dawn") await this.finish();
      const started = performance.now();
      return await this.#withClock(async (clock) => {
        this.#encodeCalls(run, calls, clock);
        return wholeTime(await clock.read(), started);
      });
    }
    const once = await this.batch(run, calls);
    const twice = await this.batch(run, 2 * calls);
    // Below the wall clock's resolution a slope can vanish; half of the longer batch is then safe, if slow.
    const slope = twice.wallMs - once.wallMs;
    return slope > 0 ? slope : twice.wallMs / 2;
  }

  /** Times parts by timestamps. */
  async timeParts(parts: readonly (() => void)[]): Promise<readonly number[]> {
    return await this.#withClock(async (clock) => {
      for (const part of parts) {
        this.#encodeCalls(part, 1, clock);
        clock.mark();
      }
      return (await clock.read()).parts;
    });
  }

  /** Times a batch by both clocks. */
  async batch(run: () => void, calls: number): Promise<BatchTime> {
    await this.finish();
    const timed = async (clock?: PassClock): Promise<number> => {
      const start = performance.now();
      this.#encodeCalls(run, calls, clock);
      await this.finish();
      return performance.now() - start;
    };
    if (!this.gpu.features.has("timestamp-query")) return { wallMs: await timed() };
    return await this.#withClock(async (clock) => ({ wallMs: await timed(clock), pass: await clock.read() }));
  }

  #encodeCalls(run: () => void, calls: number, clock: PassClock | undefined): void {
    this.#failures.assertUsable("time a kernel");
    this.#queue.submit(() => {
      for (let call = 0; call < calls; call++) run();
    }, clock);
  }

  async #withClock<T>(work: (clock: PassClock) => Promise<T>): Promise<T> {
    const clock = new PassClock(this.gpu);
    let result: T;
    try {
      // Without a result the device is lost, which the last line says.
      result = (await this.#waits.until(work(clock)))!;
      this.onPasses?.(clock.passes);
    } catch (cause) {
      throw await this.#failures.causeOf("time a kernel", cause);
    } finally {
      clock.destroy();
    }
    this.#failures.throwAny("time a kernel");
    return result;
  }

  /** Guards work with an error scope for each kind of error; frees the allocations of failed work. */
  async guard<T>(action: string, work: () => T | Promise<T>): Promise<T> {
    this.#failures.assertUsable(action);
    this.#queue.flush();
    const first = this.#buffers.nextId;
    for (const scope of SCOPES) this.gpu.pushErrorScope(scope);
    let outcome: { value: T } | { thrown: unknown };
    try {
      outcome = { value: await work() };
    } catch (thrown) {
      outcome = { thrown };
    }
    this.#queue.flush();
    const reported = await Promise.all(SCOPES.map(() => this.gpu.popErrorScope().catch(() => null)));
    const error = reported.find((each) => !!each);
    if ("value" in outcome && !error && this.lost === undefined) return outcome.value;
    for (const buffer of this.#buffers.since(first)) this.#retire(buffer, "dropped");
    if ("thrown" in outcome && outcome.thrown instanceof ReproError) throw outcome.thrown;
    const thrown = "thrown" in outcome ? outcome.thrown : undefined;
    throw await this.#failures.causeOf(action, error ? deviceError(action, error) : thrown);
  }

  /** Starts a new peak. */
  resetPeak(): void {
    this.#buffers.resetPeak();
  }

  /** Frees all buffers and the `GPUDevice`. */
  close(): void {
    for (const buffer of this.#buffers.since(0)) this.#retire(buffer, "freed");
    this.#failures.close();
    this.gpu.destroy();
  }
}
