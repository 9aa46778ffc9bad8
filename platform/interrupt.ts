/**
 * Conversion of the signals that end a program into an abort signal, so that a run stops between two cells
 * and can be resumed.
 *
 * @module
 */
import { EXIT } from "./errors.ts";
import { Interrupted } from "./interrupted.ts";
import { END_AT_ONCE, isLaunched } from "./launched.ts";

/**
 * Abort signal that the operating system's signals trigger. Disposing of it before it was aborted gives
 * signals their usual effect again. One that was aborted goes on listening, since the program is about to end
 * and the same keypress may still come a second time, from the launcher: killed by that, the program would
 * leave half-written files.
 */
export interface InterruptSource extends Disposable {
  /** Aborts with an {@linkcode Interrupted} as its reason. */
  readonly signal: AbortSignal;
}

// Windows has no SIGTERM to listen to; Ctrl-Break is its nearest kin.
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM"];

/** Cause of an interruption where the launcher is gone. */
const LAUNCHER_ENDED = "the end of its launcher";
/** Time between two looks at whether the launcher still runs. */
const LOOK_MS = 1000;

/** Calls back once where this process has another parent than now; returns the timer. */
function whenOrphaned(callback: () => void): ReturnType<typeof setInterval> {
  const parent = Deno.ppid;
  const timer = setInterval(() => {
    if (Deno.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, LOOK_MS);
  Deno.unrefTimer(timer);
  return timer;
}

/** Time within which signals count as one, where no launcher counts keypresses. */
const ONE_KEYPRESS_MS = 500;

/**
 * Listens to SIGINT and SIGTERM (SIGINT and SIGBREAK on Windows). The first one aborts, so that the run can
 * end a cell and close its files; one that comes half a second or more later ends the process at once, with
 * exit code 130. Under the launcher, which counts keypresses, any number of these signals is the first one,
 * and {@linkcode END_AT_ONCE} ends the process; where the launcher itself has ended, which nobody passes on,
 * that aborts, too. Listening does not keep the process alive.
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
  const launched = isLaunched();
  let first = Infinity;
  const endAtOnce = () => Deno.exit(EXIT.interrupted);
  if (launched) Deno.addSignalListener(END_AT_ONCE, endAtOnce);
  const orphaned = launched
    ? whenOrphaned(() => controller.abort(new Interrupted(LAUNCHER_ENDED, next)))
    : undefined;
  const listeners = SIGNALS.map((name) => {
    const listener = () => {
      const now = performance.now();
      if (!launched && now - first >= ONE_KEYPRESS_MS) endAtOnce();
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
      if (controller.signal.aborted) return;
      clearInterval(orphaned);
      if (launched) Deno.removeSignalListener(END_AT_ONCE, endAtOnce);
      for (const { name, listener } of listeners) Deno.removeSignalListener(name, listener);
    },
  };
}
