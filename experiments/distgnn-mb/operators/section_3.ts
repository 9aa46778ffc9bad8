/**
 * distgnn-mb Section 3: bytes that an operation of an aggregation moves.
 *
 * @module
 */
import { medianOf } from "../../../results/row.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";

const OPERATION = "add of two FP32 tensors", ADDITION = "addition", PRINTED_DIM = 256;

interface VectorWorkload extends Workload {
  readonly factors: { readonly dim: number };
}

const vectors = (dim: number): VectorWorkload => ({ id: `dim${dim}`, factors: { dim } });

/** Adds element by element, as the operation goes: two reads, an addition, a write. */
function countAddition(elements: number): { readonly bytes: number; readonly operations: number } {
  const a = new Float32Array(elements), b = new Float32Array(elements), sum = new Float32Array(elements);
  let operations = 0;
  for (let i = 0; i < elements; i++) {
    sum[i] = a[i] + b[i];
    operations++;
  }
  return { bytes: a.byteLength + b.byteLength + sum.byteLength, operations };
}

const METRICS = {
  bytes: { label: "bytes moved", unit: "bytes", better: "lower" },
  operations: { label: "operations", unit: "ops" },
  byte_to_op_ratio: { label: "bytes for an operation", unit: "bytes/op", better: "lower" },
} as const satisfies Metrics;

/** Names of the printed numbers, where they are not the metric's. */
const PUBLISHED: Readonly<Record<string, string>> = { bytes: "bytes_moved" };

/** distgnn-mb Section 3: bytes and operations of an addition of vectors. */
export const section3: Suite<VectorWorkload, Contender, typeof METRICS> = {
  id: "distgnn-mb/section-3",
  artifact: "Section 3",
  title: "Bytes for an operation",
  question: "How many bytes does an operation of an aggregation move?",
  contenders: [{ id: ADDITION, label: "addition of two vectors" }],
  baseline: ADDITION,
  workloads: () => [100, 128, PRINTED_DIM].map(vectors),
  settings: { "operation": OPERATION },
  measurement: {
    kind: "exact",
    count: (_lab, _dataset, { factors: { dim } }) => {
      const { bytes, operations } = countAddition(dim);
      return Promise.resolve({ bytes, operations, byte_to_op_ratio: bytes / operations });
    },
  },
  metrics: METRICS,
  plots: [],
  notes: [
    "Arithmetic only: nothing is timed, and no cache is looked at. An aggregation that keeps its sum in " +
    "registers moves half of these bytes.",
  ],
  publishedAs: ({ factors: { dim } }, _contender, metric) =>
    dim === PRINTED_DIM
      ? { metric: PUBLISHED[metric] ?? metric, config: { op: OPERATION, dim: String(dim) } }
      : undefined,
  claims: [{
    claimId: "distgnn-mb.q.byte-op",
    decide: (evidence) => {
      const key = { workload: vectors(PRINTED_DIM).id, contender: ADDITION };
      const row = evidence.row(key, "byte_to_op_ratio"), ratio = medianOf(row);
      return [evidence.exact(ratio === 12, `${ratio} bytes for an operation`, [row], ratio)];
    },
  }],
};
