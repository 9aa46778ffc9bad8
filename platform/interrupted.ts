/**
 * Error of a run that its user has stopped.
 *
 * @module
 */
import { EXIT, ReproError } from "./errors.ts";

/** The user asked the run to stop; finished work is kept. Exit code 130. */
export class Interrupted extends ReproError {
  /** Exit code 130, as a shell reports SIGINT. */
  override readonly exitCode: number = EXIT.interrupted;

  /** Builds the message; `cause` is the name of a signal, `next` the advice on how to go on. */
  constructor(cause: string, next = "resume with the same --session: what is finished is not run again") {
    super({ action: "go on", current: cause, wanted: "no interruption", next });
  }
}
