import assert from "node:assert/strict";
import { rmat } from "../../../datasets/generators/rmat.ts";
import {
  fittedRates,
  modelledTimes,
  P100_SLOTS,
  RATE_CHANGES,
  ratioOfTimes,
  sumOfTimes,
  timeFacts,
} from "../../../experiments/eppgcn/group_times.ts";
import { degrees } from "../../../graph/degrees.ts";
import { groupingTime } from "../../../hardware/grouping_model.ts";
import { openWasmDevice } from "../../../hardware/wasm/device.ts";
import { testLab } from "../lab.ts";

const matrix = rmat({ vertices: 500, edges: 3000 }, 1);
const rates = { group: 3e-9, neighbor: 1e-10, atomic: 2e-9 };

Deno.test("a product's modelled times are model M6 at the rates as fitted, doubled and halved", () => {
  const work = { rowLengths: degrees(matrix), groupSize: 4, width: 16, slots: 64 };
  const times = modelledTimes({ matrix, width: 16, groupSize: 4 }, { rates, slots: 64 });
  assert.equal(times.length, RATE_CHANGES.length);
  RATE_CHANGES.forEach((change, i) => {
    const { seconds } = groupingTime(work, {
      group: rates.group * change.group,
      neighbor: rates.neighbor * change.neighbor,
      atomic: rates.atomic * change.atomic,
    });
    assert.ok(Math.abs(times[i] / (1e3 * seconds) - 1) < 1e-12, change.id);
  });
});

Deno.test("times are added and divided rate by rate, and a row is kept of each", () => {
  const a = { source: "modelled" as const, ms: RATE_CHANGES.map((_, i) => i + 1) };
  assert.deepEqual(sumOfTimes([a, a]).ms, a.ms.map((ms) => 2 * ms));
  assert.deepEqual(ratioOfTimes(a, a).ms, a.ms.map(() => 1));
  const facts = timeFacts("time", a);
  assert.deepEqual(facts.map(({ metric }) => metric).slice(0, 2), ["time", "time_group_x2"]);
  assert.deepEqual(facts.map(({ value }) => value), a.ms);
  assert.deepEqual(timeFacts("time", { source: "measured", ms: [1, 2] }), [
    { metric: "time", unit: "ms", value: [1, 2] },
  ]);
});

Deno.test("the rates are fitted to this device once, and explain its times", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device);
    const fit = await fittedRates(lab);
    assert.ok(fit.rates.neighbor > 0, "a neighbour costs nothing");
    assert.ok(fit.medianError < 0.5, `${fit.medianError}`);
    assert.equal(await fittedRates(lab), fit);
    assert.equal(P100_SLOTS, 3584);
  } finally {
    device.close();
  }
});
