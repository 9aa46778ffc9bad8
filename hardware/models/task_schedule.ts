/**
 * A discrete-event simulation of tasks that wait for each other and for resources.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";

/** A task that occupies a resource for some time. */
export interface Task {
  /** Duration, in any unit. */
  readonly duration: number;
  /** Number of the resource that the task occupies throughout. */
  readonly resource: number;
  /**
   * Rank: of tasks that wait for one resource the lowest rank goes first; of equal ranks the lower number.
   */
  readonly rank: number;
  /** Numbers of the tasks that must end before this one begins. */
  readonly after: readonly number[];
}

/**
 * Computes the end of each task, from 0. A task begins after the tasks that it follows have ended. A resource
 * works on as many tasks at once as its capacity says, never idles while a task waits for it, and interrupts
 * none.
 *
 * @param tasks Tasks by number.
 * @param capacities Capacity of each resource, from 1.
 * @throws {UsageError} where tasks wait for each other in a cycle, or for a task that does not exist.
 *
 * @example
 * ```ts
 * import { scheduleTasks } from "./task_schedule.ts";
 * const copy = { duration: 2, resource: 0, rank: 0, after: [] };
 * const ends = scheduleTasks([copy, copy, { duration: 1, resource: 1, rank: 0, after: [0] }], [1, 1]);
 * if (ends.join() !== "2,4,3") throw new Error("two copies share a link, a kernel runs beside the second");
 * ```
 */
export function scheduleTasks(tasks: readonly Task[], capacities: readonly number[]): Float64Array {
  const followers: number[][] = tasks.map(() => []);
  const missing = new Uint32Array(tasks.length);
  tasks.forEach(({ resource, after }, task) => {
    if (!(capacities[resource] >= 1)) refuse(`task ${task} on resource ${resource}, which has no capacity`);
    for (const before of after) {
      if (tasks[before] === undefined) refuse(`task ${task} after task ${before}, which there is not`);
      followers[before].push(task);
    }
    missing[task] = after.length;
  });
  const ends = new Float64Array(tasks.length);
  const before = (a: number, b: number) => tasks[a].rank - tasks[b].rank || a - b;
  const free = [...capacities];
  const waiting = capacities.map(() => new Queue(before));
  const running = new Queue((a, b) => ends[a] - ends[b] || a - b);
  tasks.forEach(({ resource, after }, task) => {
    if (after.length === 0) waiting[resource].add(task);
  });
  let now = 0, ended = 0;
  while (true) {
    waiting.forEach((queue, resource) => {
      while (free[resource] > 0 && queue.size > 0) {
        const task = queue.take();
        free[resource]--;
        ends[task] = now + tasks[task].duration;
        running.add(task);
      }
    });
    if (running.size === 0) break;
    now = ends[running.first];
    // All tasks that end at one moment end before any task begins.
    while (running.size > 0 && ends[running.first] === now) {
      const task = running.take();
      ended++;
      free[tasks[task].resource]++;
      for (const next of followers[task]) if (--missing[next] === 0) waiting[tasks[next].resource].add(next);
    }
  }
  if (ended < tasks.length) refuse(`${tasks.length - ended} tasks that wait for each other`);
  return ends;
}

function refuse(current: string): never {
  throw new UsageError({
    action: "schedule tasks",
    current,
    wanted: "tasks that follow existing ones, without a circle, on resources of capacity 1 at least",
    next: "correct the numbers of `after` and `resource`",
  });
}

/** A binary heap of task numbers. */
class Queue {
  readonly #heap: number[] = [];
  readonly #order: (a: number, b: number) => number;

  constructor(order: (a: number, b: number) => number) {
    this.#order = order;
  }

  get size(): number {
    return this.#heap.length;
  }

  get first(): number {
    return this.#heap[0];
  }

  add(task: number): void {
    const heap = this.#heap;
    let at = heap.push(task) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#order(heap[parent], task) <= 0) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = task;
  }

  take(): number {
    const heap = this.#heap, first = heap[0], task = heap.pop()!;
    if (heap.length === 0) return first;
    let at = 0;
    while (true) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#order(heap[child + 1], heap[child]) < 0) child++;
      if (this.#order(task, heap[child]) <= 0) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = task;
    return first;
  }
}
