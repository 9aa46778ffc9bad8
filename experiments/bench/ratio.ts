/**
 * Geometric means of ratios over cells, with their intervals, and their judgement against a target.
 *
 * @module
 */
import type { DeviceRecord } from "../../results/store/session_document.ts";
import { geometricMeanRatio, type MeanRatio, type PairedRound } from "../../platform/statistics/mod.ts";
import type { Target } from "./line.ts";

/** Ratios of one workload: the other's time over ours, round by round. */
export interface RatioCell {
  /** Graph of the workload. */
  readonly graph: string;
  /** Rounds in which both were measured; at least one. */
  readonly rounds: readonly PairedRound[];
}

/**
 * Rounds of a cell below which its median has no interval of 95 %: all of five lie on one side of it in one
 * case of sixteen, all of six in one of thirty-two.
 */
export const FEWEST_FOR_INTERVAL = 6;

/** Mean ratio of some cells. */
interface CellsRatio extends MeanRatio {
  /** Whether most of the cells have {@linkcode FEWEST_FOR_INTERVAL} rounds, so that its interval is one. */
  readonly isKnown: boolean;
}

/** Ratio over all workloads, and on the graph where it is least. */
export interface LineRatio extends CellsRatio {
  /** The graph with the least geometric mean. */
  readonly worst: CellsRatio & { readonly graph: string };
  /** Every graph's geometric mean, with its interval. */
  readonly graphs: readonly (CellsRatio & { readonly graph: string })[];
}

/** Ratio of cells, at least one. */
export function lineRatio(cells: readonly RatioCell[], seed: number): LineRatio {
  const meanOf = (some: readonly RatioCell[]) => ({
    ...geometricMeanRatio(some.map(({ rounds }) => rounds), { seed }),
    isKnown: 2 * some.filter(({ rounds }) => rounds.length >= FEWEST_FOR_INTERVAL).length > some.length,
  });
  const graphs = [...Map.groupBy(cells, ({ graph }) => graph)]
    .map(([graph, own]) => ({ graph, ...meanOf(own) }));
  const worst = graphs.reduce((least, each) => each.mean < least.mean ? each : least);
  return { ...meanOf(cells), worst, graphs };
}

/** Whether a target is reached: `open` where the interval holds it, or there is none. */
export type Reached = "met" | "missed" | "open";

/** Target of a device, as numbers; `undefined` where it has none. */
export function targetOn(
  target: Target | undefined,
  { backend, threads }: Pick<DeviceRecord, "backend" | "threads">,
  isa: string,
): WantedRatio | undefined {
  if (target === undefined || !target.on.some((each) => each === backend)) return undefined;
  if (target.threads !== undefined && target.threads !== threads) return undefined;
  const atLeast = typeof target.atLeast === "number" ? target.atLeast : target.atLeast[isa];
  if (atLeast === undefined) return undefined;
  const { onNoGraphBelow } = target;
  return { atLeast, ...(onNoGraphBelow !== undefined && { onNoGraphBelow }) };
}

function against({ ciLo, ciHi, isKnown }: CellsRatio, least: number): Reached {
  return !isKnown ? "open" : ciLo >= least ? "met" : ciHi < least ? "missed" : "open";
}

/** A mean that a target asks of, over all workloads or on one graph. */
interface TargetPart {
  /** Graph of the mean; absent of the one over all workloads. */
  readonly graph?: string;
  /** The mean with its interval. */
  readonly ratio: CellsRatio;
  /** Whether it reaches what is asked of it. */
  readonly reached: Reached;
}

/** Ratio that a device should reach, overall and on each graph. */
export interface WantedRatio {
  /** Least mean over all workloads. */
  readonly atLeast: number;
  /** Least mean on each graph. */
  readonly onNoGraphBelow?: number;
}

function partsOf(ratio: LineRatio, { atLeast, onNoGraphBelow }: WantedRatio): readonly TargetPart[] {
  const graphs = onNoGraphBelow === undefined ? [] : ratio.graphs;
  return [
    { ratio, reached: against(ratio, atLeast) },
    ...graphs.map((own) => ({ graph: own.graph, ratio: own, reached: against(own, onNoGraphBelow!) })),
  ];
}

/** Whether a ratio reaches a target, by the ends of its intervals. */
export function reached(ratio: LineRatio, target: WantedRatio): Reached {
  const parts = partsOf(ratio, target).map((part) => part.reached);
  return parts.includes("missed") ? "missed" : parts.includes("open") ? "open" : "met";
}

/** The means that keep a target from being met: those that miss it, else those that leave it open. */
export function shortOf(ratio: LineRatio, target: WantedRatio): readonly TargetPart[] {
  const parts = partsOf(ratio, target), outcome = reached(ratio, target);
  return outcome === "met" ? [] : parts.filter((part) => part.reached === outcome);
}
