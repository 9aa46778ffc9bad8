/**
 * Strategies of partitioning as contenders.
 *
 * @module
 */
import type { EqualCut } from "../../../graph/partitions/equal_cut.ts";
import type { Contender } from "../../cell.ts";

/** Id of a strategy that cuts a graph. */
export type StrategyId = EqualCut | "static" | "dynamic" | "learned";

/** A strategy as a contender. */
export interface Strategy extends Contender {
  readonly id: StrategyId;
  /** System that Table 1 prints beside it. */
  readonly system?: string;
}

/** Strategies of Figures 8 and 9. */
export const FIGURE_STRATEGIES = [
  { id: "equal-vertices", label: "equal vertices", system: "TensorFlow" },
  { id: "equal-edges", label: "equal edges" },
  { id: "learned", label: "online learning (ROC)", system: "ROC" },
] as const satisfies readonly Strategy[];

/** A strategy of Figures 8 and 9 as a contender. */
export type FigureStrategy = typeof FIGURE_STRATEGIES[number];

const [EQUAL_VERTICES, , LEARNED] = FIGURE_STRATEGIES;

/** Strategies that Table 1 prints. */
export const TABLE_STRATEGIES: readonly Strategy[] = [
  EQUAL_VERTICES,
  { id: "static", label: "static edge-cut (METIS)", system: "GraphX" },
  { id: "dynamic", label: "dynamic repartitioning", system: "Presto" },
  LEARNED,
];
