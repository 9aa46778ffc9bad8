/**
 * Cost model of group sizes on a device with many slots: groups scheduled on warp slots, and atomic additions
 * where a row has several groups (model M6). It represents GPUs that are not present; its rates are fitted to
 * one that is.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { median } from "../../platform/statistics/median.ts";
import { nonNegativeLeastSquares } from "../../platform/statistics/non_negative_least_squares.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * Rates in seconds of one slot. They do not depend on the number of slots, so that rates fitted on few slots
 * apply to many.
 */
export interface GroupingRates {
  /** c0: time of a group of any size. */
  readonly group: number;
  /** c1: time of one column of one neighbour. */
  readonly neighbor: number;
  /**
   * Time of one atomic addition of one float. Slots add side by side: c_a, in seconds of the device, is this
   * time over the number of slots.
   */
  readonly atomic: number;
}

/** One aggregation by neighbour groups. */
export interface GroupedWork {
  /** Entries of each row of the matrix. */
  readonly rowLengths: ArrayLike<number>;
  /** Greatest number of entries of a group, from 1. */
  readonly groupSize: number;
  /** Columns of the features. */
  readonly width: number;
  /** Groups that the device works on at once, from 1. */
  readonly slots: number;
  /**
   * Treatment of the sum of a row with one group: `add` it atomically (GNNAdvisor; default), or `store` it.
   */
  readonly singleGroup?: "add" | "store";
}

/** Counts of groups and atomics that a group size gives for a matrix. */
export interface GroupCounts {
  /** Number of groups: `ceil(length / groupSize)` a row. */
  readonly groups: number;
  /** Number of floats added atomically. */
  readonly atomics: number;
  /** Entries of the largest group. */
  readonly largest: number;
  /** Mean number of entries of a group; 0 where there is none. */
  readonly mean: number;
}

/** Time by the model. */
export interface GroupingTime extends GroupCounts {
  /** Time until the last slot has computed its last group, in seconds. */
  readonly makespan: number;
  /** Time of atomic additions, in seconds. */
  readonly adding: number;
  /** Sum of both, in seconds. */
  readonly seconds: number;
}

/** Work of the busiest slot. */
interface BusiestSlot {
  readonly time: number;
  readonly groups: number;
  readonly neighbors: number;
}

function assertWork({ groupSize, width, slots }: Omit<GroupedWork, "rowLengths">): void {
  for (
    const [name, value, least] of [
      ["group size", groupSize, 1],
      ["width", width, 0],
      ["slots", slots, 1],
    ] as const
  ) {
    if (Number.isInteger(value) && value >= least) continue;
    throw new UsageError({
      action: "model neighbour groups",
      current: `${name} ${value}`,
      wanted: `a whole number from ${least}`,
      next: "pass plain counts",
    });
  }
}

/**
 * Counts groups and atomics; exact, linear in the rows.
 *
 * @throws {UsageError} where a count is not an integer in its range.
 *
 * @example
 * ```ts
 * import { groupCounts } from "gnn-repro/hardware";
 * // The five vertices of eppgcn's Figure 2 in groups of three: six groups, only v2 has two.
 * const { groups } = groupCounts({ rowLengths: [1, 4, 2, 3, 2], groupSize: 3, width: 16, slots: 1 });
 * if (groups !== 6) throw new Error("1 + 2 + 1 + 1 + 1");
 * ```
 */
export function groupCounts(work: GroupedWork): GroupCounts {
  assertWork(work);
  const { rowLengths, groupSize, width, singleGroup = "add" } = work;
  const exempt = singleGroup === "store" ? 1 : 0;
  let groups = 0, adding = 0, entries = 0, longest = 0;
  for (let row = 0; row < rowLengths.length; row++) {
    const own = Math.ceil(rowLengths[row] / groupSize);
    groups += own;
    if (own > exempt) adding += own;
    entries += rowLengths[row];
    longest = Math.max(longest, rowLengths[row]);
  }
  const largest = Math.min(longest, groupSize);
  return { groups, atomics: adding * width, largest, mean: groups === 0 ? 0 : entries / groups };
}

/**
 * List scheduling: groups in row order, each on the slot that is free first (Graham, "Bounds on
 * multiprocessing timing anomalies", SIAM J. Appl. Math. 17(2), 1969). Slots become free no earlier than the
 * ones before, so that groups of one size end in the order in which they began: each size has a queue, and
 * the slot that is free first is at the head of one of them.
 */
function schedule({ rowLengths, groupSize, width, slots }: GroupedWork, rates: GroupingRates): BusiestSlot {
  const queues = new EndQueues(sizeCounts(rowLengths, groupSize), slots);
  const groups = new Uint32Array(slots), neighbors = new Float64Array(slots);
  const perNeighbor = rates.neighbor * width;
  for (let row = 0; row < rowLengths.length; row++) {
    for (let left = rowLengths[row]; left > 0; left -= groupSize) {
      const size = Math.min(left, groupSize);
      const slot = queues.next(size, rates.group, perNeighbor * size);
      groups[slot]++;
      neighbors[slot] += size;
    }
  }
  const { time, slot } = queues.last();
  return { time, groups: groups[slot], neighbors: neighbors[slot] };
}

/** Number of groups of each size, from 0 to the largest. */
function sizeCounts(rowLengths: ArrayLike<number>, groupSize: number): Uint32Array {
  let longest = 0;
  for (let row = 0; row < rowLengths.length; row++) longest = Math.max(longest, rowLengths[row]);
  const counts = new Uint32Array(Math.min(longest, groupSize) + 1);
  for (let row = 0; row < rowLengths.length; row++) {
    const whole = Math.floor(rowLengths[row] / groupSize), rest = rowLengths[row] - whole * groupSize;
    if (whole > 0) counts[groupSize] += whole;
    if (rest > 0) counts[rest]++;
  }
  return counts;
}

/** Slots by the time when their group ends, in a queue for each size of group; free slots are in queue 0. */
class EndQueues {
  readonly #ends: Float64Array;
  readonly #slots: Uint32Array;
  /** Places of the first entry of each queue, and behind the last one. */
  readonly #heads: Uint32Array;
  readonly #tails: Uint32Array;
  /** Queues that are not empty: a binary heap by the ends of their first entries. */
  readonly #heap: Uint32Array;
  #filled = 0;

  /** Makes room for as many groups of each size as `counts` says; all slots are free at time 0. */
  constructor(counts: Uint32Array, slots: number) {
    const total = counts.reduce((sum, count) => sum + count, slots);
    this.#ends = new Float64Array(total);
    this.#slots = new Uint32Array(total);
    this.#heads = new Uint32Array(counts.length);
    for (let size = 1, at = slots; size < counts.length; at += counts[size++]) this.#heads[size] = at;
    this.#tails = this.#heads.slice();
    this.#heap = new Uint32Array(counts.length);
    for (let slot = 0; slot < slots; slot++) this.#slots[slot] = slot;
    this.#tails[0] = slots;
    this.#insert(0);
  }

  /** Starts a group on the slot that is free first, and returns the slot; both costs are added to its end. */
  next(size: number, fixed: number, variable: number): number {
    const queue = this.#heap[0], at = this.#heads[queue]++, slot = this.#slots[at];
    const isNew = this.#heads[size] === this.#tails[size] && size !== queue;
    const tail = this.#tails[size]++;
    this.#ends[tail] = this.#ends[at] + fixed + variable;
    this.#slots[tail] = slot;
    if (this.#heads[queue] === this.#tails[queue]) this.#heap[0] = this.#heap[--this.#filled];
    this.#sink();
    if (isNew) this.#insert(size);
    return slot;
  }

  /** Slot that is busy longest, and the time when it ends. */
  last(): { readonly time: number; readonly slot: number } {
    let last = this.#heads[this.#heap[0]];
    for (let i = 0; i < this.#filled; i++) {
      const at = this.#tails[this.#heap[i]] - 1;
      if (this.#ends[at] > this.#ends[last]) last = at;
    }
    return { time: this.#ends[last], slot: this.#slots[last] };
  }

  #endOf(place: number): number {
    return this.#ends[this.#heads[this.#heap[place]]];
  }

  /** Moves the first queue of the heap down to its place. */
  #sink(): void {
    const heap = this.#heap, queue = heap[0], end = this.#endOf(0);
    let at = 0;
    for (let child = 1; child < this.#filled; child = 2 * at + 1) {
      if (child + 1 < this.#filled && this.#endOf(child + 1) < this.#endOf(child)) child++;
      if (this.#endOf(child) >= end) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = queue;
  }

  #insert(queue: number): void {
    const heap = this.#heap, end = this.#ends[this.#heads[queue]];
    let at = this.#filled++;
    for (let parent = (at - 1) >> 1; at > 0 && this.#endOf(parent) > end; parent = (at - 1) >> 1) {
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = queue;
  }
}

/**
 * Models the time of an aggregation (M6): `time = makespan + atomics * c_a`, where the makespan is that of
 * groups of cost `c0 + c1 * size * width` in list scheduling on the slots. Small groups pay for atomics and
 * for their number, large ones for slots that wait for the last.
 *
 * @throws {UsageError} where a count is not an integer in its range.
 */
export function groupingTime(work: GroupedWork, rates: GroupingRates): GroupingTime {
  const counts = groupCounts(work);
  const makespan = schedule(work, rates).time;
  const adding = counts.atomics * rates.atomic / work.slots;
  return { ...counts, makespan, adding, seconds: makespan + adding };
}

/** A measured aggregation. */
export interface GroupingSample extends GroupedWork {
  /** Measured time in seconds, above 0. */
  readonly seconds: number;
}

/** Fitted rates with their error. */
export interface GroupingFit {
  /** Fitted rates. */
  readonly rates: GroupingRates;
  /** Number of samples. */
  readonly samples: number;
  /** Median of |modelled - measured| / measured. */
  readonly medianError: number;
}

/**
 * Greatest number of rounds. The schedule depends on the rates: both are updated until neither changes, which
 * takes two or three rounds.
 */
const FIT_ROUNDS = 8;

/**
 * Fits rates to measured times: least squares of relative errors, no rate below 0. The samples should vary
 * the group size and the width, since only both together separate the cost of a group from that of its
 * atomics.
 *
 * @throws {UsageError} for fewer than three samples, or one whose time is not above 0.
 */
export function fitGroupingRates(samples: readonly GroupingSample[]): GroupingFit {
  const broken = samples.find(({ seconds }) => !(seconds > 0 && Number.isFinite(seconds)));
  if (samples.length < 3 || broken) {
    throw new UsageError({
      action: "fit the rates of neighbour groups",
      current: broken ? `a time of ${broken.seconds} s` : plural(samples.length, "sample"),
      wanted: "at least three measured times",
      next: "measure more group sizes and widths",
    });
  }
  const counts = samples.map(groupCounts);
  let rates: GroupingRates = { group: 1, neighbor: 1, atomic: 1 };
  for (let round = 0; round < FIT_ROUNDS; round++) {
    const busiest = samples.map((sample) => schedule(sample, rates));
    const columns = [
      busiest.map(({ groups }, i) => groups / samples[i].seconds),
      busiest.map(({ neighbors }, i) => neighbors * samples[i].width / samples[i].seconds),
      counts.map(({ atomics }, i) => atomics / samples[i].slots / samples[i].seconds),
    ];
    const fit = nonNegativeLeastSquares(columns, new Array<number>(samples.length).fill(1));
    const [group, neighbor, atomic] = fit.coefficients;
    const settled = [[group, rates.group], [neighbor, rates.neighbor], [atomic, rates.atomic]]
      .every(([now, before]) => Math.abs(now - before) <= 1e-9 * before);
    rates = { group, neighbor, atomic };
    if (settled) break;
  }
  const errors = samples.map((sample) => Math.abs(groupingTime(sample, rates).seconds / sample.seconds - 1));
  return { rates, samples: samples.length, medianError: median(errors) };
}
