/**
 * Load of other programs: the processors that they keep busy, by the system's counters. Measurements beside
 * them have longer times, which differ more from round to round.
 *
 * @module
 */
import type { OwnTicks } from "../cpu/own_ticks.ts";

/** Milliseconds of a tick, in which Linux counts for programs. */
const TICK_MS = 10;
/** Processors kept busy from which on a load is notable: some always are, by a desktop or a service. */
const NOTABLE = 0.2;

/** Load of other programs over some time. */
export interface OthersLoad {
  /** Processors that they keep busy, up to `processors`; time that a hypervisor gives to others is theirs. */
  readonly busy: number;
  /** Processors on which this program may run. */
  readonly processors: number;
  /** Least `busy` that is notable: a fifth of a processor, or more in a time so short that ticks blur it. */
  readonly notable: number;
}

/** Counters of the processors on which this program may run, at one moment. */
export interface ProcessorReading {
  /** Milliseconds of a steady clock. */
  readonly ms: number;
  /** Number of these processors. */
  readonly processors: number;
  /** Ticks that they were counted for. */
  readonly all: number;
  /** Ticks in which they idled, or waited for a disk. */
  readonly idle: number;
  /** Ticks that a hypervisor gave to others. */
  readonly stolen: number;
  /** Time of this program. */
  readonly own: OwnTicks;
}

/**
 * Load between two readings; undefined where either is absent, the number of processors has changed, or
 * nothing was counted, as where `/proc/stat` is a dummy.
 *
 * Busy is what is not idle: Linux counts idling exactly, but work only by looking at each tick. The clocks of
 * programs may go on while a hypervisor runs others, whose time is then no less than what was stolen.
 */
export function loadBetween(
  before: ProcessorReading | undefined,
  after: ProcessorReading | undefined,
): OthersLoad | undefined {
  if (before === undefined || after === undefined) return undefined;
  const { processors } = after, passed = (after.ms - before.ms) / TICK_MS;
  if (before.processors !== processors || after.all <= before.all || passed <= 0) return undefined;
  const busy = passed * processors - (after.idle - before.idle);
  const others = Math.max(busy - (after.own.ticks - before.own.ticks), after.stolen - before.stolen, 0);
  // Two counters a processor and four a program, each cut to whole ticks: their differences have a variance
  // of a sixth of a tick, and what is above three standard deviations is no rounding.
  const counters = 2 * processors + 4 * Math.max(before.own.programs, after.own.programs);
  return {
    busy: Math.min(others / passed, processors),
    processors,
    notable: Math.max(NOTABLE, 3 * Math.sqrt(counters / 6) / passed),
  };
}

/** A measurement, and the load of other programs meanwhile. */
export interface BesideOthers<T> {
  /** Result of the measurement. */
  readonly measured: T;
  /** Load meanwhile; absent where the system does not tell. */
  readonly othersLoad?: OthersLoad;
}

/**
 * Measures between two readings of the processors. A measurement beside other programs is not repeated, as
 * one on a throttled GPU is: contenders take turns, so that a steady load meets all of them, and where others
 * compute all day, everything would be measured twice.
 */
export async function besideOthers<T>(
  measure: () => Promise<T>,
  read: () => ProcessorReading | undefined,
): Promise<BesideOthers<T>> {
  const before = read(), measured = await measure(), othersLoad = loadBetween(before, read());
  return { measured, ...(othersLoad !== undefined && { othersLoad }) };
}
