/**
 * WebGPU device: its extensions of the common contract, and the options of its opening.
 *
 * @module
 */
import type { Device, DeviceBuffer, TimerKind } from "../device.ts";
import type { AdapterRequest } from "./adapter.ts";
import type { WebGpuRuntime } from "./implementation.ts";
import type { PassSpan, PassTime } from "./clock/pass_clock.ts";
import type { Groups } from "./work_queue.ts";

/** A buffer of an adapter's memory. */
export interface WebGpuBuffer extends DeviceBuffer {
  /**
   * WebGPU's own buffer, to bind or copy.
   *
   * @throws {DeviceError} once the buffer is freed.
   */
  readonly gpu: GPUBuffer;
}

/** Place in a buffer of a device. */
export interface BufferPlace {
  /** The buffer. */
  readonly buffer: WebGpuBuffer;
  /** Bytes before the place, a multiple of 4; 0 by default. */
  readonly byteOffset?: number;
}

/** One batch of executions by both clocks. */
export interface BatchTime {
  /** Time from the submission to the news of its end, including the wait of the implementation. */
  readonly wallMs: number;
  /** Time by the adapter's timestamps; absent where it has none. */
  readonly pass?: PassTime;
}

/** Clocks of an adapter: its timestamps against the wall clock, and the wait for its answers. */
export interface TimerCalibration {
  /** The clock that {@link WebGpuDevice.time} uses. */
  readonly timer: TimerKind;
  /** Timestamp milliseconds in one wall-clock millisecond; absent without timestamps. */
  readonly ratio?: number;
  /** Resolution of the timestamps in nanoseconds; absent without timestamps. */
  readonly quantumNs?: number;
  /** Multiply-adds in a millisecond of launches that fill a GPU, at least; absent in emulation. */
  readonly rate?: number;
  /** Milliseconds from a submission without work to the news of its end; `Infinity` before calibration. */
  readonly waitMs: number;
}

/** A WebGPU adapter's device. Use it from one place at a time: error scopes are a stack. */
export interface WebGpuDevice extends Device<WebGpuBuffer> {
  /** Backend of the device: WebGPU. */
  readonly backend: "webgpu";
  /** Implementation of WebGPU behind the device. */
  readonly webgpu: WebGpuRuntime;
  /** WebGPU's own device, for pipelines and bind groups. */
  readonly gpu: GPUDevice;
  /** Observer of the passes of every batch that timestamps have timed, for traces; none unless set. */
  onPasses?: ((passes: readonly PassSpan[]) => void) | undefined;
  /** Compiled pipelines by label, source, entry point and constants; see `computePipeline`. */
  readonly pipelines: Map<string, Promise<GPUComputePipeline>>;
  /** Comparison of the adapter's timestamps with the wall clock. */
  readonly calibration: TimerCalibration;
  /**
   * Greatest number of multiply-adds of one dispatch, so that it ends well before a watchdog acts: few until
   * the calibration has measured the GPU's rate.
   */
  dispatchWork: number;
  /** Reserves a small buffer of 32-bit words for a kernel's `var<uniform>` and fills it. */
  uniform(label: string, words: Uint32Array): WebGpuBuffer;
  /**
   * Reserves memory that host and adapter both reach, mapped for the host to fill, for a copy as queued work.
   * It counts like any buffer, and cannot be bound.
   *
   * @throws {OutOfMemoryError} where the device has no room for it.
   */
  staging(label: string, bytes: number): WebGpuBuffer;
  /** Binds buffers to bindings 0, 1, 2, ... of a pipeline's group 0. */
  bindGroup(pipeline: GPUComputePipeline, buffers: readonly WebGpuBuffer[]): GPUBindGroup;
  /**
   * Encodes one dispatch. Dispatches see the writes of those before them. `multiplyAdds` is the amount of
   * work, by which the device decides when to submit.
   */
  dispatch(pipeline: GPUComputePipeline, group: GPUBindGroup, groups: Groups, multiplyAdds?: number): void;
  /**
   * Copies bytes within the device, as queued work; offsets and bytes are multiples of 4, and the buffers
   * differ. Unlike a write from the host it ends no submission.
   *
   * @throws {DeviceError} where one of the buffers is too small.
   */
  copy(from: BufferPlace, to: BufferPlace, bytes: number): void;
  /**
   * Runs parts one after the other, each in submissions of its own, and measures the milliseconds of each by
   * the adapter's timestamps, which it must have; waits once, at the end. What runs just as they begin anew
   * counts nothing.
   */
  timeParts(parts: readonly (() => void)[]): Promise<readonly number[]>;
  /** Runs `calls` executions and reads both clocks. */
  batch(run: () => void, calls: number): Promise<BatchTime>;
}

/** Options under which a {@link WebGpuDevice} is opened. */
export interface WebGpuDeviceOptions extends AdapterRequest {
  /**
   * Greatest number of bytes of all buffers together; by default the memory that the driver's tool tells
   * (`nvidia-smi`), else as many as the driver grants, or 4 GiB on a software adapter.
   */
  readonly memoryBytes?: number;
  /** Reason for the implementation, in a few words, for the session's record. */
  readonly because?: string;
  /** Cap on one binding below the adapter's limit, to test kernels that cut their operands. */
  readonly bindingBytes?: number;
  /**
   * Whether to ask for no more than WebGPU gives every device: its default limits, and no features. For tests
   * of what kernels need; by default all that the adapter has.
   */
  readonly defaultLimits?: boolean;
}
