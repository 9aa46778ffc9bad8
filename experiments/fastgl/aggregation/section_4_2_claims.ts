/**
 * Claims of Section 4.2 of fastgl: Memory-Aware aggregation gives the same result from the same accesses,
 * without synchronisation and within a thread block's limits.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { AWARE, NAIVE } from "./aggregation_kernels.ts";
import { RUNS } from "./aggregation_output.ts";
import { aggregationWorkload, type Direction, DIRECTIONS } from "./sampled_aggregation.ts";
import { coverage, sampledBatches } from "../sampled_premises.ts";
import { FOUR_GRAPHS } from "../sampling_graphs.ts";

/**
 * Threads of a block, to stay below; and its shared memory in bytes, on NVIDIA's cards without asking for
 * more.
 */
const THREADS = 1024, SHARED_BYTES = 48 * 1024;
/** Bytes of workgroup memory that every adapter of WebGPU grants. */
const ADAPTER_BYTES = 16 * 1024;

/** Ids of the workloads in some directions. */
const workloadsIn = (directions: readonly Direction[]) =>
  FOUR_GRAPHS.flatMap((graph) => directions.map((direction) => aggregationWorkload(graph, direction)));

const WORKLOADS = workloadsIn(DIRECTIONS);

/** Rows of a metric on all workloads. */
function rowsOf(
  evidence: SuiteEvidence,
  contender: string,
  metric: string,
  workloads: readonly string[] = WORKLOADS,
): Row[] {
  return workloads.map((workload) => evidence.row({ workload, contender }, metric));
}

const sum = (rows: readonly Row[]) => sumOf(rows, medianOf);
const largest = (rows: readonly Row[]) => rows.reduce((most, row) => Math.max(most, medianOf(row)), 0);

/** All three agree with the oracle, so that none is further from another than the two bounds together. */
function sameResult(evidence: SuiteEvidence): ClaimPart[] {
  return [...NAIVE, AWARE].map(({ id }) => {
    const wrong = rowsOf(evidence, id, "wrong"), checked = rowsOf(evidence, id, "checked_targets");
    const share = largest(rowsOf(evidence, id, "error_of_allowed"));
    const text =
      `${id} differs from the oracle by at most ${share.toPrecision(2)} of what rounding explains, ` +
      `in ${sum(checked)} rows, forward and backward`;
    return evidence.exact(sum(wrong) === 0 && sum(checked) > 0, text, [...wrong, ...checked], share);
  });
}

/**
 * `accesses(naive) == accesses(ma)` and `global_accesses(ma) < global_accesses(naive)`, on every block in
 * both directions.
 */
function sameBytes(evidence: SuiteEvidence): ClaimPart[] {
  return NAIVE.flatMap(({ id: naive }) =>
    WORKLOADS.map((workload) => {
      const of = (contender: string, metric: string) => evidence.row({ workload, contender }, metric);
      const rows = [
        of(naive, "accesses"),
        of(AWARE.id, "accesses"),
        of(AWARE.id, "global_accesses"),
        of(naive, "global_accesses"),
      ];
      const [all, awareAll, less, more] = rows.map(medianOf);
      const text =
        `${workload}: ${all} accesses by ${naive}, ${awareAll} by Memory-Aware; of global memory ${more} and ${less}`;
      return evidence.exact(all === awareAll && less < more, text, rows, less / more);
    })
  );
}

/** Every sum is written by one thread of the block's mapping, and runs do not differ in a bit. */
function noSync(evidence: SuiteEvidence): ClaimPart[] {
  const least = rowsOf(evidence, AWARE.id, "least_writers"),
    most = rowsOf(evidence, AWARE.id, "most_writers");
  const other = rowsOf(evidence, AWARE.id, "other_bits");
  const one = [...least, ...most].every((row) => medianOf(row) === 1);
  return [
    evidence.exact(
      one,
      `${Math.min(...least.map(medianOf))} to ${largest(most)} threads write a sum`,
      [...least, ...most],
      largest(most),
    ),
    evidence.exact(sum(other) === 0, `${sum(other)} numbers differ between ${RUNS} runs`, other, sum(other)),
  ];
}

/**
 * `X * Y < 1024`; the printed bytes in either direction, where the longest list of neighbours decides; and
 * those that the kernel takes.
 */
function budget(evidence: SuiteEvidence): ClaimPart[] {
  const rows = (metric: string, directions: readonly Direction[] = DIRECTIONS) =>
    rowsOf(evidence, AWARE.id, metric, workloadsIn(directions));
  const threads = rows("block_threads"), bytes = rows("block_bytes");
  const inDirection = (direction: Direction): ClaimPart => {
    const printed = rows("block_bytes_printed", [direction]),
      lists = largest(rows("longest_list", [direction]));
    const text = `${direction}: ${largest(printed)} bytes by the formula with lists of up to ${lists}, ` +
      `of ${SHARED_BYTES}`;
    return evidence.exact(largest(printed) <= SHARED_BYTES, text, printed, largest(printed));
  };
  const text = `${largest(threads)} threads a block`;
  return [
    evidence.exact(largest(threads) < THREADS, text, threads, largest(threads)),
    ...DIRECTIONS.map(inDirection),
    evidence.exact(
      largest(bytes) <= ADAPTER_BYTES,
      `${largest(bytes)} bytes as the kernel stages weights, in both directions, of ${ADAPTER_BYTES}`,
      bytes,
      largest(bytes),
    ),
  ];
}

/** Claims of Section 4.2. */
export const CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.ma-same-result", decide: sameResult },
  { claimId: "fastgl.q.ma-same-bytes", decide: sameBytes },
  { claimId: "fastgl.q.ma-no-sync", decide: noSync },
  {
    claimId: "fastgl.q.ma-budget",
    // How many targets draw the same neighbour depends on the share of the graph that a batch covers.
    premise: [...sampledBatches(WORKLOADS, AWARE.id), coverage(WORKLOADS, AWARE.id)],
    decide: budget,
  },
];
