/**
 * Strategies of partitioning as contenders.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";

/** Id of a strategy that cuts a graph. */
export type StrategyId = "equal-vertices" | "equal-edges" | "static" | "dynamic" | "learned";

/** A strategy as a contender. */
export interface Strategy extends Contender {
  readonly id: StrategyId;
  /** Strategy whose cut it begins with; its own when absent. */
  readonly beginsAs?: StrategyId;
  /** System that Table 1 prints beside it. */
  readonly system?: string;
}

/** Strategies of Figures 8 and 9. */
export const FIGURE_STRATEGIES = [
  { id: "equal-vertices", label: "equal vertices", system: "TensorFlow" },
  { id: "equal-edges", label: "equal edges" },
  { id: "learned", label: "online learning (ROC)", beginsAs: "equal-edges", system: "ROC" },
] as const satisfies readonly Strategy[];

/** A strategy of Figures 8 and 9 as a contender. */
export type FigureStrategy = typeof FIGURE_STRATEGIES[number];

const [EQUAL_VERTICES, EQUAL_EDGES, LEARNED] = FIGURE_STRATEGIES;

/** Strategies of Table 1. */
export const STRATEGIES: readonly Strategy[] = [
  EQUAL_VERTICES,
  EQUAL_EDGES,
  { id: "static", label: "static edge-cut (METIS)", system: "GraphX" },
  { id: "dynamic", label: "dynamic repartitioning", beginsAs: "equal-edges", system: "Presto" },
  LEARNED,
];
