/**
 * Estimate of a run for `--dry-run`: the comparisons, and roughly their time, memory and disk space. Sizes
 * are those that the profile will load; times assume a device of the speed below and are there to tell
 * minutes from hours.
 *
 * @module
 */
import {
  chooseScale,
  drawnCounts,
  formatDatasetName,
  parseDatasetName,
} from "../../../datasets/generators/stand_in.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import { spmmWork } from "../../../kernels/spmm/spmm_work.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { textTable } from "../../../platform/text/text_table.ts";
import { comparisonName } from "../../../results/history/comparison_seconds.ts";
import { type EarlierSeconds, secondsAtPace } from "../../../results/history/expected_seconds.ts";
import { formatSeconds } from "../../../platform/text/number.ts";
import { type Profile, profileOf } from "../../profiles.ts";
import type { Workload } from "../../cell.ts";
import { profileFor } from "../../suite.ts";
import { selectSuites } from "../../suites.ts";
import { planRun } from "./plan.ts";
import type { ReproOptions } from "../repro_options.ts";

/** Assumed multiply-adds a second of a kernel: a laptop's two cores through WebAssembly. */
const KERNEL_RATE = 2e9;
/**
 * Assumed multiply-adds a second of the oracle, and stored edges a second of loading and ordering a graph.
 */
const ORACLE_RATE = 5e8;
const GRAPH_RATE = 3e6;
/**
 * Bytes of a session's folder: those of the page's own code, and what rows, samples, plots, page and notebook
 * have for a cell. Recorded sessions of whole suites have 0.6 to 1.6 times as much, those with hundreds of
 * trainings a cell four times.
 */
const SESSION_BYTES = 2e6, CELL_BYTES = 17e3;

/** One comparison of the plan. */
export interface PlannedEstimate {
  /** Suite id: `hetu-gnn/figure-8`. */
  readonly suite: string;
  /** Workload id within the suite. */
  readonly workload: string;
  /** Dataset as it would be loaded; a real graph is named plainly. */
  readonly dataset: string;
  /** Ids of the contenders, the baseline included. */
  readonly contenders: readonly string[];
  /** Entries of the adjacency matrix that would be loaded. */
  readonly storedEdges: number;
  /** Wall time of loading, checking and measuring: as it took last, else as recorded, else by sizes. */
  readonly seconds: number;
  /** Whether the time is the one of an earlier run of the comparison. */
  readonly ran: boolean;
  /**
   * Whether no known session has run the comparison and nothing else tells its time: it is joint or exact, or
   * on a user's own graph, whose file is not read.
   */
  readonly unknown: boolean;
}

/** The whole plan. */
export interface PlanEstimate {
  /** Comparisons in the order in which they would run. */
  readonly comparisons: readonly PlannedEstimate[];
  /** Wall time of all comparisons. */
  readonly seconds: number;
  /**
   * Bytes of memory that the comparison which takes most needs at least, on the host or on the device; 0
   * where no graph is known.
   */
  readonly memoryBytes: number;
  /** Bytes of the session's folder, report and plots included. */
  readonly diskBytes: number;
  /** The same for a person. */
  readonly text: string;
}

/** The name and size that a workload's dataset comes in under a profile, without loading it. */
export function workloadSize(
  { dataset, ids }: Pick<Workload, "dataset" | "ids">,
  profile: Profile,
): { readonly dataset: string; readonly vertices: number; readonly storedEdges: number } {
  if (dataset === undefined) return { dataset: "no graph", vertices: 0, storedEdges: 0 };
  const { id, standIn } = parseDatasetName(dataset);
  const record = datasetRecord(id);
  const fits = record.counts.storedEdges <= profile.maxStoredEdges;
  if (standIn === undefined && fits) return { dataset: id, ...record.counts };
  const scale = standIn ?? chooseScale(record, profile.maxStoredEdges, ids);
  return { dataset: formatDatasetName({ id, standIn: scale }), ...drawnCounts(record.counts, scale) };
}

/**
 * Least memory of a comparison in bytes. Every comparison has its graph on the host. A product over the whole
 * graph has A, X and Y on the device once: where not all contenders fit there together, each is alone on it
 * with one set of operands, and its own layout of A is about as large as CSR. Sizes of mini-batches, and of
 * trainings without a width, do not follow from the graph's: these comparisons count as their graph.
 *
 * @param width Columns of X and Y; absent where the workload is no product on the whole graph.
 */
function leastMemory(vertices: number, entries: number, width: number | undefined): number {
  if (vertices === 0) return 0;
  const graph = { rows: vertices, cols: vertices, entries };
  return spmmWork({ ...graph, weighted: width !== undefined, width: width ?? 0 }).compulsoryBytes;
}

/**
 * Estimates a run without opening a device or a dataset.
 *
 * @param earlier Seconds of comparisons under the same conditions, by {@linkcode comparisonName}. Those of
 * other devices are taken at this device's pace; joint and exact comparisons have no other estimate.
 */
export function estimate(
  papers: readonly string[],
  options: Partial<Pick<ReproOptions, "artifact" | "profile" | "filter">>,
  { here = new Map(), elsewhere = new Map() }: EarlierSeconds = {},
): PlanEstimate {
  const others = secondsAtPace(elsewhere, here);
  const profile = profileOf(options.profile ?? "standard");
  let memoryBytes = 0, diskBytes = SESSION_BYTES;
  const comparisons = planRun(selectSuites(papers, options.artifact), profile, options.filter).map(
    ({ suite, workload, contenders }): PlannedEstimate => {
      const { dataset, vertices, storedEdges } = workloadSize(workload, profile);
      const { measurement } = suite;
      const isUnread = workload.dataset !== undefined && vertices === 0;
      let seconds = storedEdges / GRAPH_RATE;
      diskBytes += contenders.length * CELL_BYTES;
      const { width: factor } = workload.factors, isTimed = measurement.kind === "timed";
      const ownWidth = isTimed && typeof factor === "number" ? factor : undefined;
      memoryBytes = Math.max(memoryBytes, leastMemory(vertices, storedEdges, ownWidth));
      if (isTimed) {
        const width = ownWidth ?? 128;
        const macs = (storedEdges + vertices) * width;
        const { rounds: deciding, contextRounds } = profileFor(suite, profile);
        const rounds = measurement.decides ? deciding : contextRounds;
        const call = Math.max(0.02, macs / KERNEL_RATE);
        const timing = Math.min(profile.comparisonMs / 1000, rounds * contenders.length * call);
        seconds += contenders.length * (storedEdges / GRAPH_RATE + Math.min(macs, 2e9) / ORACLE_RATE) +
          timing;
      }
      const name = comparisonName(suite.id, workload.id), last = here.get(name);
      const recorded = last ?? others.get(name);
      return {
        suite: suite.id,
        workload: workload.id,
        dataset,
        contenders: contenders.map(({ id }) => id),
        storedEdges,
        seconds: recorded ?? seconds,
        ran: last !== undefined,
        unknown: recorded === undefined && (!isTimed || isUnread),
      };
    },
  );
  const seconds = sumOf(comparisons, (each) => each.seconds);
  const unknown = comparisons.filter((each) => each.unknown).length;
  const text = [
    textTable(
      ["comparison", "dataset", "contenders", "time"],
      comparisons.map((each) => [
        `${each.suite} ${each.workload}`,
        each.dataset,
        each.contenders.length,
        timeText(each),
      ]),
    ),
    "",
    `${comparisons.length} ${comparisons.length === 1 ? "comparison" : "comparisons"}, about ${
      formatSeconds(seconds)
    }${unknown > 0 ? ` without the ${unknown} not timed yet` : ""}, ${
      memoryBytes > 0 ? `at least ${formatBytes(memoryBytes)} of memory, ` : ""
    }about ${formatBytes(diskBytes)} of disk. Nothing was run.`,
  ].join("\n");
  return { comparisons, seconds, memoryBytes, diskBytes, text };
}

function timeText({ seconds, ran, unknown }: PlannedEstimate): string {
  if (unknown) return "not timed yet";
  return `about ${formatSeconds(seconds)}${ran ? ", as last time" : ""}`;
}
