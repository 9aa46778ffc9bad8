/**
 * Failures of a job of ranks: a dead rank, and a message that differs from its announcement.
 *
 * @module
 */
import { EXIT, ReproError } from "../../platform/errors.ts";
import type { RankEngine } from "./communicator.ts";

/** End of a rank. */
export interface RankEnd {
  /** Number of the rank; `undefined` where the engine could not identify it. */
  readonly rank: number | undefined;
  /** Engine that ran the rank. */
  readonly engine: RankEngine;
  /** Reason in one line: `Error: no such dataset`, `SIGKILL`. */
  readonly reason: string;
  /** Exit code, where the rank had one; 128 + n for signal n. */
  readonly code?: number;
  /** Exit code that the rank's error means for the whole program, where it was one of this program's own. */
  readonly means?: number;
}

/** Exit codes that say more than that something failed. */
const TELLING: ReadonlySet<number | undefined> = new Set([EXIT.usage, EXIT.missing]);

/** Error of a rank's death, which ends the job. Files written before it stay. */
export class RankError extends ReproError {
  /** Exit code of the rank's own error, where it says more than that something failed. */
  override readonly exitCode: number;
  /** End of the first rank that failed. */
  readonly end: RankEnd;

  /** Creates the error; the message names rank, reason and exit code. */
  constructor(end: RankEnd) {
    const code = end.code === undefined ? "" : ` (exit code ${end.code})`;
    super({
      action: `go on with the ranks (engine ${end.engine})`,
      current: `rank ${end.rank ?? "?"} dead: ${end.reason}${code}`,
      wanted: "every rank to reach its end",
      next: "remove the cause and run again; what was written is kept",
    });
    this.end = end;
    this.exitCode = [end.means, end.code].find((each) => TELLING.has(each)) ?? EXIT.failed;
  }
}

/**
 * Error of a message whose announcement does not match the receiver's operation; nothing of the message was
 * copied.
 */
export class MessageError extends ReproError {}

/** Exit code that any thrown value means; the error of a rank's death that of the rank's own error. */
export function exitCodeOf(error: unknown): number {
  return error instanceof ReproError ? error.exitCode : EXIT.failed;
}

/** Describes any thrown value in one line; the error of a rank's death by the reason of that death. */
export function reasonOf(error: unknown): string {
  if (error instanceof RankError) return error.end.reason;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split("\n")[0].slice(0, 900);
}
