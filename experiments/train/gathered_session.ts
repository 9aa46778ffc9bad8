/**
 * Session from the logs of ranks: a workload a training, with the slowest, the median and the fastest rank as
 * contenders.
 *
 * @module
 */
import { basename, resolve } from "node:path";
import { contentKey } from "../../platform/files/digest.ts";
import { shellLine } from "../../platform/command_line/shell_line.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { bootstrapMedianInterval, median, medianAbsoluteDeviation } from "../../platform/statistics/mod.ts";
import { SCHEMA } from "../../results/row.ts";
import type { DatasetSummary, SessionDocument, SuiteText } from "../../results/store/session_document.ts";
import type { FinishedComparison, NewRow, NewSample } from "../../results/store/store.ts";
import type { RankSpread } from "../../training/runs/epoch_record.ts";
import { metricTexts } from "../metrics.ts";
import { paperText } from "../session/session_texts.ts";
import { type GatheredMetric, gatheredMetrics, wholeEpochs } from "./gathered_metrics.ts";
import { growthAnswers, phaseAnswers } from "./gathered_answers.ts";
import type { LoggedTraining } from "./rank_logs.ts";

/** Suite of the rows. */
const SUITE = "own/train";

/** Contenders: values of the slowest rank (or the one with most), the median, the fastest (or least). */
const CONTENDERS: readonly { readonly id: keyof RankSpread; readonly label: string }[] = [
  { id: "slowest", label: "slowest rank, or most of any" },
  { id: "median", label: "median rank" },
  { id: "fastest", label: "fastest rank, or least of any" },
];

/** Settings of a training that its rows name. */
interface LoggedSettings {
  readonly model: string;
  readonly seed: number;
  readonly [name: string]: unknown;
}

const settingsOf = ({ training }: LoggedTraining) => training.settings as LoggedSettings;

/** Name of everything but the number of ranks: trainings that are alike share it. */
function likeness({ training }: LoggedTraining): string {
  const { dataset, device, settings, engine } = training, { ranks: _, ...same } = settings as LoggedSettings;
  return `${dataset.id}:${contentKey({ device, settings: same }).slice(0, 6)}:${engine}`;
}

const workloadOf = (logged: LoggedTraining) => `${likeness(logged)}:r${logged.training.ranks}`;

/** Settings by name, where they are plain. */
function factorsOf(logged: LoggedTraining): Readonly<Record<string, string>> {
  const { engine, ranks } = logged.training, { model: _, seed: _seed, ...settings } = settingsOf(logged);
  return Object.fromEntries(
    Object.entries({ ...settings, engine, ranks }).flatMap(([name, value]) =>
      value === undefined || value !== null && typeof value === "object" && !Array.isArray(value)
        ? []
        : [[name, String(value)]]
    ),
  );
}

/** Comparison of the ranks of a training. */
export function gatheredComparison(logged: LoggedTraining, profile: string): FinishedComparison {
  const { training, ranks, key } = logged, { dataset, partition } = training;
  const { backend, adapterKind, isa, threads } = ranks[0].ready.on, { model, seed } = settingsOf(logged);
  const workload = workloadOf(logged), rows: NewRow[] = [], samples: NewSample[] = [];
  const factors = Object.entries(factorsOf(logged)).sort(([a], [b]) => a < b ? -1 : 1);
  for (const metric of gatheredMetrics(ranks)) {
    for (const { id: contender } of CONTENDERS) {
      const cell = `${SUITE}:${workload}:${contender}`, values = metric.values.map((of) => of[contender]);
      rows.push({
        profile,
        suite: SUITE,
        paper: "own",
        artifact: "Training",
        cell,
        contender,
        vs: "",
        dataset: dataset.id,
        dataset_kind: dataset.kind,
        dataset_hash: dataset.hash,
        model,
        backend,
        adapter_kind: adapterKind,
        threads,
        factors: factors.map(([name, value]) => `${name}=${value}`).join(";"),
        metric: metric.id,
        unit: metric.unit,
        ...summary(values, seed),
        source: "measured",
        timer: metric.unit === "ms" || metric.unit === "s" ? "wall" : "",
        roofline_share: undefined,
        rel_err: undefined,
        tolerance: undefined,
        checked_rows: undefined,
        seed,
        commit: "",
        status: "ok",
        reason: "",
        isa,
        webgpu: "",
        ranks: training.ranks,
      });
      samples.push(...values.map((value, round) => ({
        cell,
        metric: metric.id,
        unit: metric.unit,
        preparation: 0,
        round,
        calls: 1,
        value,
      })));
    }
  }
  const question = contentKey({ suite: SUITE, workload, dataset: dataset.hash, partition });
  return {
    suite: SUITE,
    workload,
    key: contentKey({ key, rows: samples }),
    subject: { question, kernels: {} },
    seconds: secondsOf(logged),
    rows,
    samples,
  };
}

function summary(values: readonly number[], seed: number) {
  const several = values.length > 1, { lo, hi } = bootstrapMedianInterval(values, { seed });
  return {
    n: values.length,
    median: median(values),
    mad: several ? medianAbsoluteDeviation(values) : undefined,
    ci_lo: several ? lo : undefined,
    ci_hi: several ? hi : undefined,
  };
}

/** Times of the first and the last line of all ranks. */
function spanOf(all: readonly LoggedTraining[]): { readonly began: string; readonly ended: string } {
  const ranks = all.flatMap((logged) => logged.ranks);
  const began = ranks.map((rank) => rank.began).sort(), ended = ranks.map((rank) => rank.ended).sort();
  return { began: began[0], ended: ended.at(-1)! };
}

/** Seconds of a training: those of the rank that has run longest. */
function secondsOf({ ranks }: LoggedTraining): number {
  return ranks.reduce((most, { seconds }) => Math.max(most, seconds), 0);
}

/** Ranks that a training lacks, or that have stopped before the others, in words. */
export function unevenRanks({ training, ranks }: LoggedTraining): string[] {
  const byNumber = new Map(ranks.map((each) => [each.rank, each]));
  const last = Math.max(0, ...ranks.map(({ epochs }) => epochs.at(-1)?.epoch ?? 0));
  return Array.from({ length: training.ranks }, (_, rank) => rank).flatMap((rank) => {
    const own = byNumber.get(rank), at = own?.epochs.at(-1)?.epoch ?? 0;
    if (!own) return [`rank ${rank}: no log`];
    return at < last ? [`rank ${rank}: stopped at epoch ${at} of ${last}, on ${own.ready.host}`] : [];
  });
}

/** Document of the session in a folder. */
export function gatheredDocument(folder: string, all: readonly LoggedTraining[]): SessionDocument {
  const [first] = all, { backend, adapterKind, threads } = first.ranks[0].ready.on;
  const { began, ended } = spanOf(all), ready = all.flatMap(({ ranks }) => ranks.map((rank) => rank.ready));
  const distinct = (words: readonly string[]) => [...new Set(words)].join(", ");
  return {
    schema: SCHEMA,
    session: basename(resolve(folder)),
    created: began,
    updated: ended,
    profile: "training",
    seed: settingsOf(first).seed,
    command: first.training.command,
    device: { backend, adapterKind, name: ready[0].device, threads },
    calibration: null,
    environment: {
      "hosts": distinct(ready.map(({ host }) => host)),
      "devices": distinct(ready.map(({ device }) => device)),
      "instruction set": distinct(ready.map(({ on }) => on.isa)),
      "ranks": distinct(all.map(({ training: { ranks, engine } }) => `${ranks} (${engine})`)),
    },
    papers: [paperText("own")],
    suites: [trainingsText(all)],
    datasets: datasetsOf(all),
    seconds: sumOf(all, secondsOf),
    finished: all.every((logged) => unevenRanks(logged).length === 0 && wholeEpochs(logged.ranks).length > 0),
  };
}

function datasetsOf(all: readonly LoggedTraining[]): DatasetSummary[] {
  const byId = new Map(all.map((logged) => [logged.training.dataset.id, logged]));
  return [...byId.values()].map(({ training: { dataset: { id, kind, hash } }, ranks }) => {
    const sum = (of: "solid" | "edges") => sumOf(ranks, ({ ready }) => ready[of]);
    return {
      name: id,
      kind,
      hash,
      vertices: sum("solid"),
      storedEdges: sum("edges"),
      note: "vertices and entries of the ranks that have a log",
      fidelity: [],
    };
  });
}

function trainingsText(all: readonly LoggedTraining[]): SuiteText {
  const metrics = new Map<string, GatheredMetric>(
    all.flatMap(({ ranks }) => gatheredMetrics(ranks)).map((metric) => [metric.id, metric]),
  );
  const plots = ["epoch_time", "open_time", "peak_bytes", "sent_bytes"].filter((id) => metrics.has(id));
  return {
    id: SUITE,
    paper: "own",
    artifact: "Training",
    title: "Training over ranks",
    question: "Where does the time of an epoch go, and what does a rank hold and send?",
    contenders: CONTENDERS,
    baseline: "median",
    metrics: metricTexts(Object.fromEntries(metrics)),
    plots: plots.map((metric) => ({ metric, x: "ranks", logarithmic: true })),
    settings: Object.fromEntries(
      all.flatMap(({ training }, i) => [[`training ${i + 1}`, shellLine(training.command)]]),
    ),
    notes: [
      "Values are of the slowest, the median and the fastest rank, metric by metric: those of one line can be of " +
      "several ranks. ranks.csv has each rank.",
      "Local ranks are workers of one process: the memory of the process is that of all of them.",
      "Times are of a training, whose losses are recorded and not compared with an oracle: no row has a check.",
    ],
    answers: [
      ...all.flatMap(phaseAnswers),
      ...Map.groupBy(all, likeness).values().flatMap(growthAnswers),
    ],
    command: "deno run -A examples/cluster/gather.ts OUT FOLDER...",
  };
}
