/**
 * Encoder behind a device: dispatches are collected in one compute pass, passes in one submission, and a
 * submission ends before a watchdog could take it for a hang.
 *
 * @module
 */
import { clearsInPass } from "./clear_in_pass.ts";
import type { PassClock } from "./clock/pass_clock.ts";

/** Workgroups along x, y and z. */
export type Groups = readonly [x: number, y: number, z: number];

/** Dispatches of unstated size that make one submission. */
const UNSTATED_DISPATCHES = 256;

/**
 * Grid for `count` workgroups where an axis holds at most `perAxis`: x first, the rest along y. A kernel
 * computes its number as `workgroup_id.y * num_workgroups.x + workgroup_id.x` and returns where that is past
 * the end.
 *
 * @example
 * ```ts
 * import { foldedGrid } from "gnn-repro/hardware";
 * if (foldedGrid(100_000, 65_535).join() !== "50000,2,1") throw new Error("two rows of 50,000 workgroups");
 * ```
 */
export function foldedGrid(count: number, perAxis: number): Groups {
  const y = Math.max(1, Math.ceil(count / perAxis));
  return [Math.ceil(count / y), y, 1];
}

/** Kernel of the passes that only mark a time. */
const NOTHING = "@compute @workgroup_size(1) fn main() {}";

/** Encodes and submits work in order. */
export class WorkQueue {
  readonly #gpu: GPUDevice;
  #encoder: GPUCommandEncoder | undefined;
  #pass: GPUComputePassEncoder | undefined;
  /** Pipeline and bind group of the pass's last dispatch, which hold until others are set. */
  #pipeline: GPUComputePipeline | undefined;
  #group: GPUBindGroup | undefined;
  #work = 0;
  /** Takes the timestamps of every pass while it is set. */
  #clock: PassClock | undefined;
  /** Whether the submission's last command lies outside of any pass. */
  #bare = false;
  /** Pipeline of {@linkcode NOTHING}, from the first mark on. */
  #nothing: GPUComputePipeline | undefined;
  /** Finds the dispatch that clears a buffer, where it is small. */
  readonly #clearInPass: ReturnType<typeof clearsInPass>;

  /**
   * Begins with nothing encoded.
   *
   * @param submissionWork Multiply-adds that a submission holds, about; or it holds a single larger dispatch.
   */
  constructor(gpu: GPUDevice, public submissionWork: number) {
    this.#gpu = gpu;
    this.#clearInPass = clearsInPass(gpu);
  }

  /** Encodes one dispatch of about `multiplyAdds`. */
  dispatch(
    pipeline: GPUComputePipeline,
    group: GPUBindGroup,
    [x, y, z]: Groups,
    multiplyAdds = this.submissionWork / UNSTATED_DISPATCHES,
  ): void {
    // Even the smallest dispatch has a cost; without a minimum, a million empty ones would be one submission.
    const work = Math.max(multiplyAdds, this.submissionWork / 4096);
    if (this.#work > 0 && this.#work + work > this.submissionWork) this.flush();
    this.#work += work;
    const pass = this.#pass ??= this.#openPass();
    if (pipeline !== this.#pipeline) pass.setPipeline(this.#pipeline = pipeline);
    if (group !== this.#group) pass.setBindGroup(0, this.#group = group);
    pass.dispatchWorkgroups(x, y, z);
  }

  /** Encodes the clear of a buffer, in the pass where one is open and the buffer small. */
  clear(buffer: GPUBuffer): void {
    const clear = this.#pass && this.#clearInPass(buffer);
    if (clear) this.dispatch(clear.pipeline, clear.group, [clear.groups, 1, 1], clear.words);
    else this.encode((encoder) => encoder.clearBuffer(buffer));
  }

  /** Encodes commands that belong outside of compute passes: copies, and clears of large buffers. */
  encode(commands: (encoder: GPUCommandEncoder) => void): void {
    // Only passes have timestamps: one that does nothing marks the begin.
    if (this.#clock && this.#encoder === undefined) this.#markTime();
    this.#endPass();
    commands(this.#encoder ??= this.#gpu.createCommandEncoder());
    this.#bare = true;
  }

  /** Submits encoded work; returns whether there was any. */
  flush(): boolean {
    if (this.#encoder === undefined) return false;
    if (this.#clock && this.#bare) this.#markTime();
    this.#endPass();
    const commands = this.#encoder.finish();
    this.#encoder = undefined;
    this.#bare = false;
    this.#work = 0;
    this.#gpu.queue.submit([commands]);
    this.#clock?.submitted();
    return true;
  }

  /** Submits work apart from what comes before and after it; a clock takes the timestamps of its passes. */
  submit(work: () => void, clock: PassClock | undefined): void {
    this.flush();
    this.#clock = clock;
    try {
      work();
    } finally {
      // Also where work throws: what it has encoded would name the clock's query sets after their end.
      this.flush();
      this.#clock = undefined;
    }
  }

  #markTime(): void {
    this.#pass ??= this.#openPass();
    this.#pass.setPipeline(this.#nothing ??= this.#compileNothing());
    // Metal never begins a pass without a dispatch: both of its timestamps are 0 (gfx-rs/wgpu-native#625).
    this.#pass.dispatchWorkgroups(1);
    this.#endPass();
  }

  #compileNothing(): GPUComputePipeline {
    const module = this.#gpu.createShaderModule({ label: "mark", code: NOTHING });
    return this.#gpu.createComputePipeline({ label: "mark", layout: "auto", compute: { module } });
  }

  #openPass(): GPUComputePassEncoder {
    this.#bare = false;
    this.#encoder ??= this.#gpu.createCommandEncoder();
    return this.#encoder.beginComputePass(this.#clock ? { timestampWrites: this.#clock.pass() } : {});
  }

  #endPass(): void {
    this.#pass?.end();
    this.#pass = this.#pipeline = this.#group = undefined;
  }
}
