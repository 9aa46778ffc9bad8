/**
 * Conversion of the signals that end a program into an abort signal, so that a run stops between two cells
 * and can be resumed.
 *
 * @module
 */
import { EXIT } from "./errors.ts";
import { Interrupted } from "./interrupted.ts";

/** Abort signal that the operating system's signals trigger, until it is disposed of. */
export interface InterruptSource extends Disposable {
  /** Aborts with an {@linkcode Interrupted} as its reason. */
  readonly signal: AbortSignal;
}

// Windows has no SIGTERM to listen to; Ctrl-Break is its nearest kin.
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM"];

/**
 * Time within which signals count as one. One Ctrl-C can arrive more than once: the terminal sends it to
 * every process of its group, and a launcher passes it on.
 */
const ONE_KEYPRESS_MS = 500;

/**
 * Listens to SIGINT and SIGTERM (SIGINT and SIGBREAK on Windows). The first one aborts, so that the run can
 * end a cell and close its files; one that comes half a second or more later ends the process at once, with
 * exit code 130. Listening does not keep the process alive.
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
