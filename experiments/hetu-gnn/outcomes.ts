/**
 * Results of contenders that fail by themselves: each has its result, or the error that ended it.
 *
 * @module
 */
import { Interrupted } from "../../platform/interrupted.ts";

/** Results by contender, or the errors that ended them. */
export class Outcomes<Result> {
  readonly #results = new Map<string, Result>();
  readonly #errors = new Map<string, unknown>();

  /**
   * Does part of the work of a contender, unless it failed before; an error is kept.
   *
   * @throws {Interrupted} where the user interrupts.
   */
  async attempt(id: string, work: () => Promise<void>): Promise<void> {
    if (this.#errors.has(id)) return;
    try {
      await work();
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      this.#errors.set(id, error);
    }
  }

  /** Keeps the result of a contender. */
  set(id: string, result: Result): void {
    this.#results.set(id, result);
  }

  /** Whether a contender has failed. */
  hasFailed(id: string): boolean {
    return this.#errors.has(id);
  }

  /**
   * Result of a contender.
   *
   * @throws the error that ended it.
   */
  of(id: string): Result {
    if (this.#errors.has(id)) throw this.#errors.get(id);
    const result = this.#results.get(id);
    if (result === undefined) throw new TypeError(`No result of "${id}"`);
    return result;
  }
}
