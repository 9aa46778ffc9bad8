/**
 * Turns the signals that end a program into an abort signal, so that a run stops between two cells and can be
 * resumed.
 *
 * @module
 */
import { EXIT, ReproError } from "./errors.ts";

/** The run was asked to stop; what is finished is kept. Exit code 130. */
export class Interrupted extends ReproError {
  /** 130, as a shell reports SIGINT. */
  override readonly exitCode: number = EXIT.interrupted;

  /** `cause` says what interrupted: the name of a signal; `next` how to go on. */
  constructor(cause: string, next = "resume with the same --session: what is finished is not run again") {
    super({ action: "go on", current: cause, wanted: "no interruption", next });
  }
}

/** An abort signal that the operating system's signals set off, until it is disposed of. */
export interface InterruptSource extends Disposable {
  /** Aborts with an {@linkcode Interrupted} as its reason. */
  readonly signal: AbortSignal;
}

// Windows has no SIGTERM to listen to; Ctrl-Break is its nearest kin.
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM"];

/**
 * One Ctrl-C can arrive more than once: the terminal sends it to every process of its group, and a launcher passes on
 * what it got. Signals this close together are one.
 */
const ONE_KEYPRESS_MS = 500;

/**
 * Listens to SIGINT and SIGTERM (SIGINT and SIGBREAK on Windows). The first one aborts, so that the run can end a cell
 * and close its files; one that comes half a second or more later ends the process at once, with exit code 130.
 * Listening does not keep the process alive.
 *
 * @param next How to go on, for the message of {@linkcode Interrupted}.
 * @example
 * ```ts
 * using interrupt = listenForInterrupt();
 * interrupt.signal.throwIfAborted();
 * ```
 */
export function listenForInterrupt(next?: string): InterruptSource {
  const controller = new AbortController();
  let first = Infinity;
  const listeners = SIGNALS.map((name) => {
    const listener = () => {
      const now = performance.now();
      if (now - first >= ONE_KEYPRESS_MS) Deno.exit(EXIT.interrupted);
      if (controller.signal.aborted) return;
      first = now;
      controller.abort(new Interrupted(name, next));
    };
    Deno.addSignalListener(name, listener);
    return { name, listener };
  });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const { name, listener } of listeners) Deno.removeSignalListener(name, listener);
    },
  };
}
