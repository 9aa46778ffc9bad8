/**
 * Logs of ranks, read from the folders of all hosts and sorted by training.
 *
 * @module
 */
import { join } from "node:path";
import { DataError } from "../../platform/errors.ts";
import { contentKey } from "../../platform/files/digest.ts";
import type { EpochLine, RankLogLine, ReadyLine, StartLine, TrainingLine } from "./rank_log.ts";

/** Log of one rank. */
export interface LoggedRank {
  /** Number of the rank. */
  readonly rank: number;
  /** Last line about its part. */
  readonly ready: ReadyLine;
  /** Last line about its start; absent where the rank has ended before it could train. */
  readonly start?: StartLine;
  /** Epochs in their order. One that was trained again after a checkpoint counts as its last line has it. */
  readonly epochs: readonly EpochLine[];
  /** Time of the first line, ISO 8601. */
  readonly began: string;
  /** Time of the last line, ISO 8601. */
  readonly ended: string;
  /** Seconds of all runs, without those between one run and the next. */
  readonly seconds: number;
}

/** Logs of a training. */
export interface LoggedTraining {
  /** Facts that all ranks share. */
  readonly training: TrainingLine;
  /** Digest of these facts. */
  readonly key: string;
  /** Ranks that have a log, by number. */
  readonly ranks: readonly LoggedRank[];
}

type Stamped = RankLogLine & { readonly at: string };

/**
 * Reads all logs below some folders. A rank that has trained on several hosts has a log on each: their lines
 * count as one log, in the order of their times.
 *
 * @returns trainings by their number of ranks, those of one number in the order in which they began.
 * @throws {DataError} naming the log that is damaged before its last line, or begins with no training.
 */
export function readRankLogs(folders: readonly string[]): LoggedTraining[] {
  const trainings = new Map<string, { training: TrainingLine; ranks: Map<number, Stamped[]> }>();
  for (const folder of folders) {
    for (const { path, rank } of logsBelow(folder)) {
      const lines = linesOf(path), training = lines.findLast((line) => line.kind === "training");
      if (!training) throw withoutTraining(path);
      if (!lines.some((line) => line.kind === "ready")) continue;
      const { dataset, device, settings, partition, engine, ranks } = training;
      const key = contentKey({ dataset, device, settings, partition, engine, ranks });
      const own = trainings.getOrInsertComputed(key, () => ({ training, ranks: new Map() }));
      own.ranks.set(rank, [...own.ranks.get(rank) ?? [], ...lines]);
    }
  }
  return [...trainings].map(([key, { training, ranks }]) => ({
    training,
    key,
    ranks: [...ranks].map(([rank, lines]) => loggedRank(rank, lines)).sort((a, b) => a.rank - b.rank),
  })).sort((a, b) => a.training.ranks - b.training.ranks || a.ranks[0].began.localeCompare(b.ranks[0].began));
}

function loggedRank(rank: number, unsorted: readonly Stamped[]): LoggedRank {
  const lines = unsorted.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const ready = lines.findLast((line) => line.kind === "ready")!;
  const start = lines.findLast((line) => line.kind === "start");
  const epochs = new Map(lines.flatMap((line) => line.kind === "epoch" ? [[line.epoch, line] as const] : []));
  return {
    rank,
    ready,
    ...(start && { start }),
    epochs: [...epochs.values()].sort((a, b) => a.epoch - b.epoch),
    began: lines[0].at,
    ended: lines.at(-1)!.at,
    seconds: secondsOf(lines),
  };
}

/** Seconds of the runs of a rank, each of which begins with a line about the training. */
function secondsOf(lines: readonly Stamped[]): number {
  let ms = 0;
  for (let i = 1; i < lines.length; i++) {
    if (lines[i].kind !== "training") ms += Date.parse(lines[i].at) - Date.parse(lines[i - 1].at);
  }
  return ms / 1000;
}

function* logsBelow(folder: string): Generator<{ readonly path: string; readonly rank: number }> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name), rank = /^rank-(\d+)\.jsonl$/.exec(name)?.[1];
    if (isDirectory) yield* logsBelow(path);
    else if (rank !== undefined) yield { path, rank: Number(rank) };
  }
}

/** Lines of a log; the last one may be torn, where its rank was ended while it wrote. */
function linesOf(path: string): Stamped[] {
  return Deno.readTextFileSync(path).split("\n").slice(0, -1).map((line, i) => {
    try {
      return JSON.parse(line);
    } catch (cause) {
      throw new DataError({ file: path, line: i + 1 }, {
        current: cause instanceof Error ? cause.message : String(cause),
        wanted: "a line of a rank's log",
        next: "copy the log from its host again",
      }, { cause });
    }
  });
}

function withoutTraining(path: string): DataError {
  return new DataError({ file: path }, {
    current: "no line about a training",
    wanted: "the log of a rank, as this version writes it",
    next: "train again, or gather it by the version that wrote it",
  });
}
