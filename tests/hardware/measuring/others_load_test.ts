/** Load of other programs between two readings of the processors. @module */
import assert from "node:assert/strict";
import { besideOthers, loadBetween, type ProcessorReading } from "../../../hardware/measuring/others_load.ts";
import { disturbs } from "../../../results/others_load.ts";

const START: ProcessorReading = {
  ms: 500,
  processors: 2,
  all: 9000,
  idle: 4000,
  stolen: 30,
  own: { ticks: 700, programs: 1 },
};

/** Reading after seconds in which the processors idled, were stolen, and worked for this program. */
function after(
  seconds: number,
  { idle = 0, stolen = 0, own = 0, programs = 1 }: Partial<
    Record<"idle" | "stolen" | "own" | "programs", number>
  >,
): ProcessorReading {
  return {
    ms: START.ms + 1000 * seconds,
    processors: 2,
    all: START.all + 200 * seconds,
    idle: START.idle + idle,
    stolen: START.stolen + stolen,
    own: { ticks: START.own.ticks + own, programs },
  };
}

const busyAfter = (...args: Parameters<typeof after>) => loadBetween(START, after(...args))!.busy;

Deno.test("others have what is neither idle nor this program's", () => {
  assert.equal(busyAfter(2, { idle: 400 }), 0);
  assert.equal(busyAfter(2, { idle: 100, own: 300 }), 0);
  assert.equal(busyAfter(2, { idle: 100, own: 100 }), 1);
  assert.equal(busyAfter(2, {}), 2);
  assert.equal(busyAfter(4, { own: 700 }), 0.25);
});

Deno.test("what a hypervisor has stolen is others', also where this program's clock went on meanwhile", () => {
  // Its clock stood: the time is in nobody's ticks. It went on: the time is in its own.
  assert.equal(busyAfter(2, { own: 300, stolen: 100 }), 0.5);
  assert.equal(busyAfter(2, { own: 400, stolen: 100 }), 0.5);
  assert.equal(busyAfter(2, { own: 200, stolen: 100 }), 1);
});

Deno.test("others have no less than nothing, and no more than there is", () => {
  assert.equal(busyAfter(1, { idle: 150, own: 60 }), 0);
  assert.equal(busyAfter(1, { own: -50 }), 2);
});

Deno.test("a load is notable from a fifth of a processor on, and in a short time from what ticks can tell", () => {
  const notableOf = (...args: Parameters<typeof after>) => loadBetween(START, after(...args))!.notable;
  assert.equal(notableOf(10, {}), 0.2);
  // Three standard deviations of eight counters, and of sixteen with two peers.
  assert.equal(notableOf(0.1, {}), 3 * Math.sqrt(8 / 6) / 10);
  assert.equal(notableOf(0.1, { programs: 3 }), 3 * Math.sqrt(16 / 6) / 10);
  const isNotable = (own: number) => disturbs(loadBetween(START, after(10, { own })));
  assert.deepEqual([1799, 1801].map(isNotable), [true, false]);
});

Deno.test("without counts, or with other processors than before, there is no load", () => {
  const second = after(1, {});
  assert.notEqual(loadBetween(START, second), undefined);
  assert.equal(loadBetween(undefined, second), undefined);
  assert.equal(loadBetween(START, undefined), undefined);
  assert.equal(loadBetween(START, { ...second, processors: 3 }), undefined);
  assert.equal(loadBetween(START, { ...second, all: START.all }), undefined);
  assert.equal(loadBetween(START, { ...second, ms: START.ms }), undefined);
});

Deno.test("a measurement lies between two readings", async () => {
  const order: string[] = [], readings = [START, after(2, { own: 200 })];
  const read = () => {
    order.push("read");
    return readings.shift();
  };
  const measure = () => Promise.resolve(order.push("measure"));
  const { measured, othersLoad } = await besideOthers(measure, read);
  assert.deepEqual(order, ["read", "measure", "read"]);
  assert.deepEqual([measured, othersLoad?.busy, othersLoad?.processors], [2, 1, 2]);
  assert.deepEqual(await besideOthers(measure, () => undefined), { measured: 4 });
});
