/**
 * Folders of made-up nights, written as a run writes them, for tests of what reads many sessions.
 *
 * @module
 */
import { join } from "node:path";
import { RandomStream } from "../../../platform/random.ts";
import { CLAIMS, COMPARISONS, headerLine, ROWS, SAMPLES, tableLines } from "../../../results/store/tables.ts";
import { claimRow, newRow, sessionDocument } from "../session_fixture.ts";

/** Options of the synthetic nights. */
export interface SyntheticNights {
  /** Number of nights. */
  readonly nights: number;
  /** Suites, each with `workloads` workloads and two metrics. */
  readonly suites: number;
  /** Workloads of each suite. */
  readonly workloads: number;
  /** Relative deviation of a night's time. */
  readonly noise: number;
  /** From this night on, the second contender of each suite's first workload takes `factor` times as long. */
  readonly regression?: { readonly night: number; readonly factor: number };
  /** Names of datasets, taken in turn. */
  readonly datasets?: readonly string[];
  /** Contenders of each suite, the baseline first; two by default. */
  readonly contenders?: readonly string[];
  /** Milliseconds that are subtracted from each time, as where a gap is measured; 0 by default. */
  readonly below?: number;
  /** Samples behind each value; 13 by default. */
  readonly n?: number;
}

const CONTENDERS = ["natural", "rcm"] as const;

/** Writes the sessions `night-001`, `night-002`, ... into `root`. */
export async function writeNights(root: string, options: SyntheticNights): Promise<void> {
  const { nights, suites, workloads, noise, regression } = options;
  const { datasets = ["reddit@1/16", "cora"], contenders = CONTENDERS, below = 0, n = 13 } = options;
  const stream = new RandomStream(5, "synthetic nights");
  for (let night = 0; night < nights; night++) {
    const session = `night-${String(night + 1).padStart(3, "0")}`;
    const created = new Date(Date.UTC(2026, 0, 1 + night, 2)).toISOString();
    const [suite] = sessionDocument().suites;
    const texts = Array.from({ length: suites }, (_, s) => ({
      ...suite,
      id: `hetu-gnn/figure-${s + 1}`,
      artifact: `Figure ${s + 1}`,
      title: `Orderings ${s + 1}`,
    }));
    const rows = texts.flatMap(({ id, artifact }) =>
      Array.from({ length: workloads }, (_, w) => {
        const times = contenders.map((contender, c) => {
          const slow = regression && night >= regression.night && w === 0 && c === 1 ? regression.factor : 1;
          return { contender, ms: (4 + w % 7 - Math.min(c, 1)) * slow * Math.exp(noise * stream.normal()) };
        });
        return times.flatMap(({ contender, ms }) => {
          const shared = {
            profile: "standard",
            suite: id,
            artifact,
            contender,
            dataset: datasets[w % datasets.length],
            cell: `${id}:w${w}:${contender}`,
            n,
            factors: `ordering=${contender};width=${16 << (w % 4)}`,
            commit: `c0ffee${night}`,
          };
          const speedup = times[0].ms / ms;
          return [
            newRow({
              ...shared,
              median: ms - below,
              mad: ms * 0.01,
              ci_lo: ms * 0.99 - below,
              ci_hi: ms * 1.01 - below,
            }),
            newRow({
              ...shared,
              metric: "speedup",
              unit: "x",
              // A suite that times by itself names no baseline.
              vs: w === 0 ? "" : "natural",
              median: speedup,
              mad: 0.01,
              ci_lo: speedup * 0.985,
              ci_hi: speedup * 1.015,
              timer: "",
            }),
          ];
        });
      }).flat()
    ).map((row) => ({ ...row, schema: 1, session, attempt: 1 }));
    const journal = texts.flatMap(({ id }) =>
      Array.from({ length: workloads }, (_, w) =>
        JSON.stringify({
          suite: id,
          workload: `w${w}`,
          key: `k${w}`,
          attempt: 1,
          rows: 2 * contenders.length,
          samples: 0,
          finished: created,
        }) + "\n")
    ).join("");
    const document = sessionDocument({
      session,
      created,
      updated: created,
      profile: "standard",
      suites: texts,
      environment: {
        cpu: "Some CPU",
        "cpu last-level cache": "33554432",
        "load average": String(night % 9),
        commit: `c0ffee${night}`,
      },
    });
    const folder = join(root, session);
    await Deno.mkdir(folder, { recursive: true });
    const write = (file: string, text: string) => Deno.writeTextFile(join(folder, file), text);
    await write("session.json", JSON.stringify(document));
    await write(ROWS.file, headerLine(ROWS) + tableLines(ROWS, rows));
    await write(SAMPLES.file, headerLine(SAMPLES));
    await write("journal.jsonl", journal);
    await write(COMPARISONS.file, headerLine(COMPARISONS));
    await write(CLAIMS.file, headerLine(CLAIMS) + tableLines(CLAIMS, [claimRow({ session })]));
  }
}
