/**
 * Memory whose neighbours end the process when they are touched: a kernel that reads or writes outside its
 * operands cannot pass a test that keeps them here.
 *
 * @module
 */
import { type Libc, openLibc } from "../../../../hardware/cpu/x86/libc.ts";
import {
  mapPages,
  PAGE_BYTES,
  PROTECTION,
  protectPages,
  unmapPages,
  wholePages,
} from "../../../../hardware/cpu/x86/memory_pages.ts";

/** Side of a region that abuts an inaccessible page; on the other side there is up to a page of slack. */
export type GuardedSide = "end" | "start";

/** Value of the bytes of the slack, to show writes there. */
const SLACK_BYTE = 0xa5;

/** A range of bytes between two inaccessible pages. */
export class GuardedRegion implements Disposable {
  /** Address of the first byte. */
  readonly address: bigint;
  /** Number of bytes. */
  readonly bytes: number;
  readonly #libc: Libc;
  readonly #mapped: bigint;
  readonly #inner: number;

  /**
   * Reserves zeros.
   *
   * @param side Side of the region at which every byte beyond it is inaccessible.
   * @throws {MissingError} if the C library cannot be used.
   * @throws {DeviceError} if the system refuses memory.
   */
  constructor(bytes: number, side: GuardedSide = "end") {
    this.#libc = openLibc();
    this.bytes = bytes;
    this.#inner = wholePages(bytes);
    this.#mapped = mapPages(this.#libc, this.#inner + 2 * PAGE_BYTES, PROTECTION.none);
    const start = this.#mapped + BigInt(PAGE_BYTES);
    protectPages(this.#libc, start, this.#inner, PROTECTION.readWrite);
    this.address = side === "start" ? start : start + BigInt(this.#inner - bytes);
    const slack = new Uint8Array(this.#inner - bytes).fill(SLACK_BYTE);
    this.#libc.copyTo(this.#slackAddress, slack, BigInt(slack.length));
  }

  get #slackAddress(): bigint {
    const start = this.#mapped + BigInt(PAGE_BYTES);
    return this.address === start ? start + BigInt(this.bytes) : start;
  }

  /** Whether no byte of the slack was written. */
  get isSlackIntact(): boolean {
    const slack = new Uint8Array(this.#inner - this.bytes);
    this.#libc.copyFrom(slack, this.#slackAddress, BigInt(slack.length));
    return slack.every((byte) => byte === SLACK_BYTE);
  }

  /**
   * Copies data to the start of the region.
   *
   * @throws {RangeError} if it does not fit.
   */
  write(data: ArrayBufferView<ArrayBuffer>): void {
    this.#requireRoom(data);
    this.#libc.copyTo(this.address, data as Uint8Array<ArrayBuffer>, BigInt(data.byteLength));
  }

  /**
   * Fills a view from the start of the region and returns it.
   *
   * @throws {RangeError} if the view is longer than the region.
   */
  read<T extends ArrayBufferView<ArrayBuffer>>(into: T): T {
    this.#requireRoom(into);
    this.#libc.copyFrom(into as unknown as Uint8Array<ArrayBuffer>, this.address, BigInt(into.byteLength));
    return into;
  }

  /** Gives the memory back. */
  [Symbol.dispose](): void {
    unmapPages(this.#libc, this.#mapped, this.#inner + 2 * PAGE_BYTES);
  }

  #requireRoom({ byteLength }: ArrayBufferView): void {
    if (byteLength > this.bytes) {
      throw new RangeError(`Cannot copy ${byteLength} bytes to or from a region of ${this.bytes}`);
    }
  }
}
