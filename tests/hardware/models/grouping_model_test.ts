import assert from "node:assert/strict";
import fc from "fast-check";
import {
  fitGroupingRates,
  groupCounts,
  type GroupedWork,
  type GroupingRates,
  type GroupingSample,
  groupingTime,
} from "../../../hardware/models/grouping_model.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { shares } from "../../shares.ts";

/** Degrees of v1 to v5 of eppgcn's Figure 2. */
const EXAMPLE = [1, 4, 2, 3, 2];

/** A power law: row lengths `floor(u^(-1/1.1))`, one hub among many short rows. */
function powerLaw(rows: number, seed: number): Uint32Array {
  const stream = new RandomStream(seed, "power law");
  return Uint32Array.from({ length: rows }, () => Math.min(rows, (1 - stream.uniform()) ** (-1 / 1.1)));
}

const RATES: GroupingRates = { group: 20e-9, neighbor: 0.15e-9, atomic: 0.6e-9 };

Deno.test("the worked example in groups of three: six groups, of which only those of v2 need to be added", () => {
  const work = { rowLengths: EXAMPLE, groupSize: 3, width: 16, slots: 4 };
  assert.deepEqual(groupCounts(work), { groups: 6, atomics: 6 * 16, largest: 3, mean: 2 });
  assert.equal(groupCounts({ ...work, singleGroup: "store" }).atomics, 2 * 16);
});

Deno.test("groups are listed onto the slot that is free first", () => {
  const rates = { group: 1, neighbor: 0.5, atomic: 0.25 };
  // Sizes 1, 3, 1, 2, 3, 2 at width 2 cost 2, 4, 2, 3, 4, 3: on two slots 2 + 2 + 3 + 3 and 4 + 4.
  const work = { rowLengths: EXAMPLE, groupSize: 3, width: 2, slots: 2 };
  const { makespan, adding, seconds } = groupingTime(work, rates);
  assert.deepEqual([makespan, adding, seconds], [10, 12 * 0.25 / 2, 11.5]);
  assert.equal(groupingTime({ ...work, slots: 1 }, rates).makespan, 18, "one slot has everything");
  assert.equal(groupingTime({ ...work, slots: 6 }, rates).makespan, 4, "a slot a group: the largest");
});

const works: fc.Arbitrary<GroupedWork> = fc.record({
  rowLengths: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 80, size: "max" }),
  groupSize: fc.integer({ min: 1, max: 64 }),
  width: fc.integer({ min: 0, max: 40 }),
  slots: fc.integer({ min: 1, max: 40 }),
  singleGroup: fc.constantFrom<"add" | "store">("add", "store"),
});
const rate = shares.map((share) => 10 * share);
const anyRates = fc.record({ group: rate, neighbor: rate, atomic: rate });

Deno.test("the makespan lies within Graham's bounds: no less than a fair share or the largest group, no more than both", () => {
  fc.assert(fc.property(works, anyRates, (work, rates) => {
    const { makespan, largest, groups } = groupingTime(work, rates);
    const entries = sumOf(Array.from(work.rowLengths));
    const share = (groups * rates.group + entries * work.width * rates.neighbor) / work.slots;
    const longest = groups === 0 ? 0 : rates.group + largest * work.width * rates.neighbor;
    const slack = 1e-9 * (1 + makespan);
    assert.ok(makespan >= Math.max(share, longest) - slack);
    assert.ok(makespan <= share + (1 - 1 / work.slots) * longest + slack);
  }));
});

Deno.test("more slots, or cheaper rates, are never slower", () => {
  fc.assert(fc.property(works, anyRates, shares, (work, rates, cut) => {
    const { seconds } = groupingTime(work, rates);
    const slack = 1e-9 * (1 + seconds);
    assert.ok(groupingTime({ ...work, slots: work.slots + 1 }, rates).seconds <= seconds + slack);
    for (const name of ["group", "neighbor", "atomic"] as const) {
      const cheaper = { ...rates, [name]: rates[name] * cut };
      assert.ok(groupingTime(work, cheaper).seconds <= seconds + slack, name);
    }
  }));
});

Deno.test("with the group size, groups and atomics fall, while the largest group grows and grows against the mean", () => {
  fc.assert(fc.property(works, (work) => {
    const small = groupCounts(work), large = groupCounts({ ...work, groupSize: work.groupSize + 1 });
    assert.ok(large.groups <= small.groups && large.atomics <= small.atomics);
    assert.ok(large.largest >= small.largest && large.mean >= small.mean);
  }));
  const rowLengths = powerLaw(20_000, 1);
  const shares = [2, 4, 8, 16, 32, 64, 128].map((groupSize) => {
    const { largest, mean } = groupCounts({ rowLengths, groupSize, width: 128, slots: 3584 });
    return largest / mean;
  });
  assert.deepEqual(shares, shares.toSorted((a, b) => a - b));
});

Deno.test("on a power law the time has one minimum, between the extremes, and it is not worse on the larger card", () => {
  const rowLengths = powerLaw(100_000, 2), sizes = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
  const curve = (slots: number) =>
    sizes.map((groupSize) => groupingTime({ rowLengths, groupSize, width: 128, slots }, RATES).seconds);
  const p100 = curve(3584), v100s = curve(5120);
  const best = p100.indexOf(Math.min(...p100));
  assert.ok(best > 0 && best < sizes.length - 1, `best is ${sizes[best]}`);
  for (let i = 1; i < sizes.length; i++) {
    if (i <= best) assert.ok(p100[i] < p100[i - 1], `falls to ${sizes[i]}`);
    else assert.ok(p100[i] > p100[i - 1], `rises to ${sizes[i]}`);
  }
  assert.ok(p100.every((seconds, i) => v100s[i] <= seconds));
});

/** Times that the model itself gives, multiplied by noise. */
function measured(rates: GroupingRates, noise: (i: number) => number): GroupingSample[] {
  const rowLengths = powerLaw(3000, 3);
  return [16, 64, 128].flatMap((width) =>
    [1, 2, 4, 8, 16, 32, 64, 128].map((groupSize, i) => {
      const work = { rowLengths, groupSize, width, slots: 2 };
      return { ...work, seconds: groupingTime(work, rates).seconds * noise(width + i) };
    })
  );
}

Deno.test("rates are recovered from the times they give, and nearly so under 3 % noise", () => {
  const exact = fitGroupingRates(measured(RATES, () => 1));
  assert.equal(exact.samples, 24);
  assert.ok(exact.medianError < 1e-9);
  const noisy = fitGroupingRates(measured(RATES, (i) => i % 2 === 0 ? 1.03 : 0.97));
  assert.ok(noisy.medianError < 0.04, `${noisy.medianError}`);
  for (const name of ["group", "neighbor", "atomic"] as const) {
    assert.ok(Math.abs(exact.rates[name] / RATES[name] - 1) < 1e-6, name);
    assert.ok(Math.abs(noisy.rates[name] / RATES[name] - 1) < 0.25, `${name}: ${noisy.rates[name]}`);
  }
  const free = fitGroupingRates(measured({ ...RATES, atomic: 0 }, () => 1));
  assert.ok(free.rates.atomic < 1e-15);
});

Deno.test("counts out of range, and too little to fit, are refused in words", () => {
  const work = { rowLengths: EXAMPLE, groupSize: 3, width: 2, slots: 2 };
  for (const wrong of [{ groupSize: 0 }, { groupSize: 1.5 }, { slots: 0 }, { slots: NaN }, { width: -1 }]) {
    assert.throws(() => groupCounts({ ...work, ...wrong }), UsageError);
    assert.throws(() => groupingTime({ ...work, ...wrong }, RATES), UsageError);
  }
  const none = groupingTime({ ...work, rowLengths: [0, 0] }, RATES);
  assert.deepEqual([none.groups, none.largest, none.mean, none.seconds], [0, 0, 0, 0]);
  const sample = { ...work, seconds: 1 };
  assert.throws(() => fitGroupingRates([sample, sample]), UsageError);
  assert.throws(() => fitGroupingRates([sample, sample, { ...sample, seconds: 0 }]), UsageError);
});
