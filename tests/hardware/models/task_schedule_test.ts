import fc from "fast-check";
import assert from "node:assert/strict";
import { scheduleTasks, type Task } from "../../../hardware/models/task_schedule.ts";
import { UsageError } from "../../../platform/errors.ts";

const task = (duration: number, resource: number, after: readonly number[] = [], rank = 0): Task => ({
  duration,
  resource,
  after,
  rank,
});

Deno.test("tasks wait for what they follow and for their resource, in the order of ranks", () => {
  // 0 and 1 compete; 1 has the better rank. 2 follows 0 on another resource; 3 follows 1 and is free to run
  // beside 0.
  const tasks = [task(3, 0, [], 2), task(2, 0, [], 1), task(4, 1, [0]), task(1, 1, [1])];
  assert.deepEqual([...scheduleTasks(tasks, [1, 1])], [5, 2, 9, 3]);
  assert.deepEqual([...scheduleTasks(tasks, [2, 1])], [3, 2, 7, 3]);
});

Deno.test("what becomes ready at one moment is ordered by rank, whatever ended first", () => {
  // Both predecessors end at 2; the later one releases the task of better rank.
  const tasks = [task(2, 0), task(2, 1), task(5, 2, [0], 1), task(1, 2, [1], 0)];
  assert.deepEqual([...scheduleTasks(tasks, [1, 1, 1])], [2, 2, 8, 3]);
});

Deno.test("no task takes no time", () => {
  assert.equal(scheduleTasks([], [1]).length, 0);
  assert.deepEqual([...scheduleTasks([task(0, 0), task(0, 0, [0])], [1])], [0, 0]);
});

/** Tasks that follow earlier ones only. */
const acyclic = fc.array(
  fc.record({
    duration: fc.integer({ min: 0, max: 20 }),
    resource: fc.integer({ min: 0, max: 2 }),
    rank: fc.integer({ min: 0, max: 5 }),
    back: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  }),
  { maxLength: 40, size: "max" },
).map((drawn) =>
  drawn.map(({ back, ...rest }, i): Task => ({
    ...rest,
    after: back.map((steps) => i - steps).filter((before) => before >= 0),
  }))
);
const capacities = fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 3 })));

Deno.test("no resource works above its capacity, none begins too early, and none idles while something waits for it", () => {
  fc.assert(fc.property(acyclic, capacities, (tasks, limits) => {
    const ends = scheduleTasks(tasks, limits);
    const begins = ends.map((end, i) => end - tasks[i].duration);
    const ready = tasks.map(({ after }) => Math.max(0, ...after.map((before) => ends[before])));
    const busy = (resource: number, at: number) =>
      tasks.filter((each, i) => each.resource === resource && begins[i] <= at && at < ends[i]).length;
    tasks.forEach(({ resource }, i) => {
      assert.ok(begins[i] >= ready[i]);
      assert.ok(busy(resource, begins[i]) <= limits[resource]);
      // Durations are whole, so that every moment between is one of these.
      for (let at = ready[i]; at < begins[i]; at++) assert.equal(busy(resource, at), limits[resource]);
    });
  }));
});

Deno.test("refuses circles, strangers and resources of no capacity", () => {
  assert.throws(() => scheduleTasks([task(1, 0, [1]), task(1, 0, [0])], [1]), UsageError);
  assert.throws(() => scheduleTasks([task(1, 0, [7])], [1]), UsageError);
  assert.throws(() => scheduleTasks([task(1, 1)], [1]), UsageError);
  assert.throws(() => scheduleTasks([task(1, 0)], [0]), UsageError);
});
