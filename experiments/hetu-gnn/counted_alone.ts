/**
 * Joint measurements that time nothing: results on the device that are compared with an oracle, contender by contender.
 *
 * @module
 */
import { Interrupted } from "../../platform/interrupt.ts";
import type { Contender } from "../cell.ts";
import { Outcomes } from "./checked_turns.ts";

/** Counts each contender by itself. One that fails keeps its error and stops no other. */
export async function countedAlone<C extends Contender, Outcome>(
  contenders: readonly C[],
  count: (contender: C) => Promise<Outcome>,
): Promise<(id: string) => Outcome> {
  const results = new Map<string, { readonly result: Outcome } | { readonly error: unknown }>();
  for (const contender of contenders) {
    try {
      results.set(contender.id, { result: await count(contender) });
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      results.set(contender.id, { error });
    }
  }
  const outcomes = new Outcomes(results);
  return (id) => outcomes.of(id);
}
