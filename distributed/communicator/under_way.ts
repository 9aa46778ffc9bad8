/**
 * Pending exchanges of a rank.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { MAX_UNDER_WAY } from "./communicator.ts";

/** Operation that progresses when polled and removes itself from the list when done. */
export interface Progressing {
  /** Makes the possible progress without waiting. */
  progress(): void;
}

/** List of pending exchanges, in the order of their beginning. */
export class UnderWay {
  readonly #exchanges = new Set<Progressing>();

  /** Number of exchanges on the list. */
  get count(): number {
    return this.#exchanges.size;
  }

  /**
   * Checks that one more exchange may begin.
   *
   * @throws {UsageError} at the limit of pending exchanges.
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

  /** Adds an exchange to the list. */
  add(exchange: Progressing): void {
    this.#exchanges.add(exchange);
  }

  /** Removes an exchange from the list. */
  delete(exchange: Progressing): void {
    this.#exchanges.delete(exchange);
  }

  /** Lets every exchange progress. */
  progress(): void {
    for (const exchange of this.#exchanges) exchange.progress();
  }
}
