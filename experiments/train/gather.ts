/**
 * Gathering of the logs of ranks into a session with its report, and into one table of all ranks.
 *
 * @module
 */
import { join } from "node:path";
import { MissingError, UsageError } from "../../platform/errors.ts";
import { csvLine } from "../../platform/files/csv_line.ts";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import { type OwnFile, refuseForeignFiles } from "../../results/report/foreign_files.ts";
import { writeReport } from "../../results/report/report.ts";
import { SessionStore } from "../../results/store/store.ts";
import { gatheredComparison, gatheredDocument, unevenRanks } from "./gathered_session.ts";
import { type LoggedTraining, readRankLogs } from "./rank_logs.ts";

/** Table of all ranks, a row a rank and epoch. */
const TABLE_FILE = "ranks.csv";

/** Columns that the table begins with. */
const FIRST_COLUMNS = ["dataset", "engine", "ranks", "rank", "host", "epoch"];

const OWN_TABLE: OwnFile = [TABLE_FILE, (text) => text.startsWith(csvLine(FIRST_COLUMNS).trim())];

/** Outcome of a gathering. */
export interface GatheredLogs {
  /** Trainings, those on fewer ranks first. */
  readonly trainings: readonly LoggedTraining[];
  /** Ranks that have no log, or have stopped before the others, in words. */
  readonly remarks: readonly string[];
  /** Path of the table of all ranks. */
  readonly table: string;
  /** Path of the report. */
  readonly report: string;
}

/**
 * Gathers all logs below some folders, such as copies of each host's, into a session. A later call into the
 * same folder names all of them again; trainings whose logs have grown become new attempts.
 *
 * @throws {MissingError} where the folders have no logs of ranks.
 * @throws {UsageError} where the folder holds a session of something else, or files of others in the place of
 * its own.
 * @throws {DataError} naming a damaged log.
 */
export async function gatherLogs(out: string, folders: readonly string[]): Promise<GatheredLogs> {
  const trainings = readRankLogs(folders);
  if (trainings.length === 0) {
    throw new MissingError({
      action: `gather the logs of ranks in ${folders.join(", ")}`,
      current: "none",
      wanted: "files such as ranks/rank-0003.jsonl",
      next: "name the folder of a training, or copies of each host's",
    });
  }
  await refuseForeignFiles(out, "another folder", [OWN_TABLE]);
  const document = gatheredDocument(out, trainings);
  using store = await SessionStore.open(out, {
    create: document,
    check: ({ profile, suites }) => {
      if (profile === document.profile) return;
      throw new UsageError({
        action: `gather logs into ${JSON.stringify(out)}`,
        current: `a session of ${suites.map(({ id }) => id).join(", ") || "no suite"}`,
        wanted: "an empty folder, or gathered logs",
        next: "name another folder",
      });
    },
  });
  for (const logged of trainings) {
    const comparison = gatheredComparison(logged, document.profile);
    if (store.finished(comparison.suite, comparison.workload)?.key === comparison.key) continue;
    await store.commitComparison(comparison);
  }
  await store.writeDocument(document);
  const table = join(out, TABLE_FILE);
  await writeFileDurably(table, tableOf(trainings).map(csvLine).join(""));
  return { trainings, remarks: trainings.flatMap(unevenRanks), table, report: await writeReport(out) };
}

/** Header and rows of the table. */
function tableOf(trainings: readonly LoggedTraining[]): (string | number)[][] {
  const lines = trainings.flatMap(({ ranks }) => ranks.flatMap(({ epochs }) => epochs));
  const names = (of: "phases" | "counts") =>
    Array.from(new Set(lines.flatMap(({ outcome }) => Object.keys(outcome[of]))));
  const phases = names("phases"), counts = names("counts");
  const header = [
    ...FIRST_COLUMNS,
    "seconds",
    "loss",
    "seeds",
    ...phases.map((name) => `${name} ms`),
    ...counts,
    "read seconds",
    "open seconds",
    "idle bytes",
    "part bytes",
    "halo bytes",
    "peak bytes",
    "activation bytes",
  ];
  const rows = trainings.flatMap(({ training: { dataset, engine, ranks: size }, ranks }) =>
    ranks.flatMap(({ rank, ready: { host, memory }, start, epochs }) =>
      epochs.map(({ epoch, seconds, outcome, peak }) => [
        dataset.id,
        engine,
        size,
        rank,
        host,
        epoch,
        seconds,
        outcome.loss,
        outcome.seeds,
        ...phases.map((name) => outcome.phases[name] ?? ""),
        ...counts.map((name) => outcome.counts[name] ?? ""),
        start?.seconds.read ?? "",
        start?.seconds.open ?? "",
        memory.idle,
        memory.part,
        memory.halo,
        peak.process,
        peak.device,
      ])
    )
  );
  return [header, ...rows];
}
