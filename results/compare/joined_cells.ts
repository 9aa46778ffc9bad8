/**
 * Cells of all compared sessions side by side: a column a session.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { Row } from "../row.ts";
import {
  type CellComparison,
  type CellKind,
  keyOf,
  mostUrgentFirst,
  type SessionComparison,
} from "./compare.ts";

/** A number of the baseline beside those of the other sessions. */
export interface JoinedCell {
  /** Row of the baseline. */
  readonly row: Row;
  /** Table that the cell belongs to. */
  readonly kind: CellKind;
  /** Comparison with each other session, in their order; undefined where it does not have the cell. */
  readonly columns: readonly (CellComparison | undefined)[];
}

/** Comparisons of a cell that there are. */
export function present({ columns }: JoinedCell): CellComparison[] {
  return columns.filter((column) => column !== undefined);
}

/** Joins the cells of all pairs, the most urgent first. */
export function joinedCells({ pairs }: Pick<SessionComparison, "pairs">): JoinedCell[] {
  const byKey = pairs.map(({ cells }) => new Map(cells.map((cell) => [keyOf(cell.a), cell])));
  const all = groupBy(byKey.flatMap((cells) => [...cells.values()]), ({ a }) => keyOf(a));
  const joined = [...all].map(([key, cells]) => {
    const urgent = cells.reduce((x, y) => mostUrgentFirst(x, y) > 0 ? y : x);
    return { row: urgent.a, kind: urgent.kind, columns: byKey.map((own) => own.get(key)), urgent };
  });
  return joined.toSorted((x, y) => mostUrgentFirst(x.urgent, y.urgent))
    .map(({ urgent: _, ...cell }) => cell);
}

/** Whether any session's outcome of a cell is one of these. */
export function hasOutcome(cell: JoinedCell, outcomes: readonly CellComparison["outcome"][]): boolean {
  return present(cell).some(({ outcome }) => outcomes.includes(outcome));
}
