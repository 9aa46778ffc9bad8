/**
 * Error of a run that its user has stopped.
 *
 * @module
 */
import { EXIT, ReproError } from "./errors.ts";

/** Advice of a verb that says no other: it runs a session that can be resumed. */
export const RESUME = "resume with the same --session: what is finished is not run again";

/** The user asked the run to stop; finished work is kept. Exit code 130. */
export class Interrupted extends ReproError {
  /** Exit code 130, as a shell reports SIGINT. */
  override readonly exitCode: number = EXIT.interrupted;

  /** Builds the message; `cause` is the name of a signal, `next` the advice on how to go on. */
  constructor(cause: string, next = RESUME) {
    super({ action: "go on", current: cause, wanted: "no interruption", next });
  }
}
