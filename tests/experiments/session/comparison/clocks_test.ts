/** Rows of ratios whose sides were timed by clocks of two kinds. @module */
import assert from "node:assert/strict";
import type { Trial } from "../../../../experiments/measurement.ts";
import { CellRows } from "../../../../experiments/session/comparison/cell_rows.ts";
import { TimedComparison } from "../../../../experiments/session/comparison/timed_comparison.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { TimerKind } from "../../../../hardware/device.ts";
import { testContext, testLab } from "../../lab.ts";

const OWN = { id: "own", label: "a kernel" }, OTHER = { id: "other", label: "another system" };
const MEASUREMENT = {
  kind: "timed",
  decides: false,
  trial: () => Promise.reject(new Error("unused")),
} as const;

/** A trial that times itself by a clock of this kind. */
function trialBy(timer: TimerKind): Trial {
  return {
    identity: {},
    bytes: 0,
    work: { multiplyAdds: 1e6, compulsoryBytes: 8, bytesWithoutReuse: 8 },
    facts: {},
    ranOn: { threads: 1, adapterKind: "none", timer },
    prepare: () =>
      Promise.resolve({
        prepareMs: 1,
        time: (calls: number) => Promise.resolve(30 * calls),
        check: () => Promise.resolve({ ok: true, relErr: 0, tolerance: 1, checkedRows: 1 }),
        recheck: () => Promise.resolve(),
        destroy: () => {},
      }),
  };
}

Deno.test("a ratio of times by clocks of two kinds is marked, and one of times by the same kind is not", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    for (const timer of ["gpu-timestamp", "wall"] as const) {
      const suite = {
        ...{
          id: "own/clocks",
          artifact: "Clocks",
          contenders: [OWN, OTHER],
          baseline: OTHER.id,
          metrics: {},
        },
        measurement: MEASUREMENT,
      } as unknown as Suite;
      const lab = testLab(device), context = testContext(), workload = { id: "w", factors: {} };
      const cells = new CellRows(suite, workload, { lab, context });
      const { rows } = await new TimedComparison(suite, cells, { lab, context }).run(MEASUREMENT, [
        { contender: OWN, trial: trialBy(timer) },
        { contender: OTHER, trial: trialBy("wall") },
      ]);
      const { median, reason } = rows.find(({ metric }) => metric === "speedup")!;
      assert.equal(median, 1);
      assert.equal(reason, timer === "wall" ? "" : "clocks differ: gpu-timestamp of own, wall of other");
    }
  } finally {
    device.close();
  }
});
