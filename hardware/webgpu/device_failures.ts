/**
 * Failures of one `GPUDevice`: the errors that no guard caught, and its loss.
 *
 * @module
 */
import { DeviceError, OutOfMemoryError, type ReproError } from "../../platform/errors.ts";
import { deviceError, saysOutOfMemory } from "./reported_error.ts";

/** Collects failures until the work that they belong to asks for them. */
export class DeviceFailures {
  readonly #errors: GPUError[] = [];
  #lost: string | undefined;
  /** Whether the device was lost for want of memory, which the work that lost it has not been told yet. */
  #ranOut = false;

  /** Listens to the errors and the loss of a device. */
  constructor(gpu: Pick<GPUDevice, "addEventListener" | "lost">) {
    gpu.addEventListener("uncapturederror", (event) => {
      event.preventDefault();
      this.#errors.push((event as GPUUncapturedErrorEvent).error);
    });
    gpu.lost.then(({ reason, message }) => {
      if (this.#lost !== undefined) return;
      this.#lost = `a lost device (${message || reason})`;
      this.#ranOut = saysOutOfMemory(message);
    });
  }

  /** Why the device can do no more work: lost by the driver, or closed. */
  get lost(): string | undefined {
    return this.#lost;
  }

  /** Notes that the device is closed, unless it was lost before. */
  close(): void {
    this.#lost ??= "a closed device";
  }

  /**
   * Checks that the device can work.
   *
   * @throws {OutOfMemoryError} to the first who asks, where it was lost for want of memory.
   * @throws {DeviceError} where it is lost or closed.
   */
  assertUsable(action: string): void {
    if (this.#lost === undefined) return;
    if (this.#ranOut) {
      this.#ranOut = false;
      throw new OutOfMemoryError({
        action,
        current: this.#lost,
        wanted: "device memory",
        next: "take a smaller graph or narrower layers, or lower --device-memory",
      });
    }
    throw new DeviceError({
      action,
      current: this.#lost,
      wanted: "an open one",
      next: "open the device again; resume the session with --session NAME",
    });
  }

  /**
   * Cause of an error: the loss of the device, which is thrown, or the failure before it, since work with a
   * buffer that found no room is invalid.
   */
  async causeOf(action: string, error: unknown): Promise<unknown> {
    // Deno's own WebGPU tells both once the event loop turns.
    await new Promise((turned) => setTimeout(turned));
    this.assertUsable(action);
    return this.#first(action) ?? error;
  }

  /** Throws the loss of the device, or the first error that no guard caught. */
  throwAny(action: string): void {
    this.assertUsable(action);
    const failure = this.#first(action);
    if (failure) throw failure;
  }

  /** First error that no guard caught, or nothing. Later ones of the same call are its consequences. */
  #first(action: string): ReproError | undefined {
    const [error] = this.#errors.splice(0);
    return error && deviceError(action, error);
  }
}
