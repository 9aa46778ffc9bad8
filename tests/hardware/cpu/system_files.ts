/**
 * Texts under `/proc` as Linux writes them.
 *
 * @module
 */
import type { SystemFiles } from "../../../hardware/cpu/own_ticks.ts";

/** A program: ticks of user and system, of itself and of ended children; alive children by thread. */
export interface FakeProgram {
  /** Four numbers. */
  readonly times: readonly number[];
  /** Lists as the system writes them. */
  readonly children: Readonly<Record<string, string>>;
}

/** Text of `/proc/<program>/stat`. */
export function statText(times: readonly number[], name = "deno"): string {
  const before = [1, 10, 10, 0, -1, 4194560, 100, 200, 0, 0];
  return `10 (${name}) S ${[...before, ...times, 20, 0, 9, 0, 12345].join(" ")}`;
}

/** Files of programs, by what names them in `/proc`, and others by their path. */
export function systemFiles(
  programs: Readonly<Record<string, FakeProgram>>,
  others: Readonly<Record<string, string>> = {},
): SystemFiles {
  const texts = new Map(Object.entries(others)), folders = new Map<string, readonly string[]>();
  for (const [program, { times, children }] of Object.entries(programs)) {
    texts.set(`/proc/${program}/stat`, statText(times));
    folders.set(`/proc/${program}/task`, Object.keys(children));
    for (const [thread, list] of Object.entries(children)) {
      texts.set(`/proc/${program}/task/${thread}/children`, list);
    }
  }
  return { text: (path) => texts.get(path), names: (path) => folders.get(path) };
}
