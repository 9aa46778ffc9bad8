/**
 * Execution of a job on one rank: loads the function, runs it, passes on its result.
 *
 * @module
 */
import { deserialize, serialize } from "node:v8";
import { UsageError } from "../../platform/errors.ts";
import type { Communicator, RankFunction, RankJob } from "./communicator.ts";
import { reasonOf } from "./rank_error.ts";
import { plural } from "../../platform/text/number.ts";

/** Greatest number of ranks of one job. */
const MAX_RANKS = 1024;

/** Part of a job that every rank needs. */
export interface RankWork {
  /** URL of the module. */
  readonly module: string;
  /** Name of the exported function. */
  readonly entry: string;
  /** Second argument of the function. */
  readonly input: unknown;
}

/** Part of a job for one rank. */
export interface OwnRankWork extends RankWork {
  /** Third argument of the function. */
  readonly own: unknown;
}

/**
 * Extracts the part of a job that its ranks need.
 *
 * @throws {UsageError} for an invalid number of ranks, other than one own input a rank, or an invalid module
 * URL.
 */
export function workOf(job: RankJob): RankWork {
  if (!Number.isInteger(job.ranks) || job.ranks < 1 || job.ranks > MAX_RANKS) {
    throw new UsageError({
      action: "start ranks",
      current: plural(job.ranks, "rank"),
      wanted: `a whole number from 1 to ${MAX_RANKS}`,
      next: "pass --ranks",
    });
  }
  if (job.own && job.own.length !== job.ranks) {
    throw new UsageError({
      action: "start ranks",
      current: `own inputs of ${job.own.length}`,
      wanted: `${job.ranks}, one a rank`,
      next: "pass as many as there are ranks, or none",
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
 * Runs the job's function on this rank.
 *
 * @throws {UsageError} where the module has no such function, and any error of the function.
 */
export async function runWork(communicator: Communicator, work: OwnRankWork): Promise<unknown> {
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
  return await (entry as RankFunction<unknown, unknown, unknown>)(communicator, work.input, work.own);
}

/**
 * Checks that a rank's function left no exchange pending.
 *
 * @throws {UsageError} where it returned while exchanges were pending.
 */
export function checkNoneLeft(underWay: number): void {
  if (underWay === 0) return;
  throw new UsageError({
    action: "end a rank",
    current: `${plural(underWay, "exchange")} under way`,
    wanted: "none",
    next: "wait for every exchange before the rank's function returns",
  });
}

/** Reports errors that no caller can catch: in a timer, in a promise that nobody awaits. */
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

/**
 * Encodes a structured clone as bytes.
 *
 * @throws {UsageError} for a value that cannot be cloned.
 */
export function toBytes(value: unknown): Uint8Array {
  try {
    return serialize(value);
  } catch (cause) {
    throw new UsageError({
      action: "pass a value to another rank",
      current: reasonOf(cause),
      wanted: "one that a structured clone can carry",
      next: "pass plain data and typed arrays",
    }, { cause });
  }
}

/**
 * Encodes a structured clone as words: the number of bytes, then the bytes.
 *
 * @throws {UsageError} for a value that cannot be cloned.
 */
export function toWords(value: unknown): Uint32Array {
  const bytes = toBytes(value);
  const words = new Uint32Array(1 + Math.ceil(bytes.length / 4));
  words[0] = bytes.length;
  new Uint8Array(words.buffer, 4).set(bytes);
  return words;
}

/** Decodes the value encoded by {@link toWords}. */
export function fromWords(words: Uint32Array): unknown {
  return deserialize(new Uint8Array(words.buffer, words.byteOffset + 4, words[0]).slice());
}

/** Gathers the results of all ranks on rank 0; `undefined` on the others. Collective. */
export function gatherOutputs(communicator: Communicator, output: unknown): unknown[] | undefined {
  const own = toWords(output);
  const outgoing = Array.from({ length: communicator.size }, (_, r) => r === 0 ? own : new Uint32Array());
  const received = communicator.allToAllV(outgoing);
  return communicator.rank === 0 ? received.map(fromWords) : undefined;
}
