/**
 * Constants that lie behind the instructions that read them.
 *
 * @module
 */
import { Label } from "./label.ts";
import { mem, type Memory } from "./operand.ts";

/** A constant and its place. */
export interface PooledConstant {
  /** Place. */
  readonly label: Label;
  /** Bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The values, as they were given. */
  readonly text: string;
}

/** Constants of one piece of code, each of them once. */
export class ConstantPool {
  readonly #constants = new Map<string, PooledConstant>();

  /** Returns the place of a constant; `text` shows it in listings. */
  place(words: Uint32Array<ArrayBuffer>, text: string): Memory {
    const key = words.join();
    let constant = this.#constants.get(key);
    if (constant === undefined) {
      const label = new Label(`constant_${this.#constants.size + 1}`);
      this.#constants.set(key, constant = { label, bytes: new Uint8Array(words.buffer), text });
    }
    return mem(constant.label);
  }

  /** Returns all constants, the longest first, so that each is aligned to its length without gaps. */
  take(): readonly PooledConstant[] {
    return [...this.#constants.values()].sort((a, b) => b.bytes.length - a.bytes.length);
  }
}
