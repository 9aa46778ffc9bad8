/**
 * distgnn-mb Section 3: how many bytes an operation of an aggregation moves.
 *
 * @module
 */
import type { Fact } from "../metrics.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";

const OPERATION = "add of two FP32 tensors";

/** Element by element, as the operation goes: two reads, an addition, a write. */
function countAddition(elements: number): { readonly bytes: number; readonly operations: number } {
  const a = new Float32Array(elements), b = new Float32Array(elements), sum = new Float32Array(elements);
  let operations = 0;
  for (let i = 0; i < elements; i++) {
    sum[i] = a[i] + b[i];
    operations++;
  }
  return { bytes: a.byteLength + b.byteLength + sum.byteLength, operations };
}

/** The names of the printed numbers. */
const PUBLISHED: Readonly<Record<string, string>> = {
  "bytes": "bytes_moved",
  "operations": "operations",
  "byte_to_op_ratio": "byte_to_op_ratio",
};

const CONTENDERS: readonly TextContender[] = [{ id: "addition", label: "addition of two vectors" }];

/** The suite. */
export const section3: TextSuite = {
  id: "distgnn-mb/section-3",
  paper: "distgnn-mb",
  artifact: "Section 3",
  title: "Bytes for an operation",
  question: "How many bytes does an operation of an aggregation move?",
  contenders: CONTENDERS,
  baseline: "addition",
  workloads: () => [100, 128, 256].map((dim) => ({ id: `dim${dim}`, factors: { dim: String(dim) } })),
  settings: { "operation": OPERATION },
  measurement: {
    kind: "exact",
    count: (_lab, _dataset, { factors }): Promise<readonly Fact[]> => {
      const { bytes, operations } = countAddition(Number(factors.dim));
      return Promise.resolve([
        { metric: "bytes", unit: "bytes", value: bytes },
        { metric: "operations", unit: "ops", value: operations },
        { metric: "byte_to_op_ratio", unit: "bytes/op", value: bytes / operations },
      ]);
    },
  },
  metrics: [
    { id: "bytes", label: "bytes moved", unit: "bytes", better: "lower" },
    { id: "operations", label: "operations", unit: "ops", better: "neither" },
    { id: "byte_to_op_ratio", label: "bytes for an operation", unit: "bytes/op", better: "lower" },
  ],
  plots: [],
  notes: [
    "Arithmetic only: nothing is timed, and no cache is looked at. An aggregation that keeps its sum in registers moves half of " +
    "these bytes.",
  ],
  publishedAs: ({ factors: { dim } }, _contender, metric) => {
    const published = PUBLISHED[metric];
    return dim === "256" ? { metric: published, config: { op: OPERATION, dim } } : undefined;
  },
  claims: [{
    claimId: "distgnn-mb.q.byte-op",
    decide: (evidence) => {
      const row = evidence.row({ workload: "dim256", contender: "addition" }, "byte_to_op_ratio");
      return [evidence.exact(row.median === 12, `${row.median} bytes for an operation`, [row], row.median)];
    },
  }],
};
