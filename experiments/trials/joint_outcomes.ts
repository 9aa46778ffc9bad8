/**
 * Outcomes of a joint measurement by contender.
 *
 * @module
 */
import type { Contender } from "../cell.ts";
import type { JointOutcome } from "../measurement.ts";
import type { Metrics } from "../metrics.ts";

/**
 * Gives the outcome of a contender by its id, derived when it is asked for: an error of one contender is
 * the result of its own cell alone.
 */
export function outcomesOf<C extends Contender, M extends Metrics>(
  contenders: readonly C[],
  outcome: (contender: C) => JointOutcome<M>,
): (id: string) => JointOutcome<M> {
  const byId = new Map(contenders.map((contender) => [contender.id, contender]));
  return (id) => outcome(byId.get(id)!);
}
