/**
 * The exchanges that a rank has begun and not ended.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { MAX_UNDER_WAY } from "./communicator.ts";

/** Something that goes on when it is asked to, and takes itself off the list when it is done. */
export interface Progressing {
  /** Does what can be done without waiting. */
  progress(): void;
}

/** The list, in the order of beginning. */
export class UnderWay {
  readonly #exchanges = new Set<Progressing>();

  /** Number of exchanges on the list. */
  get count(): number {
    return this.#exchanges.size;
  }

  /**
   * Checks that there is room for one more.
   *
   * @throws {UsageError} where no further exchange may begin.
   */
  checkRoom(): void {
    if (this.#exchanges.size < MAX_UNDER_WAY) return;
    throw new UsageError({
      action: "begin an exchange",
      current: `${this.#exchanges.size} under way`,
      wanted: `fewer than ${MAX_UNDER_WAY}`,
      next: "wait for an earlier one first",
    });
  }

  /** Puts an exchange on the list. */
  add(exchange: Progressing): void {
    this.#exchanges.add(exchange);
  }

  /** Takes it off. */
  delete(exchange: Progressing): void {
    this.#exchanges.delete(exchange);
  }

  /** Lets every exchange go on. */
  progress(): void {
    for (const exchange of this.#exchanges) exchange.progress();
  }
}
