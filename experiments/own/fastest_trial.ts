/**
 * The fastest of several trials here: the one that a user who tunes would have kept.
 *
 * @module
 */
import { median } from "../../platform/statistics/mod.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import { measureSideBySide } from "../trials/side_by_side.ts";

/**
 * Times trials in turns and as few rounds as context has, and returns the id of the fastest. A trial that
 * does not fit into memory does not count.
 *
 * @throws {ReproError} where none of them runs.
 */
export async function fastestTrial(
  lab: Lab,
  trials: ReadonlyMap<string, () => Trial | Promise<Trial>>,
): Promise<string> {
  const sides = await measureSideBySide(lab, trials, { decides: false });
  const measured = [...trials.keys()].filter((id) => sides.has(id));
  // Where nothing was measured, the first has the reason.
  if (measured.length === 0) sides.of([...trials.keys()][0]);
  const ms = measured.map((id) => median(sides.of(id).ms));
  return measured[ms.indexOf(Math.min(...ms))];
}
