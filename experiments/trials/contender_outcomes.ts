/**
 * Outcomes of a joint measurement that are derived contender by contender, from trainings that the session
 * shares.
 *
 * @module
 */
import { Interrupted } from "../../platform/interrupt.ts";
import type { Contender } from "../cell.ts";
import type { JointOutcome } from "../measurement.ts";
import type { Metrics } from "../metrics.ts";

/** Derives the outcomes of contenders one after the other; an error ends its contender alone. */
export async function contenderOutcomes<C extends Contender, M extends Metrics>(
  contenders: readonly C[],
  outcomeOf: (contender: C) => Promise<JointOutcome<M>>,
): Promise<(id: string) => JointOutcome<M>> {
  const outcomes = new Map<string, JointOutcome<M>>(), errors = new Map<string, unknown>();
  for (const contender of contenders) {
    try {
      outcomes.set(contender.id, await outcomeOf(contender));
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      errors.set(contender.id, error);
    }
  }
  return (id) => {
    if (errors.has(id)) throw errors.get(id);
    return outcomes.get(id)!;
  };
}
