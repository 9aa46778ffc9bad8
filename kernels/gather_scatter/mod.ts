/**
 * Gathers and scatters of rows, the assembly of a batch from several sources, and gathers of entries.
 *
 * @module
 */
export type { AssembleRowsOperands, AssembleRowsOperandsOf, AssembleRowsProblem } from "./assembled_rows.ts";
export type { GatherEntriesOperands, GatherEntriesOperandsOf, GatherEntriesProblem } from "./entries.ts";
export { gatherEntries } from "./gather_entries.ts";
export { assembleRows, gatherRows, scatterRows } from "./row_operations.ts";
export type { GatherRowsProblem, RowsOperands, RowsOperandsOf, ScatterRowsProblem } from "./rows.ts";
