/** Rounds of comparisons that decide claims, and of those that are context. @module */
import assert from "node:assert/strict";
import type { Trial } from "../../../../experiments/measurement.ts";
import { CellRows } from "../../../../experiments/session/comparison/cell_rows.ts";
import { TimedComparison } from "../../../../experiments/session/comparison/timed_comparison.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { TimedMeasurement } from "../../../../experiments/measurement.ts";
import { testContext, testLab } from "../../lab.ts";

const KERNEL = { id: "kernel", label: "a kernel" };
/** Rounds that are never narrow, in any time. */
const LIMITS = {
  ...{ rounds: 5, maxRounds: 9, contextRounds: 3, preparations: 2 },
  ...{ comparisonMs: 6e4, narrowingMs: 6e4, narrow: 0 },
};

/** A trial whose samples differ and take no time. */
function restlessTrial(): Trial {
  let calls = 0;
  return {
    identity: {},
    bytes: 0,
    work: { multiplyAdds: 1e6, compulsoryBytes: 8, bytesWithoutReuse: 8 },
    facts: {},
    ranOn: { threads: 1, adapterKind: "none", timer: "wall" },
    prepare: () =>
      Promise.resolve({
        prepareMs: 1,
        run: () => {},
        time: (count: number) => Promise.resolve((30 + calls++ % 7) * count),
        check: () => Promise.resolve({ ok: true, relErr: 0, tolerance: 1, checkedRows: 1 }),
        recheck: () => Promise.resolve(),
        destroy: () => {},
      }),
  };
}

Deno.test("a comparison that stays wide ends after the most rounds of its profile, one for context after few", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device, LIMITS), context = testContext(), workload = { id: "w", factors: {} };
    const roundsOf = async (decides: boolean) => {
      const measurement: TimedMeasurement = {
        ...{ kind: "timed", decides },
        trial: () => Promise.reject(new Error("unused")),
      };
      const suite = {
        ...{ id: "own/rounds", artifact: "Rounds", contenders: [KERNEL], baseline: KERNEL.id, metrics: {} },
        measurement,
      } as unknown as Suite;
      const cells = new CellRows(suite, workload, { lab, context });
      const { rows } = await new TimedComparison(suite, cells, { lab, context }).run(measurement, [
        { contender: KERNEL, trial: restlessTrial() },
      ]);
      // There is a first execution after each preparation.
      return ["time", "cold"].map((metric) => rows.find((row) => row.metric === metric)!.n);
    };
    assert.deepEqual(await roundsOf(true), [LIMITS.maxRounds, LIMITS.preparations]);
    assert.deepEqual(await roundsOf(false), [LIMITS.contextRounds, 1]);
  } finally {
    device.close();
  }
});
