/**
 * Load of other programs during comparisons, as the journal keeps it, and words about it.
 *
 * @module
 */
import { counted } from "../platform/text/plural.ts";
import type { Row } from "./row.ts";

/** Load of other programs over some time. */
export interface OthersLoad {
  /** Processors that they kept busy. */
  readonly busy: number;
  /** Processors on which the run could compute. */
  readonly processors: number;
  /** Least `busy` that disturbs: less is usual, or cannot be told over so short a time. */
  readonly notable: number;
}

/** Whether a load disturbs what is measured beside it. */
export function disturbs(load: OthersLoad | undefined): load is OthersLoad {
  return load !== undefined && load.busy >= load.notable;
}

/** Text for a load: `0.63 of 2 processors`. */
export function loadText({ busy, processors }: Pick<OthersLoad, "busy" | "processors">): string {
  return `${busy.toFixed(2)} of ${counted(processors, "processor")}`;
}

/** Text for a load that disturbs; undefined for any other. */
export function disturbanceText(load: OthersLoad | undefined): string | undefined {
  return disturbs(load) ? loadText(load) : undefined;
}

/** Remark on times that were taken beside a load that disturbs; empty for any other. */
export function othersRemark(load: OthersLoad | undefined): string {
  const text = disturbanceText(load);
  return text === undefined ? "" : `other programs kept ${text} busy`;
}

/** Remark of {@linkcode othersRemark}. */
const OTHERS_REMARK = /^other programs kept \S+ of \S+ processors? busy$/;

/** Reason of a row without the remark on other programs, for readers whom one line tells it of all rows. */
export function reasonBesideOthers({ reason }: Pick<Row, "reason">): string {
  return reason.split("; ").filter((part) => !OTHERS_REMARK.test(part)).join("; ");
}

/** Comparisons of a session that other programs disturbed. */
export interface DisturbedCount {
  /** Number of disturbed comparisons. */
  readonly disturbed: number;
  /** Number of comparisons for which the system told the load. */
  readonly told: number;
  /** Greatest load; absent where none disturbed. */
  readonly greatest?: OthersLoad;
}

/**
 * Counts disturbed comparisons.
 *
 * @param entries Entries of the journal that count, one a comparison.
 */
export function countDisturbed(
  entries: readonly { readonly othersLoad?: OthersLoad }[],
): DisturbedCount {
  const loads = entries.flatMap(({ othersLoad }) => othersLoad ?? []);
  const disturbed = loads.filter(disturbs).toSorted((a, b) => b.busy - a.busy), [greatest] = disturbed;
  return { disturbed: disturbed.length, told: loads.length, ...(greatest && { greatest }) };
}

/**
 * Text on disturbed comparisons: `3 of 40 comparisons (up to 1.20 of 2 processors)`; undefined
 * where there are none.
 */
export function disturbedText({ disturbed, told, greatest }: DisturbedCount): string | undefined {
  return greatest && `${disturbed} of ${counted(told, "comparison")} (up to ${loadText(greatest)})`;
}
