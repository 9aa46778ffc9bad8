/**
 * Outcomes of a joint measurement by the ids of its contenders.
 *
 * @module
 */
import type { Contender } from "../cell.ts";

/**
 * The result of a joint measurement: the outcome of each contender that was asked for, worked out when it
 * is asked for, so that an error of one contender is the result of its own cell alone.
 */
export function byContender<C extends Contender, Outcome>(
  contenders: readonly C[],
  outcomeOf: (contender: C) => Outcome,
): (id: string) => Outcome {
  const byId = new Map(contenders.map((contender) => [contender.id, contender]));
  return (id) => {
    const contender = byId.get(id);
    if (contender === undefined) throw new TypeError(`Contender "${id}" was not asked for`);
    return outcomeOf(contender);
  };
}
