/**
 * Readings of two processors around measurements.
 *
 * @module
 */
import type { ProcessorReading } from "../../hardware/measuring/others_load.ts";

/** Milliseconds between the readings of a measurement, and ticks of a processor meanwhile. */
const MS = 10_000, TICKS = 1000;

/**
 * Reads before and after each measurement, in which other programs keep as many processors busy as its number
 * says, and this program the others; after these, nothing tells.
 */
export function readingsBeside(...loads: readonly number[]): () => ProcessorReading | undefined {
  const start: ProcessorReading = {
    ms: 0,
    processors: 2,
    all: 0,
    idle: 0,
    stolen: 0,
    own: { ticks: 0, programs: 1 },
  };
  const readings = loads.flatMap((busy) => [
    start,
    { ...start, ms: MS, all: 2 * TICKS, own: { ticks: (2 - busy) * TICKS, programs: 1 } },
  ]);
  return () => readings.shift();
}
