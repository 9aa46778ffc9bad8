/**
 * How a job of ranks fails: a rank that died, and a message that is not what was promised.
 *
 * @module
 */
import { ReproError } from "../../platform/errors.ts";
import type { RankEngine } from "./communicator.ts";

/** How a rank ended. */
export interface RankEnd {
  /** The rank; `undefined` where the engine could not tell which. */
  readonly rank: number | undefined;
  /** Which engine ran it. */
  readonly engine: RankEngine;
  /** One line: `Error: no such dataset`, `SIGKILL`. */
  readonly reason: string;
  /** The exit code, where it had one; 128 + n for signal n. */
  readonly code?: number;
}

/** A rank died, and the job with it. What was written until then stays. */
export class RankError extends ReproError {
  /** How the first rank ended that did not reach its end. */
  readonly end: RankEnd;

  /** The message names rank, reason and exit code. */
  constructor(end: RankEnd, options?: ErrorOptions) {
    const code = end.code === undefined ? "" : ` (exit code ${end.code})`;
    super({
      action: `go on with the ranks (engine ${end.engine})`,
      current: `rank ${end.rank ?? "?"} dead: ${end.reason}${code}`,
      wanted: "every rank to reach its end",
      next: "mend the reason and run again; rows that were written are kept",
    }, options);
    this.end = end;
  }
}

/** A message's announcement does not fit what its receiver is doing; nothing of it was copied. */
export class MessageError extends ReproError {}

/** One line about anything that was thrown. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split("\n")[0].slice(0, 900);
}
