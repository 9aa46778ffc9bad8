/**
 * Bounds to the share of memory that execution paths add.
 *
 * @module
 */
import type { ClaimInterval } from "../../claims/interval.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";

/** Reason for which printed shares of memory do not judge the ledger's. */
export const SHARE_OF_TENSORS =
  "a share of the tensors alone; the paper's public code counts all memory that is in use on its card";

/** Numbers a stored edge of the graph that the public code keeps of a path: mark, target, source, group. */
const PUBLIC_NUMBERS = 4;

/**
 * Share of memory that paths add: the ledger's, and at most that of paths as the public code or this device
 * has them. A process that holds more memory beside its tensors has a smaller share, down to none.
 *
 * @param share Metric of the share of the edges that are on the cell's paths, in percent.
 */
export function addedMemory(
  evidence: SuiteEvidence,
  cell: CellKey,
  { metric, share }: { readonly metric: string; readonly share: string },
): { readonly bounds: ClaimInterval; readonly rows: readonly Row[] } {
  const rows = [metric, "training_overhead", "path_overhead", share].map((each) => evidence.row(cell, each));
  const [value, training, paths, edges] = rows.map(medianOf);
  const most = Math.max(1, paths, PUBLIC_NUMBERS * 100 / edges) / Math.min(1, training);
  return { bounds: { low: 0, value, high: value * most }, rows };
}

/** Reason for an open part whose bounds are on both sides of a number. */
export function openBeside(bound: string): string {
  return `paths in the public code's arrays and a process's memory beside its tensors are on both sides of ${bound}`;
}
