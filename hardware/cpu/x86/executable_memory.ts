/**
 * Machine code in memory that can be executed. No page is ever writable and executable at once: code is
 * written first, then its pages lose the right to be written and gain that to be executed.
 *
 * @module
 */
import { type Libc, openLibc } from "./libc.ts";
import { mapPages, PROTECTION, protectPages, unmapPages, wholePages } from "./memory_pages.ts";

/** Code at an address; every thread of the process can call it until it is disposed. */
export class ExecutableMemory implements Disposable {
  /** Address of the first instruction; 0 once disposed. */
  get address(): bigint {
    return this.#address;
  }
  readonly #libc: Libc;
  readonly #bytes: number;
  #address: bigint;

  /**
   * Installs code.
   *
   * @throws {MissingError} if the C library cannot be used.
   * @throws {DeviceError} if the system refuses memory, or to make it executable.
   */
  constructor(code: Uint8Array<ArrayBuffer>, libc: Libc = openLibc()) {
    this.#libc = libc;
    this.#bytes = wholePages(code.length);
    this.#address = mapPages(libc, this.#bytes, PROTECTION.readWrite);
    libc.copyTo(this.#address, code, BigInt(code.length));
    try {
      protectPages(libc, this.#address, this.#bytes, PROTECTION.readExecute);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** Gives the memory back. No thread may be in the code, or call it again. */
  [Symbol.dispose](): void {
    if (this.#address === 0n) return;
    unmapPages(this.#libc, this.#address, this.#bytes);
    this.#address = 0n;
  }
}
