/**
 * A rank's part of a job: load the function, run it, hand over what it returned.
 *
 * @module
 */
import { deserialize, serialize } from "node:v8";
import { UsageError } from "../../platform/errors.ts";
import type { Communicator, RankFunction, RankJob } from "./communicator.ts";

/** Ranks that one job may have. */
export const MAX_RANKS = 1024;

/** The part of a job that every rank needs. */
export interface RankWork {
  /** URL of the module. */
  readonly module: string;
  /** Its export. */
  readonly entry: string;
  /** The function's second argument. */
  readonly input: unknown;
}

/**
 * The part of a job that its ranks need.
 *
 * @throws {UsageError} where the number of ranks or the module's URL cannot be meant.
 */
export function workOf(job: RankJob): RankWork {
  if (!Number.isInteger(job.ranks) || job.ranks < 1 || job.ranks > MAX_RANKS) {
    throw new UsageError({
      action: "start ranks",
      current: `${job.ranks} ranks`,
      wanted: `a whole number from 1 to ${MAX_RANKS}`,
      next: "pass --ranks",
    });
  }
  if (job.module.protocol !== "file:") {
    throw new UsageError({
      action: "start ranks",
      current: `a module at ${job.module.protocol}`,
      wanted: "a file: URL",
      next: "pass new URL(path, import.meta.url)",
    });
  }
  return { module: job.module.href, entry: job.entry, input: job.input };
}

/**
 * Runs the function in this rank.
 *
 * @throws {UsageError} where the module has no such function, and whatever the function throws.
 */
export async function runWork(communicator: Communicator, work: RankWork): Promise<unknown> {
  const loaded = await import(work.module) as Readonly<Record<string, unknown>>;
  const entry = loaded[work.entry];
  if (typeof entry !== "function") {
    throw new UsageError({
      action: `run "${work.entry}" of ${work.module}`,
      current: `exports ${Object.keys(loaded).join(", ") || "of no name"}`,
      wanted: "an exported function of that name",
      next: "export it",
    });
  }
  return await (entry as RankFunction<unknown, unknown>)(communicator, work.input);
}

/**
 * Checks that a rank leaves nothing behind.
 *
 * @throws {UsageError} where a rank's function returned while exchanges were under way.
 */
export function checkNoneLeft(underWay: number): void {
  if (underWay === 0) return;
  throw new UsageError({
    action: "end a rank",
    current: `${underWay} exchanges under way`,
    wanted: "none",
    next: "wait for every exchange before the rank's function returns",
  });
}

/** Tells what was thrown where nobody could catch it: in a timer, in a promise that nobody awaits. */
export function onStrayError(tell: (error: unknown) => void): void {
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    tell(event.error);
  });
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    tell(event.reason);
  });
}

/** A structured clone as words: the number of bytes, then the bytes. */
export function toWords(value: unknown): Uint32Array {
  const bytes: Uint8Array = serialize(value);
  const words = new Uint32Array(1 + Math.ceil(bytes.length / 4));
  words[0] = bytes.length;
  new Uint8Array(words.buffer, 4).set(bytes);
  return words;
}

/** The value of {@link toWords}. */
export function fromWords(words: Uint32Array): unknown {
  return deserialize(new Uint8Array(words.buffer, words.byteOffset + 4, words[0]).slice());
}

/** What all ranks returned, on rank 0; `undefined` on the others. Collective. */
export function gatherOutputs(communicator: Communicator, output: unknown): unknown[] | undefined {
  const own = toWords(output);
  const outgoing = Array.from({ length: communicator.size }, (_, r) => r === 0 ? own : new Uint32Array());
  const received = communicator.allToAllV(outgoing);
  return communicator.rank === 0 ? received.map(fromWords) : undefined;
}
