/**
 * Execution of a job on one rank: loads the function, runs it, passes on its result.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Communicator, RankFunction, RankJob } from "./communicator.ts";
import { plural } from "../../platform/text/plural.ts";

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
