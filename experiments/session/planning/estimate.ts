/**
 * Estimate of a run for `--dry-run`: the comparisons, and roughly their time, memory and disk space.
 *
 * @module
 */
import { formatBytes } from "../../../platform/text/bytes.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { textTable } from "../../../platform/text/text_table.ts";
import { comparisonName } from "../../../results/history/comparison_seconds.ts";
import { type EarlierSeconds, secondsAtPace } from "../../../results/history/expected_seconds.ts";
import { formatSeconds } from "../../../platform/text/time.ts";
import { profileOf } from "../../profiles.ts";
import { selectSuites } from "../../suites.ts";
import { type PlannedComparison, planRun } from "./plan.ts";
import type { ReproOptions } from "../repro_options.ts";
import { estimateBySize, type SizeEstimate } from "./size_estimate.ts";

/**
 * Bytes of a session's folder: those of the page's own code, and what rows, samples, plots, page and notebook
 * have for a cell. Recorded sessions of whole suites have 0.6 to 1.6 times as much, those with hundreds of
 * trainings a cell four times.
 */
const SESSION_BYTES = 2e6, CELL_BYTES = 17e3;

/**
 * Source of the time of a comparison: the last time that it ran here, other devices, a run on smaller
 * graphs, its size, or nothing.
 */
export type TimeBasis = "last-time" | "other-device" | "smaller-graph" | "size" | "nothing";

/** One comparison of the plan. */
export interface PlannedEstimate extends Pick<SizeEstimate, "dataset" | "storedEdges" | "seconds"> {
  /** Suite id: `hetu-gnn/figure-8`. */
  readonly suite: string;
  /** Workload id within the suite. */
  readonly workload: string;
  /** Ids of the contenders, the baseline included. */
  readonly contenders: readonly string[];
  /** Source of `seconds`; where it is `nothing`, they are those of loading alone. */
  readonly basis: TimeBasis;
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

/** Time of a comparison with its source: the nearest of its earlier runs, else its size. */
function bestTime(
  { suite, workload }: PlannedComparison,
  { seconds, isWhole }: SizeEstimate,
  { here, elsewhere, scaled }: EarlierSeconds,
): Pick<PlannedEstimate, "seconds" | "basis"> {
  const name = comparisonName(suite.id, workload.id);
  const earlier = [
    ["last-time", here],
    ["other-device", elsewhere],
    ["smaller-graph", scaled],
  ] as const;
  for (const [basis, known] of earlier) {
    const took = known?.get(name);
    if (took !== undefined) return { seconds: took, basis };
  }
  return { seconds, basis: isWhole ? "size" : "nothing" };
}

/**
 * Estimates a run without opening a device or a dataset.
 *
 * @param earlier Seconds of earlier runs. Those of other devices are taken at this device's pace; joint and
 * exact comparisons have no other estimate.
 */
export function estimate(
  papers: readonly string[],
  options: Partial<Pick<ReproOptions, "artifact" | "profile" | "filter">>,
  earlier: EarlierSeconds = {},
): PlanEstimate {
  const { here = new Map(), elsewhere = new Map() } = earlier;
  const known = { ...earlier, elsewhere: secondsAtPace(elsewhere, here) };
  const profile = profileOf(options.profile ?? "standard");
  const planned = planRun(selectSuites(papers, options.artifact), profile, options.filter);
  const sizes = planned.map((each) => estimateBySize(each, profile));
  const comparisons = planned.map((each, i): PlannedEstimate => ({
    suite: each.suite.id,
    workload: each.workload.id,
    dataset: sizes[i].dataset,
    contenders: each.contenders.map(({ id }) => id),
    storedEdges: sizes[i].storedEdges,
    ...bestTime(each, sizes[i], known),
  }));
  const figures = {
    seconds: sumOf(comparisons, (each) => each.seconds),
    memoryBytes: sizes.reduce((most, { memoryBytes }) => Math.max(most, memoryBytes), 0),
    diskBytes: SESSION_BYTES + CELL_BYTES * sumOf(planned, ({ contenders }) => contenders.length),
  };
  return { comparisons, ...figures, text: planText(comparisons, figures) };
}

function planText(
  comparisons: readonly PlannedEstimate[],
  { seconds, memoryBytes, diskBytes }: Omit<PlanEstimate, "comparisons" | "text">,
): string {
  const untimed = comparisons.filter(({ basis }) => basis === "nothing").length;
  return [
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
    }${untimed > 0 ? ` without the ${untimed} not timed yet` : ""}, ${
      memoryBytes > 0 ? `at least ${formatBytes(memoryBytes)} of memory, ` : ""
    }about ${formatBytes(diskBytes)} of disk. Nothing was run.`,
  ].join("\n");
}

/** Words behind a time, by its basis. */
const BASIS_TEXTS: Readonly<Partial<Record<TimeBasis, string>>> = {
  "last-time": ", as last time",
  "smaller-graph": ", from a smaller graph",
};

function timeText({ seconds, basis }: PlannedEstimate): string {
  if (basis === "nothing") return "not timed yet";
  return `about ${formatSeconds(seconds)}${BASIS_TEXTS[basis] ?? ""}`;
}
