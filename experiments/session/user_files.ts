/**
 * Kernels and graphs of a user's own that a run takes.
 *
 * @module
 */
import { productPeers } from "../peers/peers.ts";
import { registerUserKernel } from "../peers/user_kernels/user_kernel.ts";
import { UsageError } from "../../platform/errors.ts";
import { takeUserGraphs, userGraphs } from "../user_graphs.ts";
import type { Suite } from "../suite.ts";
import type { OwnFiles } from "./own_files_text.ts";
import type { ReproOptions } from "./repro_options.ts";

/** Options of a run that name files of a user's own. */
export type UserFileOptions = Pick<
  ReproOptions,
  "kernel" | "kernelWait" | "profile" | "graph" | "width" | "symmetrise"
>;

/**
 * Takes the kernels and graphs of a run's options.
 *
 * @throws {UsageError} A file cannot be taken, or there are widths without a graph, or a wait without a
 * kernel.
 */
export function takeUserFiles(options: UserFileOptions): void {
  if (options.graph === undefined && (options.width !== undefined || options.symmetrise)) {
    throw new UsageError({
      action: `take ${options.width === undefined ? "--symmetrise" : "--width"}`,
      current: "no --graph",
      wanted: "--graph FILE beside it",
      next: "name a graph, or select a suite's own widths by --filter 'width=64'",
    });
  }
  if (options.kernel === undefined && options.kernelWait !== undefined) {
    throw new UsageError({
      action: "take --kernel-wait",
      current: "no --kernel",
      wanted: "--kernel FILE beside it",
      next: "name a kernel, or leave --kernel-wait out",
    });
  }
  for (const file of options.kernel ?? []) registerUserKernel(file, options);
  takeUserGraphs(options);
}

/**
 * Refuses a run whose suites would leave its user's kernels or graphs aside without a word.
 *
 * @throws {UsageError} None of the suites takes them.
 */
export function assertUserFilesServe(
  { kernel = [], graph = [] }: Pick<UserFileOptions, "kernel" | "graph">,
  suites: readonly Pick<Suite, "contenders" | "onUserGraphs">[],
): void {
  const { contenders: own } = ownFiles();
  const served = suites.some(({ contenders }) => contenders.some(({ id }) => own.includes(id)));
  const left = kernel.length > 0 && !served
    ? `--kernel ${kernel.join(",")}`
    : graph.length > 0 && !suites.some(({ onUserGraphs }) => onUserGraphs)
    ? `--graph ${graph.join(",")}`
    : undefined;
  if (left === undefined) return;
  throw new UsageError({
    action: `take ${left}`,
    current: "no suite in this run that does",
    wanted: "the kernel ladder in it",
    next: "name the suite own/kernel-ladder",
  });
}

/** Contenders and datasets that come from files of a user's own. */
export function ownFiles(): OwnFiles {
  return {
    contenders: productPeers().filter(({ file }) => file !== undefined).map(({ id }) => `peer:${id}`),
    datasets: userGraphs().map(({ dataset }) => dataset),
  };
}
