/** Rows of a timed cell that follow from its times. @module */
import assert from "node:assert/strict";
import type { Trial } from "../../../../experiments/measurement.ts";
import { CellRows } from "../../../../experiments/session/comparison/cell_rows.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import type { Device } from "../../../../hardware/device.ts";
import type { TimedSample } from "../../../../hardware/measuring/samples.ts";
import { testContext, testLab } from "../../lab.ts";

const CHECK = { ok: true, relErr: 0, tolerance: 1, checkedRows: 1 };
const KERNEL = { id: "kernel", label: "a kernel" };
const DEVICE = {
  backend: "wasm",
  adapterKind: "none",
  name: "a CPU",
  threads: 1,
  isa: "simd128",
  webgpu: "",
};

/** The rate of a kernel of 1e6 multiply-adds whose rounds took these times, with its interval. */
function rateOf(ms: readonly number[]): readonly (number | undefined)[] {
  const suite = { id: "own/rates", artifact: "Rates", contenders: [KERNEL], baseline: KERNEL.id };
  const lab = testLab(DEVICE as unknown as Device), context = testContext();
  const workload = { id: "w", factors: {} };
  const cells = new CellRows({ ...suite, measurement: { kind: "timed" } } as unknown as Suite, workload, {
    lab,
    context,
  });
  const samples = ms.map((each, round) =>
    cells.sample(KERNEL, { preparation: 0, round, calls: 1, ms: each } as TimedSample)
  );
  const trial = { work: { multiplyAdds: 1e6, compulsoryBytes: 8, bytesWithoutReuse: 8 } } as Trial;
  const checked = { contender: KERNEL, trial, check: CHECK, prepareMs: 1 };
  const rows = cells.timed(checked, samples, { remark: "", waiting: new Map(), clocks: new Map() });
  const { median, ci_lo, ci_hi } = rows.find(({ metric }) => metric === "gflops")!;
  return [median, ci_lo, ci_hi];
}

Deno.test("a rate's interval is that of its time, and of one round every rate", () => {
  assert.deepEqual(rateOf([1, 2, 4]), [1, 0.5, 2]);
  assert.deepEqual(rateOf([2]), [1, 0, Infinity]);
});
