/**
 * Sentences on the overlap over injected links, from rows: by what factor hidden pushes shorten whole
 * iterations, and whether the overlap predicts it.
 *
 * @module
 */
import type { Row } from "../../../results/row.ts";
import { intervalOf, liesWithin, spellInterval } from "../../claims/interval.ts";

/** Share by which the smaller of the measured and the predicted speed-up may be below the other. */
const TOLERANCE = 0.2;

/** Rows of one model over one link with a delay of one iteration. */
export interface OverlapCell {
  /** Label of the model. */
  readonly model: string;
  /** Name of the link. */
  readonly link: string;
  /** Rows of the cell. */
  readonly rows: readonly Row[];
}

/** Sentence of a cell; none where it lacks a speed-up or its prediction. */
export function overlapAnswers({ model, link, rows }: OverlapCell): string[] {
  const of = (metric: string) => rows.find((row) => row.metric === metric && row.status === "ok");
  const measured = of("overlap_speedup"),
    predicted = of("predicted_speedup"),
    over = of("speedup_over_predicted");
  if (!measured || !predicted || !over) return [];
  const faster = intervalOf(measured), agreement = intervalOf(over);
  const beats = faster.low > 1 ? "beats" : faster.high < 1 ? "loses to" : "is not told apart from";
  const within = liesWithin(agreement, [1 - TOLERANCE, 1 / (1 - TOLERANCE)]), percent = 100 * TOLERANCE;
  const verdict = within === undefined
    ? `it is open whether they agree within ${percent} %`
    : `they ${within ? "agree" : "do not agree"} within ${percent} %`;
  return [
    `Over ${link}, AEP with a delay of one iteration ${beats} the blocking exchange for ${model}: whole ` +
    `iterations of d = 0 take ${
      spellInterval(faster, "x")
    } those of d = 1 (n = ${measured.n}), the overlap ` +
    `predicts ${spellInterval(intervalOf(predicted), "x")}, and measured over predicted is ` +
    `${spellInterval(agreement)}: ${verdict}.`,
  ];
}
