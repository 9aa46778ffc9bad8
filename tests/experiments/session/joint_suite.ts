/**
 * A suite of one contender, measured jointly on no graph, and the outcome of its only comparison.
 *
 * @module
 */
import type { Contender, Workload } from "../../../experiments/cell.ts";
import type { Lab } from "../../../experiments/lab.ts";
import type { JointOutcome } from "../../../experiments/measurement.ts";
import type { Metrics } from "../../../experiments/metrics.ts";
import type { RowContext } from "../../../experiments/session/comparison/cell_rows.ts";
import type { Suite } from "../../../experiments/suite.ts";
import type { NewRow } from "../../../results/store/store.ts";
import { runComparison } from "../lab.ts";

const METRICS = {
  time: { label: "time", unit: "ms", better: "lower" },
  value: { label: "value", unit: "1" },
} as const satisfies Metrics;

/** Times in milliseconds, which count as right, and a value. */
export interface Measured {
  /** One a round. */
  readonly ms: readonly number[];
  /** One, or several rounds of it. */
  readonly value: number | readonly number[];
  /** Place and clock of the measurement; the device of the laboratory and the wall's when absent. */
  readonly ranOn?: NonNullable<JointOutcome["ranOn"]>;
}

/** Measures once, through the laboratory of a comparison. */
export type MeasureOne = (lab: Lab) => Promise<Measured>;

/** Creates the suite `own/<id>` of one contender on one workload, which `measure` measures jointly. */
export function jointSuite(
  id: string,
  measure: MeasureOne,
  decidesFrom?: "paper",
): Suite<Workload, Contender, typeof METRICS> {
  const check = { ok: true, relErr: 0, tolerance: 1, checkedRows: 1 };
  return {
    id: `own/${id}`,
    artifact: "One contender",
    title: id,
    ...(decidesFrom && { decidesFrom }),
    question: "Which measurement counts?",
    contenders: [{ id: "one", label: "one" }],
    baseline: "one",
    workloads: () => [{ id: "none", factors: {} }],
    settings: {},
    measurement: {
      kind: "joint",
      measure: async (lab) => {
        const { ms, value, ranOn } = await measure(lab), { timer = "wall" } = ranOn ?? {};
        const outcome: JointOutcome<typeof METRICS> = {
          times: { time: { ms, check, timer, waits: 0 } },
          facts: { value },
          ...(ranOn && { ranOn }),
        };
        return () => outcome;
      },
    },
    metrics: METRICS,
    plots: [],
    notes: [],
    claims: [],
  };
}

/** Outcome of the suite's only comparison: the row of its time, that of its value, the samples of its time. */
export async function jointOutcome(
  suite: ReturnType<typeof jointSuite>,
  { lab, context }: { readonly lab: Lab; readonly context: RowContext },
): Promise<{ readonly time: NewRow; readonly value: NewRow; readonly ms: readonly number[] }> {
  const [workload] = suite.workloads(lab.profile);
  const { rows, samples } = await runComparison(lab, { suite, workload, context }), [time, value] = rows;
  if (rows.length !== 2 || time.metric !== "time" || value.metric !== "value") {
    throw new Error(`rows of ${rows.map(({ metric, reason }) => `${metric} (${reason})`)}`);
  }
  return { time, value, ms: samples.filter(({ metric }) => metric === "time").map(({ value }) => value) };
}
