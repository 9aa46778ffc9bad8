/**
 * Registers that are handed out by name.
 *
 * @module
 */

/** Registers of one kind, each free or held under a name. */
export class RegisterFile<Register extends { readonly n: number }> {
  readonly #kind: string;
  readonly #free: Register[];
  readonly #names = new Map<number, string>();

  /** All `registers` are free; the first ones are handed out first. */
  constructor(kind: string, registers: readonly Register[]) {
    this.#kind = kind;
    this.#free = [...registers];
  }

  /**
   * Takes a free register.
   *
   * @throws {RangeError} if there is none; the message names the holders of all.
   */
  take(name: string): Register {
    const register = this.#free.shift();
    if (register === undefined) {
      const held = [...this.#names.values()].join(", ");
      throw new RangeError(`Cannot keep ${name} in a ${this.#kind} register: all are held, by ${held}`);
    }
    this.#names.set(register.n, name);
    return register;
  }

  /**
   * Gives a register back; it is the next to be taken.
   *
   * @throws {RangeError} if it is free already.
   */
  release(register: Register): void {
    if (!this.#names.delete(register.n)) {
      throw new RangeError(`Cannot release ${this.#kind} register ${register.n}: it is free`);
    }
    this.#free.unshift(register);
  }

  /**
   * Takes a certain register, such as one whose content was kept in memory for a while.
   *
   * @throws {RangeError} if it is held.
   */
  reclaim(register: Register, name: string): void {
    const at = this.#free.findIndex(({ n }) => n === register.n);
    if (at < 0) {
      const holder = this.#names.get(register.n);
      throw new RangeError(`Cannot keep ${name} in ${this.#kind} register ${register.n}: ${holder} holds it`);
    }
    this.#free.splice(at, 1);
    this.#names.set(register.n, name);
  }
}
