/**
 * Place in emitted code.
 *
 * @module
 */

/**
 * A place in emitted code: the target of jumps, or the address of constants. Uses may come before it is
 * bound.
 */
export class Label {
  /** Name in listings. */
  readonly name: string;
  /** Byte offset from the start of the code; `undefined` until {@linkcode Assembler.bind}. */
  at: number | undefined;

  /** A label that is not bound yet. */
  constructor(name = "label") {
    this.name = name;
  }
}
