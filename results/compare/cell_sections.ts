/**
 * Sections of a comparison's cells, for text and page: times, speed-ups, other values.
 *
 * @module
 */
import { median } from "../../platform/statistics/mod.ts";
import { deviceLabel } from "../history/track.ts";
import type { CellComparison, CellKind, SessionComparison } from "./compare.ts";
import type { SessionDocument } from "../store/session_document.ts";
import { choiceLine } from "../store/tuned_choice.ts";
import { areOfTwoDevices } from "./conditions.ts";

/** Cells of one kind. */
export interface CellSection {
  /** Kind of all cells in the section. */
  readonly kind: CellKind;
  /** Name in one or two words. */
  readonly name: string;
  /** Name with a remark that applies to all cells. */
  readonly heading: string;
  /** Cells in the order of the comparison. */
  readonly cells: readonly CellComparison[];
}

/** Times of one metric of one suite on two devices. */
export interface TimeSummary {
  /** Suite id. */
  readonly suite: string;
  /** A time or rate. */
  readonly metric: string;
  /** Number of cells with a ratio. */
  readonly n: number;
  /** Median of the cells' ratios, B over A. */
  readonly ratio: number;
  /** Lowest ratio. */
  readonly lowest: number;
  /** Highest ratio. */
  readonly highest: number;
  /** Number of cells that are slower on B. */
  readonly slower: number;
  /** Number of cells that are faster on B. */
  readonly faster: number;
}

/** Tuned numbers of a session that are not defaults. */
function tuningWords({ tuning = [] }: SessionDocument): string {
  const changed = tuning.filter(({ chosen, standard }) => chosen !== standard);
  return changed.length === 0 ? "defaults" : changed.map(choiceLine).join(", ");
}

/**
 * Conditions that differ for all cells, with the devices by name: `two devices: X, wasm (A) and Y, webgpu
 * (B)`.
 */
export function conditionWords({ conditions, a, b }: SessionComparison): string {
  return conditions.map((condition) => {
    switch (condition) {
      case "two devices":
        return `two devices: ${deviceLabel(a)} (A) and ${deviceLabel(b)} (B)`;
      case "other number of threads":
        return `other number of threads: ${a.device.threads} (A) and ${b.device.threads} (B)`;
      case "other implementation of WebGPU":
        return `other implementation of WebGPU: ${a.environment.webgpu} (A) and ${b.environment.webgpu} (B)`;
      case "other tuning":
        return `other tuning: ${tuningWords(a)} (A) and ${tuningWords(b)} (B)`;
      case "other profile":
        return `other profile: ${a.profile} (A) and ${b.profile} (B)`;
      case "other seed":
        return `other seed: ${a.seed} (A) and ${b.seed} (B)`;
    }
  }).join("; ");
}

/** The sections that have cells. */
export function cellSections(comparison: SessionComparison): CellSection[] {
  const { conditions } = comparison;
  const times = areOfTwoDevices(conditions) ? `Times (${conditions[0]})` : "Times";
  const headings: readonly [CellKind, string, string][] = [
    ["time", "Times", times],
    ["speed-up", "Speed-ups", "Speed-ups, each against its own session's baseline"],
    ["value", "Other values", "Other values"],
  ];
  const byKind = Map.groupBy(comparison.cells, ({ kind }) => kind);
  return headings.flatMap(([kind, name, heading]) => {
    const cells = byKind.get(kind);
    return cells === undefined ? [] : [{ kind, name, heading, cells }];
  });
}

/** Times by suite and metric: one line a suite, with the ratios between the two devices. */
export function timeSummaries(cells: readonly CellComparison[]): TimeSummary[] {
  const timed = cells.filter(({ kind, ratio, outcome }) =>
    kind === "time" && ratio !== undefined && outcome !== "noted"
  );
  const groups = Map.groupBy(timed, ({ a }) => JSON.stringify([a.suite, a.metric]));
  return [...groups.values()].map((group) => {
    const ratios = group.map(({ ratio }) => ratio!);
    const count = (wanted: CellComparison["outcome"]) =>
      group.filter(({ outcome }) => outcome === wanted).length;
    return {
      suite: group[0].a.suite,
      metric: group[0].a.metric,
      n: group.length,
      ratio: median(ratios),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
      slower: count("slower"),
      faster: count("faster"),
    };
  }).toSorted((x, y) => x.suite < y.suite ? -1 : x.suite > y.suite ? 1 : x.metric < y.metric ? -1 : 1);
}

/** Reason and marks of a cell in one line. */
export function remarkWords({ reason, marks }: CellComparison): string {
  return [reason, ...marks].filter(Boolean).join("; ");
}
