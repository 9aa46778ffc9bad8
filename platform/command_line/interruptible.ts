/**
 * Work that Ctrl-C ends, for verbs.
 *
 * @module
 */
import { type InterruptSource, listenForInterrupt } from "../interrupt.ts";

/** Advice after verbs that change nothing, or that write documents which are replaced whole. */
export const AGAIN = "run the same command again: every file is as it was, or whole";

/** Says at once that Ctrl-C was heard: a run ends with the round in progress, which can take a while. */
export function listenAndTell(next?: string): InterruptSource {
  const interrupt = listenForInterrupt(next);
  interrupt.signal.addEventListener("abort", () => {
    console.error("\nending after what is in progress; Ctrl-C again ends at once");
  }, { once: true });
  return interrupt;
}

/**
 * Work that Ctrl-C ends wherever it is: the documents that it writes are replaced whole.
 *
 * @throws {Interrupted} after a signal.
 */
export async function unlessInterrupted<T>(work: () => Promise<T>): Promise<T> {
  using interrupt = listenForInterrupt(AGAIN);
  const { promise, reject } = Promise.withResolvers<never>();
  interrupt.signal.addEventListener("abort", () => reject(interrupt.signal.reason), { once: true });
  return await Promise.race([work(), promise]);
}
