/**
 * Needs of a comparison by the size of its graph: seconds of a device of the speed below, which tell minutes
 * from hours, and the least memory.
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
import type { Workload } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";
import { profileFor } from "../../suite.ts";
import type { PlannedComparison } from "./plan.ts";

/** Assumed multiply-adds a second of a kernel: a laptop's two cores through WebAssembly. */
const KERNEL_RATE = 2e9;
/**
 * Assumed multiply-adds a second of the oracle, and stored edges a second of loading and ordering a graph.
 */
const ORACLE_RATE = 5e8;
const GRAPH_RATE = 3e6;

/** Size of a comparison, and what follows from it. */
export interface SizeEstimate {
  /** Dataset as it would be loaded; a real graph is named plainly. */
  readonly dataset: string;
  /** Entries of the adjacency matrix that would be loaded. */
  readonly storedEdges: number;
  /** Wall time of loading, and, where `isWhole`, of checking and measuring. */
  readonly seconds: number;
  /**
   * Whether the time is that of the whole comparison: not where it is joint or exact, or on a user's own
   * graph, whose file is not read.
   */
  readonly isWhole: boolean;
  /** Bytes of memory that it needs at least, on the host or on the device; 0 where no graph is known. */
  readonly memoryBytes: number;
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

/** Needs of a comparison under a profile by its size; opens neither a device nor a dataset. */
export function estimateBySize(
  { suite, workload, contenders }: PlannedComparison,
  profile: Profile,
): SizeEstimate {
  const { dataset, vertices, storedEdges } = workloadSize(workload, profile);
  const { measurement } = suite, { width: factor } = workload.factors;
  const loading = storedEdges / GRAPH_RATE;
  if (measurement.kind !== "timed") {
    const memoryBytes = leastMemory(vertices, storedEdges, undefined);
    return { dataset, storedEdges, seconds: loading, isWhole: false, memoryBytes };
  }
  const ownWidth = typeof factor === "number" ? factor : undefined;
  const macs = (storedEdges + vertices) * (ownWidth ?? 128);
  const { rounds: deciding, contextRounds } = profileFor(suite, profile);
  const rounds = measurement.decides ? deciding : contextRounds;
  const call = Math.max(0.02, macs / KERNEL_RATE);
  const timing = Math.min(profile.comparisonMs / 1000, rounds * contenders.length * call);
  const checking = contenders.length * (loading + Math.min(macs, 2e9) / ORACLE_RATE);
  return {
    dataset,
    storedEdges,
    seconds: loading + checking + timing,
    isWhole: workload.dataset === undefined || vertices > 0,
    memoryBytes: leastMemory(vertices, storedEdges, ownWidth),
  };
}
