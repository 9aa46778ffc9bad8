/**
 * Sentences on epochs beside their limits, from rows.
 *
 * @module
 */
import type { Row } from "../../../results/row.ts";
import { intervalOf, spellInterval } from "../../claims/interval.ts";

/** Rows of one training. */
export interface LimitCell {
  /** Text for the training: `AEP on 2 ranks over 10 Gbit/s Ethernet`. */
  readonly training: string;
  /** Rows of the cell. */
  readonly rows: readonly Row[];
}

/** Sentence of a cell; none where it lacks a time or its limit. */
export function limitAnswers({ training, rows }: LimitCell): string[] {
  const of = (metric: string) => rows.find((row) => row.metric === metric && row.status === "ok");
  const time = of("epoch_time"), limit = of("epoch_limit"), over = of("time_over_limit");
  if (!time || !limit || !over) return [];
  const spell = (row: Row, unit: string) => spellInterval(intervalOf(row), unit);
  const faster = of("rank_speedup"), allowed = of("limit_speedup");
  const [seconds, times, least] = [spell(time, "s"), spell(over, "x"), spell(limit, "s")];
  const epoch =
    `${training}: an epoch takes ${seconds} (n = ${time.n}), ${times} its modelled limit of ${least}`;
  if (!faster || !allowed) return [`${epoch}.`];
  const [got, most] = [faster, allowed].map((row) => spell(row, "x"));
  return [`${epoch}, and is ${got} as fast as on one rank, where the limit allows ${most}.`];
}
