/**
 * Device of a run. A driver can take a GPU away (a reset, a watchdog, an update); the session then goes on
 * with another device on the same adapter.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { openBeside } from "../../hardware/open_device.ts";

/** The device of a run, and its successors after losses. */
export class SessionDevice {
  #current: Device;
  /** The first device belongs to whoever opened it. */
  readonly #first: Device;

  /** Begins with an open device. */
  constructor(device: Device) {
    this.#current = this.#first = device;
  }

  /** The device to work on. */
  get current(): Device {
    return this.#current;
  }

  /**
   * Opens another device where the current one is lost; returns the reason of the loss, if there was one.
   *
   * @throws {MissingError} where the adapter is gone.
   */
  async replaceLost(): Promise<string | undefined> {
    const { lost, limits } = this.#current;
    if (lost === undefined) return undefined;
    const next = await openBeside(this.#current, limits.memoryBytes);
    this.close();
    this.#current = next;
    return lost;
  }

  /** Closes the device, unless it is the one of the beginning. */
  close(): void {
    if (this.#current !== this.#first) this.#current.close();
  }
}
