/**
 * Texts of a session about its suites, papers and datasets, so that a report needs nothing but the session.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { isTimed } from "../../hardware/emulated.ts";
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { fidelityOf } from "../../datasets/fidelity.ts";
import { SavedTuning } from "../../kernels/tuning/saved_tuning.ts";
import { shellLine } from "../../platform/command_line/shell_line.ts";
import { counted } from "../../platform/text/plural.ts";
import { type Row, SCHEMA } from "../../results/row.ts";
import type {
  DatasetSummary,
  PaperText,
  SessionDocument,
  SuiteText,
} from "../../results/store/session_document.ts";
import { findPaper } from "../papers.ts";
import { absentPeersLine } from "../peers/absent_peers.ts";
import { profileOf } from "../profiles.ts";
import { FEW_ROUNDS, type Suite, takesFewRounds } from "../suite.ts";
import { suiteText } from "../suite_text.ts";
import { allSuites, isShippedSuite } from "../suites.ts";
import type { PlannedComparison } from "./planning/plan.ts";
import type { ReproOptions } from "./repro_options.ts";

/** Options that, beside the suites, must be repeated for a run under the same conditions. */
const CONDITIONS = [
  "profile",
  "seed",
  "device",
  "webgpu",
  "adapter",
  "allowSoftware",
  "threads",
  "deviceMemory",
  "ranks",
  "engine",
  "strictData",
  "dataDir",
  "kernel",
  "kernelWait",
  "graph",
  "width",
  "symmetrise",
] as const;

type Conditions = Pick<ReproOptions, (typeof CONDITIONS)[number]>;

/** Command-line flags that ask for these conditions; defaults have no flag. */
function flagsOf(conditions: Conditions): string[] {
  const { profile, seed, device, webgpu, adapter, threads, deviceMemory, ranks, engine } = conditions;
  const { dataDir, kernel, kernelWait, graph, width } = conditions;
  const valued = {
    profile: profile === "standard" ? undefined : profile,
    seed: seed === 1 ? undefined : seed,
    device: device === "auto" ? undefined : device,
    webgpu: webgpu === "auto" ? undefined : webgpu,
    adapter,
    threads,
    "device-memory": deviceMemory,
    ranks,
    engine,
    "data-dir": dataDir,
    kernel,
    "kernel-wait": kernelWait === undefined ? undefined : `${kernelWait}s`,
    graph,
    width,
  };
  return [
    ...Object.entries(valued).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, String(value)]
    ),
    ...(conditions.symmetrise ? ["--symmetrise"] : []),
    ...(conditions.allowSoftware ? ["--allow-software"] : []),
    ...(conditions.strictData ? ["--strict-data"] : []),
  ];
}

/** Document of a session that begins now, before anything has run. */
export function newDocument(
  { command = [] }: Pick<ReproOptions, "command">,
  { device, ...begun }: Pick<SessionDocument, "session" | "profile" | "seed" | "environment"> & {
    readonly device: Device;
  },
): SessionDocument {
  const now = new Date().toISOString(), { backend, adapterKind, name, threads, tuning } = device;
  return {
    schema: SCHEMA,
    ...begun,
    created: now,
    updated: now,
    command,
    device: { backend, adapterKind, name, threads },
    calibration: null,
    papers: [],
    suites: [],
    datasets: [],
    ...(tuning instanceof SavedTuning && { tuning: tuning.choices }),
    seconds: 0,
    finished: false,
  };
}

/** Call that repeats a suite of a script, which the command line does not know. */
function scriptCall(suite: Suite, conditions: Conditions): string {
  const kept = CONDITIONS.flatMap((name) =>
    conditions[name] === undefined ? [] : [[name, conditions[name]] as const]
  );
  const call = JSON.stringify({ papers: [suite.id], ...Object.fromEntries(kept) });
  return `repro(${call}) in the script that registers ${suite.id}`;
}

/** A suite as a reader sees it, with the command that repeats it under the same conditions. */
function sessionSuiteText(suite: Suite, conditions: Conditions): SuiteText {
  const line = ["deno", "task", "repro", suite.id, ...flagsOf(conditions)];
  const text = suiteText(suite, isShippedSuite(suite) ? shellLine(line) : scriptCall(suite, conditions));
  const hasFewRounds = takesFewRounds(suite, profileOf(conditions.profile ?? "standard").id);
  return hasFewRounds ? { ...text, notes: [FEW_ROUNDS, ...text.notes] } : text;
}

/** Text of a suite with the sentences that its rows make; texts of suites that are gone stay as they are. */
export function answeredText(text: SuiteText, rows: readonly Row[]): SuiteText {
  const suite = allSuites().find(({ id }) => id === text.id);
  if (suite?.answers === undefined) return text;
  return { ...text, answers: suite.answers(rows.filter((row) => row.suite === text.id)) };
}

/** Summary of a loaded dataset; for a stand-in, with its fidelity to the real graph. */
export function datasetSummary(dataset: LoadedDataset): DatasetSummary {
  const { id, kind, hash, counts, note } = dataset;
  return {
    name: id,
    kind,
    hash,
    vertices: counts.vertices,
    storedEdges: counts.storedEdges,
    note,
    fidelity: fidelityOf(dataset),
  };
}

/** A paper as a reader sees it. */
export function paperText(id: string): PaperText {
  const { title, reference, hardware } = findPaper(id);
  return {
    id,
    title,
    reference: reference === null
      ? "questions of this harness itself"
      : `${reference.authors.join(", ")}. ${reference.title}. ${reference.venue}, ${reference.year}.`,
    url: reference?.url ?? "",
    hardware: hardware ?? "",
  };
}

/** A device in a line of progress: its name and, where WebGPU's implementation was chosen for it, why. */
function deviceText({ name, facts }: Pick<Device, "name" | "facts">): string {
  const because = facts?.["webgpu choice"];
  return because === undefined ? name : `${name}, WebGPU by ${facts!.webgpu}: ${because}`;
}

/** First lines of a run: its session and device, what an emulated GPU is good for, and absent peers. */
export async function beginningLines(
  session: string,
  planned: readonly Pick<PlannedComparison, "contenders">[],
  { device, allowSoftware }: {
    readonly device: Pick<Device, "name" | "facts" | "backend" | "adapterKind">;
    readonly allowSoftware: boolean;
  },
): Promise<string[]> {
  const absent = await absentPeersLine(planned.flatMap(({ contenders }) => contenders), device);
  return [
    `session ${session}: ${counted(planned.length, "comparison")} on ${deviceText(device)}`,
    ...isTimed({ device, allowSoftware }) ? [] : [
      "note: this adapter emulates a GPU: kernels are checked at the sizes of profile smoke, and not timed; " +
      "--allow-software times them at those of the profile that was asked for",
    ],
    ...absent === undefined ? [] : [absent],
  ];
}

/** Document with the texts of these suites, in place of older ones, and of all its papers. */
export function withSuites(
  document: SessionDocument,
  suites: readonly Suite[],
  conditions: Conditions,
): SessionDocument {
  const texts = new Map(document.suites.map((text) => [text.id, text]));
  for (const suite of suites) texts.set(suite.id, sessionSuiteText(suite, conditions));
  const papers = [...new Set([...texts.values()].map(({ paper }) => paper))].map(paperText);
  return { ...document, suites: [...texts.values()], papers };
}
