/**
 * Argument block of a kernel: one slot of 64 bits an argument, from which both the kernel's loads and the
 * caller's values follow.
 *
 * @module
 */

/** Types of arguments: an address or a count as 64 bits, or a 32-bit float. */
export type ArgumentType = "u64" | "f32";

/** Types of a kernel's arguments by name, in the order of their slots. */
export type ArgumentTypes = Readonly<Record<string, ArgumentType>>;

const SLOT_BYTES = 8;

/**
 * Slots of a kernel's arguments.
 *
 * @example
 * ```ts
 * const layout = new ArgumentLayout({ x: "u64", rate: "f32" });
 * const block = layout.pack({ x: 4096n, rate: 0.5 });
 * if (layout.offsetOf("rate") !== 8 || new Float32Array(block.buffer)[2] !== 0.5) throw new Error("slots");
 * ```
 */
export class ArgumentLayout<Types extends ArgumentTypes> {
  /** Types by name. */
  readonly types: Types;
  readonly #names: readonly string[];

  /** A layout with one slot for each name. */
  constructor(types: Types) {
    this.types = types;
    this.#names = Object.keys(types);
  }

  /** Bytes of the block. */
  get bytes(): number {
    return SLOT_BYTES * this.#names.length;
  }

  /** Byte offset of an argument's slot. */
  offsetOf(name: keyof Types & string): number {
    return SLOT_BYTES * this.#names.indexOf(name);
  }

  /** Returns the bytes of a block, to be copied to where kernels read it. */
  pack(values: Readonly<Record<keyof Types & string, number | bigint>>): Uint8Array<ArrayBuffer> {
    const view = new DataView(new ArrayBuffer(this.bytes));
    for (const name of this.#names) {
      const at = this.offsetOf(name), value = values[name];
      if (this.types[name] === "f32") view.setFloat32(at, Number(value), true);
      else view.setBigUint64(at, BigInt(value), true);
    }
    return new Uint8Array(view.buffer);
  }
}
