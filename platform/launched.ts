/**
 * A program that the launcher has started. Ctrl-C reaches it twice, from the terminal and passed on by the
 * launcher, and on a busy machine the second one comes late. Therefore the launcher alone counts keypresses:
 * whatever it and the terminal send asks the program to end, and a signal that only the launcher sends ends
 * it at once.
 *
 * @module
 */

/** Variable that tells a program the process id of the launcher that has started it. */
export const LAUNCHER_PID_VARIABLE = "GNN_REPRO_LAUNCHER_PID";

/** Signal by which the launcher ends its program at once; Windows has none to spare. */
export const END_AT_ONCE: Deno.Signal = Deno.build.os === "windows" ? "SIGKILL" : "SIGUSR1";

/**
 * Signal that the launcher sends its program on a keypress, if any. Windows tells every program of a console
 * of Ctrl-C, and has no way to pass it on: to send any signal there ends a program at once.
 *
 * @param signal that the launcher was told.
 * @param told `again`, whether it has been told before, and the system; this one by default.
 */
export function signalToPass(
  signal: Deno.Signal,
  { again, os = Deno.build.os }: { readonly again: boolean; readonly os?: typeof Deno.build.os },
): Deno.Signal | undefined {
  if (os === "windows") return again ? "SIGKILL" : undefined;
  return again ? END_AT_ONCE : signal;
}

/** Whether a program of Windows ended by a crash: its exit code is an error of the system, as NTSTATUS. */
export function isCrashCode(code: number): boolean {
  return code >>> 0 >= 0x8000_0000;
}

/** Whether the launcher is this program's parent: programs further down inherit the variable alone. */
export function isLaunched(): boolean {
  if (Deno.build.os === "windows") return false;
  const { state } = Deno.permissions.querySync({ name: "env", variable: LAUNCHER_PID_VARIABLE });
  return state === "granted" && Deno.env.get(LAUNCHER_PID_VARIABLE) === String(Deno.ppid);
}
