/**
 * Ledger of a device's buffers: which are alive, how many bytes they take now and took at most, and the
 * limits that they have.
 *
 * @module
 */
import { DeviceError, OutOfMemoryError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import type { DeviceLimits, MemoryLedger } from "../device.ts";
import type { WebGpuBuffer } from "./device.ts";
import { subgroupSizes } from "./subgroups.ts";

/** A buffer as its device holds it. */
export class OwnedBuffer implements WebGpuBuffer {
  /** State of the buffer: `freed` by its owner, or `dropped` by a guard whose work failed. */
  state: "alive" | "freed" | "dropped" = "alive";

  /** Takes over the memory of a buffer. */
  constructor(
    readonly label: string,
    readonly bytes: number,
    readonly id: number,
    readonly held: GPUBuffer,
  ) {}

  get gpu(): GPUBuffer {
    if (this.state === "alive") return this.held;
    throw new DeviceError({
      action: `use buffer "${this.label}"`,
      current: `a ${this.state} buffer`,
      wanted: "one that is alive",
      next: "prepare the plan again with live operands",
    });
  }
}

/** Limits of a device: the adapter's, or those of `most` where they are lower. */
export function deviceLimits(
  gpu: Pick<GPUDevice, "limits" | "features" | "adapterInfo">,
  most: Pick<DeviceLimits, "memoryBytes" | "bindingBytes">,
): DeviceLimits {
  const { limits } = gpu, subgroups = subgroupSizes(gpu);
  return {
    memoryBytes: most.memoryBytes,
    bindingBytes: Math.min(
      limits.maxStorageBufferBindingSize,
      limits.maxBufferSize,
      most.bindingBytes,
    ),
    storageBindings: limits.maxStorageBuffersPerShaderStage,
    workgroupBytes: limits.maxComputeWorkgroupStorageSize,
    workgroupInvocations: Math.min(
      limits.maxComputeInvocationsPerWorkgroup,
      limits.maxComputeWorkgroupSizeX,
    ),
    workgroupsPerAxis: limits.maxComputeWorkgroupsPerDimension,
    ...(subgroups && { subgroups }),
  };
}

/**
 * Checks that buffers are within the binding limit, which may be below the adapter's.
 *
 * @throws {DeviceError} naming the first one that is not.
 */
export function assertBindable(
  buffers: readonly Pick<WebGpuBuffer, "label" | "bytes">[],
  { bindingBytes }: Pick<DeviceLimits, "bindingBytes">,
): void {
  for (const { label, bytes } of buffers) {
    if (bytes <= bindingBytes) continue;
    throw new DeviceError({
      action: `bind "${label}" of ${formatBytes(bytes)}`,
      current: `a binding limit of ${formatBytes(bindingBytes)}`,
      wanted: "a buffer within it",
      next: "cut the operand into panels or chunks",
    });
  }
}

/** Buffers of one device. */
export class BufferLedger {
  readonly #gpu: GPUDevice;
  readonly #limits: Pick<DeviceLimits, "memoryBytes">;
  readonly #alive = new Set<OwnedBuffer>();
  #nextId = 0;
  #live = 0;
  #peak = 0;

  /** Opens the ledger of a device whose limits are asked at each reservation. */
  constructor(gpu: GPUDevice, limits: Pick<DeviceLimits, "memoryBytes">) {
    this.#gpu = gpu;
    this.#limits = limits;
  }

  /** Bytes of buffers; memory of reads and of queued writes is the implementation's, and not counted. */
  get bytes(): MemoryLedger {
    return { live: this.#live, peak: this.#peak };
  }

  /** Id of the next buffer; ids grow. */
  get nextId(): number {
    return this.#nextId;
  }

  /**
   * Reserves a buffer.
   *
   * @throws {OutOfMemoryError} where the device has no room for it.
   */
  reserve(
    label: string,
    bytes: number,
    kind: Pick<GPUBufferDescriptor, "usage" | "mappedAtCreation">,
  ): OwnedBuffer {
    const size = Math.max(4, Math.ceil(bytes / 4) * 4);
    const { memoryBytes } = this.#limits;
    const largest = this.#gpu.limits.maxBufferSize;
    if (size > largest || this.#live + size > memoryBytes) {
      const capped = size <= largest;
      throw new OutOfMemoryError({
        action: `allocate ${formatBytes(size)} for "${label}"`,
        current: capped
          ? `${formatBytes(this.#live)} of ${formatBytes(memoryBytes)} taken`
          : `an adapter whose largest buffer is ${formatBytes(largest)}`,
        wanted: "room for it",
        next: capped
          ? "raise --device-memory, or take a smaller graph or narrower layers"
          : "take a smaller graph, narrower layers or another adapter",
      });
    }
    const buffer = new OwnedBuffer(label, size, this.#nextId++, this.#create({ label, size, ...kind }));
    this.#alive.add(buffer);
    this.#live += size;
    this.#peak = Math.max(this.#peak, this.#live);
    return buffer;
  }

  /** A buffer that is mapped from the start is refused by an exception, others by an error scope. */
  #create(descriptor: GPUBufferDescriptor): GPUBuffer {
    try {
      return this.#gpu.createBuffer(descriptor);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new OutOfMemoryError({
        action: `allocate ${formatBytes(descriptor.size)} for "${descriptor.label}"`,
        current: `an adapter that refuses (${cause.message})`,
        wanted: "room for it",
        next: "take a smaller graph, narrower layers or another adapter",
      }, { cause });
    }
  }

  /** Whether a buffer is this device's and alive. */
  holds(buffer: OwnedBuffer): boolean {
    return this.#alive.has(buffer);
  }

  /** Buffers that are alive with ids from `first` on. */
  since(first: number): OwnedBuffer[] {
    return [...this.#alive].filter(({ id }) => id >= first);
  }

  /** Destroys a buffer that no encoded work names any more. */
  release(buffer: OwnedBuffer, state: "freed" | "dropped"): void {
    this.#alive.delete(buffer);
    this.#live -= buffer.bytes;
    buffer.state = state;
    buffer.held.destroy();
  }

  /** Starts a new peak. */
  resetPeak(): void {
    this.#peak = this.#live;
  }
}
