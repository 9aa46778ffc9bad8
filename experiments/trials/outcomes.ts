/**
 * Results of contenders that fail by themselves: each has its result, or the error that ended it.
 *
 * @module
 */
import { ReproError } from "../../platform/errors.ts";
import { Interrupted } from "../../platform/interrupted.ts";

/** Whether an error says what kept a contender from running: any other is a defect. */
export const isReproError = (error: unknown) => error instanceof ReproError;

/** Results by the ids of contenders, or the errors that ended them. */
export class Outcomes<Result> {
  readonly #results = new Map<string, Result>();
  readonly #errors = new Map<string, unknown>();
  readonly #keeps: (error: unknown) => boolean;

  /**
   * Outcomes of none.
   *
   * @param keeps Whether an error ends its contender alone, as by default; any other ends the measurement.
   */
  constructor(keeps: (error: unknown) => boolean = () => true) {
    this.#keeps = keeps;
  }

  /**
   * Does part of the work of a contender, unless it failed before; an error is kept.
   *
   * @throws {Interrupted} where the user interrupts.
   * @throws an error that is not kept.
   */
  async attempt(id: string, work: () => Promise<void>): Promise<void> {
    if (this.#errors.has(id)) return;
    try {
      await work();
    } catch (error) {
      if (error instanceof Interrupted || !this.#keeps(error)) throw error;
      this.fail(id, error);
    }
  }

  /** Keeps the result of a contender. */
  set(id: string, result: Result): void {
    this.#results.set(id, result);
  }

  /** Keeps the error that ended a contender. */
  fail(id: string, error: unknown): void {
    this.#errors.set(id, error);
  }

  /** Whether a contender has failed. */
  hasFailed(id: string): boolean {
    return this.#errors.has(id);
  }

  /** Whether a contender has a result. */
  has(id: string): boolean {
    return this.#results.has(id) && !this.#errors.has(id);
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
