/**
 * Bisection of the harness's own history by one cell.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { formatUnit } from "../../platform/text/unit.ts";
import { UsageError } from "../../platform/errors.ts";
import { FolderLock } from "../../platform/files/folder_lock.ts";
import { cacheFolder } from "../../platform/files/user_folders.ts";
import { findCell } from "../named_cell.ts";
import { profileOf } from "../profiles.ts";
import { bisect, type BisectOptions } from "./bisect.ts";
import { Repository } from "./git_range.ts";
import { runCell } from "./run_cell.ts";

/** Metric of every suite that times its contenders one by one. */
const SPEEDUP = "speedup";

/** Options of the verb. */
export interface BisectCommand extends Omit<BisectOptions, "measure" | "folder"> {
  /** Name of the profile. */
  readonly profile: string;
  /** Kind of device. */
  readonly device: string;
  /** CPU threads; the cores when absent. */
  readonly threads?: number;
  /** Metric of the cell. */
  readonly metric: string;
}

/** Age in milliseconds from which a folder that nobody holds is abandoned; a new one is held at once. */
const ABANDONED_MS = 3_600_000;

/**
 * Makes a folder that is held until it is removed, and removes those of searches that were ended at once.
 *
 * @param parent Folder of these folders.
 */
export async function searchFolder(parent: string): Promise<FolderLock> {
  await Deno.mkdir(parent, { recursive: true });
  for await (const { name } of Deno.readDir(parent)) {
    const path = `${parent}/${name}`, made = (await Deno.stat(path)).mtime?.getTime() ?? Infinity;
    if (Date.now() - made < ABANDONED_MS || await FolderLock.isHeld(path)) continue;
    await (await FolderLock.acquire(path)).removeFolder();
  }
  return await FolderLock.acquire(await Deno.makeTempDir({ dir: parent }));
}

/**
 * Finds the first bad commit and says it.
 *
 * @throws what `bisect` and `findCell` throw.
 * @throws {UsageError} for a metric of which more is better: what it gains would be called slower.
 * @throws {Interrupted} after the signal; nothing is left.
 */
export async function bisectCell(cell: string, options: BisectCommand): Promise<void> {
  const { profile, device, threads, metric, say, signal } = options;
  const { name, suite, workload, contender } = findCell(
    cell,
    profileOf(profile),
    `bisect ${JSON.stringify(cell)}`,
  );
  if (metric === SPEEDUP || suite.metrics[metric]?.better === "higher") {
    throw new UsageError({
      action: `bisect ${name}`,
      current: `${metric}, of which more is better`,
      wanted: "a metric of which less is better",
      next: "name a time, such as --metric time",
    });
  }
  const repository = new Repository(fileURLToPath(new URL("../..", import.meta.url)));
  // Refused before anything is made.
  repository.range(options.good, options.bad);
  using lock = await searchFolder(`${cacheFolder()}/bisect`);
  const { folder } = lock;
  repository.forgetRemovedTrees();
  const run = {
    cell: name,
    suite: suite.id,
    filter: `workload=${workload.id} && contender=${contender.id}`,
    metric,
    flags: [
      "--profile",
      profile,
      "--device",
      device,
      ...threads === undefined ? [] : ["--threads", String(threads)],
    ],
  };
  const measure = (at: string) => runCell(run, { folder: at, out: `${folder}/sessions`, signal });
  try {
    const unit = formatUnit(suite.metrics[metric]?.unit ?? "");
    const { first, open, lastGood } = await bisect(repository, { ...options, unit, folder, measure });
    if (open.length === 0) say(`first bad commit: ${repository.title(first)}`);
    else {
      say(`the first bad commit is one of:`);
      for (const commit of [...open, first]) say(`  ${repository.title(commit)}`);
      const ends = [lastGood, first].map((commit) => commit.slice(0, 8)).join(" ");
      say(`Next: on a quieter machine, deno task bisect ${name} ${ends} ${run.flags.join(" ")}`);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await lock.removeFolder();
  }
}
