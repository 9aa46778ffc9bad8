/**
 * Session that the page runs: calibration, then the ladder on each graph, by the same code as a run of the
 * command line.
 *
 * @module
 */
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { measureRoofline } from "../../../hardware/webgpu/probes/roofline.ts";
import { spmmWebGpuKernels } from "../../../kernels/spmm/webgpu_kernels.ts";
import { MissingError } from "../../../platform/errors.ts";
import { type Row, SCHEMA } from "../../../results/row.ts";
import { sentinelDrift } from "../../../results/sentinel.ts";
import { type FinishedLines, finishedLines } from "../../../results/store/finished_comparison.ts";
import type {
  CalibrationText,
  DatasetText,
  PaperText,
  SessionDocument,
} from "../../../results/store/session_document.ts";
import type { Lab } from "../../lab.ts";
import { calibrate, openSentinel, type Sentinel } from "../../session/calibration.ts";
import type { RowContext } from "../../session/comparison/cell_rows.ts";
import { ComparisonRun } from "../../session/comparison/comparison_run.ts";
import { SessionMemo } from "../../session/session_memo.ts";
import { drawPageGraph, GRAPH_SETS, type GraphSet, pageDatasetText } from "./page_graphs.ts";
import { pageProfile } from "./page_profile.ts";
import { pageSuite, pageSuiteText } from "./page_suite.ts";
import { browserEnvironment, clockStepMs } from "./reader_card.ts";

/** Seed of every random choice, the one of runs that name none. */
const SEED = 1;

/** Request to run the ladder. */
export interface PageRequest {
  /** Graphs to run on. */
  readonly set: GraphSet;
  /** Whether to time an emulation of a card too. */
  readonly allowSoftware: boolean;
  /** Commit of the harness that wrote the page. */
  readonly commit: string;
  /** Text of the paper `own` in sessions. */
  readonly paper: PaperText;
  /** Stops after the round in progress. */
  readonly signal: AbortSignal;
  /** Shows what is going on. */
  readonly say: (text: string) => void;
  /** Receives the session after each of its parts. */
  readonly onPart: (session: PageSession) => void;
}

/** A session of the page, so far. */
export interface PageSession {
  /** Content of session.json. */
  readonly document: SessionDocument;
  /** Finished comparisons, in order. */
  readonly finished: readonly FinishedLines[];
  /** Rows of all comparisons. */
  readonly rows: readonly Row[];
  /** Smallest step of the browser's clock, in milliseconds. */
  readonly clockMs: number;
}

/** Refuses what only the command line has. */
function unavailable(what: string): never {
  throw new MissingError({
    action: what,
    current: "a page in a browser",
    wanted: "a run",
    next: "use repro",
  });
}

/** Name of a session by the time of its start. */
function sessionName(now: Date): string {
  return `try-${now.toISOString().slice(0, 16).replaceAll(/[^0-9]/g, "")}`;
}

/**
 * Runs the ladder on a device.
 *
 * @throws {ReproError} where the calibration fails; a kernel that fails or is wrong has a row that says so.
 */
export async function runPageSession(device: WebGpuDevice, request: PageRequest): Promise<PageSession> {
  const { set, allowSoftware, commit, paper, signal, say, onPart } = request;
  const started = performance.now(), now = new Date();
  const clockMs = clockStepMs(), graphs = GRAPH_SETS[set];
  const profile = pageProfile(set, device, clockMs), suite = pageSuite(graphs), memo = new SessionMemo();
  const { backend, adapterKind, name, threads } = device;
  const datasets: DatasetText[] = [], finished: FinishedLines[] = [], rows: Row[] = [];
  let calibration: CalibrationText | null = null;
  const session = (isFinished = false): PageSession => ({
    document: {
      schema: SCHEMA,
      session: sessionName(now),
      created: now.toISOString(),
      updated: new Date().toISOString(),
      profile: profile.id,
      seed: SEED,
      command: ["try.html", set],
      device: { backend, adapterKind, name, threads },
      calibration: calibration && {
        ...calibration,
        sentinelDrift: sentinelDrift(rows, calibration.smallestDifference)?.drift ?? 1,
      },
      environment: browserEnvironment(device, { clockMs, commit }),
      papers: [paper],
      suites: [pageSuiteText(suite)],
      datasets: [...datasets],
      seconds: (performance.now() - started) / 1000,
      finished: isFinished,
    },
    finished: [...finished],
    rows: [...rows],
    clockMs,
  });
  const lab: Lab = {
    device,
    allowSoftware,
    profile,
    seed: SEED,
    hostThreads: 0,
    ranks: { count: 1, engine: "local" },
    cached: () => unavailable("look into the cache folder"),
    once: (...asked) => memo.get(lab, ...asked),
    kept: (_name, ...asked) => memo.get(lab, ...asked),
    load: () => unavailable("load a dataset"),
    say,
    // The page shows what it says as it runs.
    phase: () => {},
  };
  let sentinel: Sentinel | undefined;
  try {
    if (adapterKind !== "software" || allowSoftware) {
      say("The card against itself: how small a difference this page can see.");
      const means = {
        kernel: spmmWebGpuKernels.at(-1)!,
        roofline: async () => {
          const { copyGBs, readGBs, gflops } = await measureRoofline(device);
          return { bandwidthGBs: Math.max(copyGBs, readGBs), gflops };
        },
      };
      calibration = await calibrate(lab, means, signal);
      sentinel = await openSentinel(lab, means);
      onPart(session());
    }
    const context: RowContext = {
      commit,
      calibration,
      allowSoftware,
      signal,
      gpuState: () => Promise.resolve(undefined),
    };
    for (const { name, workload } of graphs) {
      signal.throwIfAborted();
      say(`Drawing the graph ${name}.`);
      await nextFrame();
      const began = performance.now();
      const dataset = await drawPageGraph(name, SEED);
      datasets.push(pageDatasetText(dataset));
      say(`${name}: each kernel against the oracle.`);
      await nextFrame();
      const run = new ComparisonRun(suite, workload, suite.contenders, { lab, context });
      const identity = await run.open(dataset);
      const outcome = await run.run({
        sentinel: sentinel?.contender,
        onRound: (round, planned) => say(`${name}: round ${round} of ${planned}.`),
      });
      const seconds = (performance.now() - began) / 1000;
      const lines = await finishedLines(
        { suite: suite.id, workload: workload.id, ...identity, ...outcome, seconds },
        { session: sessionName(now), attempt: 1 },
      );
      finished.push(lines);
      rows.push(...lines.rows);
      onPart(session());
    }
    return session(true);
  } finally {
    sentinel?.close();
  }
}

/** Lets the browser draw. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
