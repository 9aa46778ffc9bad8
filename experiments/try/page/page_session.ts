/**
 * Session that the page runs: calibration, then the ladder on each graph, by the same code as a run of the
 * command line.
 *
 * @module
 */
import { isTimed } from "../../../hardware/emulated.ts";
import { GpuLooks } from "../../../hardware/measuring/gpu_looks.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { measureRoofline } from "../../../hardware/webgpu/probes/roofline.ts";
import { spmmWebGpuKernels } from "../../../kernels/spmm/webgpu_kernels.ts";
import { type Row, SCHEMA } from "../../../results/row.ts";
import { sentinelDrift } from "../../../results/sentinel.ts";
import { type FinishedLines, finishedLines } from "../../../results/store/finished_comparison.ts";
import type {
  CalibrationRecord,
  DatasetSummary,
  PaperText,
  SessionDocument,
} from "../../../results/store/session_document.ts";
import type { Lab } from "../../lab.ts";
import { calibrate, openSentinel, type Sentinel } from "../../session/calibration.ts";
import type { RowContext } from "../../session/comparison/cell_rows.ts";
import { ComparisonRun } from "../../session/comparison/comparison_run.ts";
import {
  drawPageGraph,
  GRAPH_SETS,
  type GraphSet,
  pageDatasetSummary,
  type PageGraph,
} from "./page_graphs.ts";
import { pageLab } from "./page_lab.ts";
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

/** Name of a session by the time of its start. */
function sessionName(now: Date): string {
  return `try-${now.toISOString().slice(0, 16).replaceAll(/[^0-9]/g, "")}`;
}

/**
 * Runs the ladder on a device.
 *
 * @throws {ReproError} where the calibration fails; a kernel that fails or is wrong has a row that says so.
 */
export function runPageSession(device: WebGpuDevice, request: PageRequest): Promise<PageSession> {
  return new PageRun(device, request).run();
}

/** A run of the page, from its calibration to its last graph. */
class PageRun {
  readonly #device: WebGpuDevice;
  readonly #request: PageRequest;
  readonly #started = performance.now();
  readonly #created = new Date();
  readonly #clockMs = clockStepMs();
  readonly #graphs: readonly PageGraph[];
  readonly #suite: ReturnType<typeof pageSuite>;
  readonly #lab: Lab;
  readonly #datasets: DatasetSummary[] = [];
  readonly #finished: FinishedLines[] = [];
  readonly #rows: Row[] = [];
  #calibration: CalibrationRecord | null = null;
  #sentinel: Sentinel | undefined;

  constructor(device: WebGpuDevice, request: PageRequest) {
    const { set, allowSoftware, signal, say } = request;
    this.#device = device;
    this.#request = request;
    this.#graphs = GRAPH_SETS[set];
    this.#suite = pageSuite(this.#graphs);
    const profile = pageProfile(set, device, this.#clockMs);
    this.#lab = pageLab(device, { profile, seed: SEED, allowSoftware, signal, say });
  }

  async run(): Promise<PageSession> {
    const { onPart, signal } = this.#request;
    try {
      if (isTimed(this.#lab)) {
        await this.#calibrate();
        onPart(this.#session());
      }
      for (const graph of this.#graphs) {
        signal.throwIfAborted();
        await this.#compareOn(graph);
        onPart(this.#session());
      }
      return this.#session(true);
    } finally {
      this.#sentinel?.close();
    }
  }

  /** Measures what the session can resolve, and opens the kernel that takes part in all rounds. */
  async #calibrate(): Promise<void> {
    const { say } = this.#request;
    say("The card against itself: how small a difference this page can see.");
    const means = {
      kernel: spmmWebGpuKernels.at(-1)!,
      roofline: async () => {
        const { copyGBs, readGBs, gflops } = await measureRoofline(this.#device);
        return { bandwidthGBs: Math.max(copyGBs, readGBs), gflops };
      },
    };
    this.#calibration = await calibrate(this.#lab, means);
    this.#sentinel = await openSentinel(this.#lab, means);
  }

  /** Draws a graph, checks all kernels on it, and times them. */
  async #compareOn({ name, workload }: PageGraph): Promise<void> {
    const { commit, say } = this.#request;
    const context: RowContext = {
      commit,
      calibration: this.#calibration,
      gpuLooks: new GpuLooks(() => Promise.resolve(undefined)),
      readProcessors: () => undefined,
      memo: { noting: (measure) => measure(() => Promise.resolve()), disturbing: (own) => own },
    };
    say(`Drawing the graph ${name}.`);
    await nextFrame();
    const began = performance.now();
    const dataset = await drawPageGraph(name, SEED);
    this.#datasets.push(pageDatasetSummary(dataset));
    say(`${name}: each kernel against the oracle.`);
    await nextFrame();
    const suite = this.#suite;
    const run = new ComparisonRun(suite, workload, suite.contenders, { lab: this.#lab, context });
    const { identity, measure } = await run.open(dataset);
    const outcome = await measure({
      sentinel: this.#sentinel?.contender,
      onRound: (round, planned) => say(`${name}: round ${round} of ${planned}.`),
    });
    const seconds = (performance.now() - began) / 1000;
    const lines = await finishedLines(
      { suite: suite.id, workload: workload.id, ...identity, ...outcome, seconds },
      { session: sessionName(this.#created), attempt: 1 },
    );
    this.#finished.push(lines);
    this.#rows.push(...lines.rows);
  }

  /** The session so far; what comes later does not change it. */
  #session(isFinished = false): PageSession {
    return {
      document: this.#document(isFinished),
      finished: [...this.#finished],
      rows: [...this.#rows],
      clockMs: this.#clockMs,
    };
  }

  #document(isFinished: boolean): SessionDocument {
    const { set, commit, paper } = this.#request, calibration = this.#calibration;
    const { backend, adapterKind, name, threads } = this.#device;
    return {
      schema: SCHEMA,
      session: sessionName(this.#created),
      created: this.#created.toISOString(),
      updated: new Date().toISOString(),
      profile: this.#lab.profile.id,
      seed: SEED,
      command: ["try.html", set],
      device: { backend, adapterKind, name, threads },
      calibration: calibration && {
        ...calibration,
        sentinelDrift: sentinelDrift(this.#rows, calibration.smallestDifference)?.drift ?? 1,
      },
      environment: browserEnvironment(this.#device, { clockMs: this.#clockMs, commit }),
      papers: [paper],
      suites: [pageSuiteText(this.#suite)],
      datasets: [...this.#datasets],
      seconds: (performance.now() - this.#started) / 1000,
      finished: isFinished,
    };
  }
}

/** Lets the browser draw. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
