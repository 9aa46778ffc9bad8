import assert from "node:assert/strict";
import { rmat } from "../../../../datasets/generators/rmat.ts";
import {
  type GroupTime,
  measuredTimes,
  modelledFacts,
  ratioFacts,
  ratioOfTimes,
  sumOfTimes,
} from "../../../../experiments/eppgcn/group_sizes/group_times.ts";
import {
  fittedRates,
  modelledTimes,
  P100_SLOTS,
} from "../../../../experiments/eppgcn/group_sizes/grouping_rates.ts";
import { RATE_CHANGES } from "../../../../experiments/eppgcn/group_sizes/rate_changes.ts";
import { degrees } from "../../../../graph/degrees.ts";
import { groupingTime } from "../../../../hardware/models/grouping_model.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testLab } from "../../lab.ts";

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
  const a: GroupTime = { source: "modelled", ms: RATE_CHANGES.map((_, i) => i + 1) };
  assert.deepEqual(sumOfTimes([a, a]), { source: "modelled", ms: a.ms.map((ms) => 2 * ms) });
  const facts = modelledFacts({ time: a });
  assert.deepEqual(Object.keys(facts).slice(0, 2), ["time", "time_group_x2"]);
  assert.deepEqual(Object.values(facts).map(({ value }) => value), a.ms);
  assert.deepEqual(measuredTimes({ time: a }), {});
  const ratios = ratioFacts({ speedup: ratioOfTimes(a, a) });
  assert.deepEqual(ratios.speedup_atomic_half, { value: 1, source: "modelled" });
});

Deno.test("measured times keep every round, and a sum is as right as the worst of its parts", () => {
  const time = (ms: number[], ok: boolean): GroupTime => {
    return { source: "measured", ms, timer: "wall", check: { ok, relErr: 0, tolerance: 1, checkedRows: 5 } };
  };
  const sum = sumOfTimes([time([1, 2], true), time([3, 5], false)]);
  const check = { ok: false, relErr: 0, tolerance: 1, checkedRows: 10 };
  assert.deepEqual(measuredTimes({ time: sum }), { time: { ms: [4, 7], timer: "wall", check } });
  assert.deepEqual(modelledFacts({ time: sum }), {});
  const ratio = ratioOfTimes(sum, time([2, 7], true));
  assert.deepEqual(ratioFacts({ speedup: ratio }), { speedup: { value: [2, 1], source: "measured" } });
});

Deno.test("the rates are fitted to this device's times once, and none is below 0", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device);
    const fit = await fittedRates(lab);
    const rates = Object.values(fit.rates);
    assert.ok(rates.every((rate) => rate >= 0) && rates.some((rate) => rate > 0), `${rates}`);
    assert.ok(fit.medianError >= 0 && Number.isFinite(fit.medianError), `${fit.medianError}`);
    assert.equal(await fittedRates(lab), fit);
    assert.equal(P100_SLOTS, 3584);
  } finally {
    device.close();
  }
});
