/**
 * Joint measurements that time nothing: results of the device that are compared with an oracle, one contender
 * after the other.
 *
 * @module
 */
import type { Contender } from "../cell.ts";
import { Outcomes } from "../trials/outcomes.ts";

/** Counts each contender by itself. One that fails keeps its error and stops no other. */
export async function countOnDevice<C extends Contender, Outcome>(
  contenders: readonly C[],
  count: (contender: C) => Promise<Outcome>,
): Promise<(id: string) => Outcome> {
  const outcomes = new Outcomes<Outcome>();
  for (const contender of contenders) {
    await outcomes.attempt(contender.id, async () => outcomes.set(contender.id, await count(contender)));
  }
  return (id) => outcomes.of(id);
}
