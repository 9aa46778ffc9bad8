/**
 * Finding on the composition of techniques: whether the speed-ups of one training step multiply.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const trained = (contender: string, metric: string): CitedRow => ({
  suite: "own/composition-training",
  workload: "reddit",
  contender,
  metric,
});

/** The product of single speed-ups promises more than the techniques give together. */
export const multipliedSpeedups = defineFinding({
  id: "multiplied-speedups",
  question: "Do the speed-ups of a training step multiply?",
  reads: {
    "product": trained("together", "product"),
    "together": trained("together", "together"),
    "tiles beside narrowing": trained("pair:tiles+narrowing", "interaction"),
    "ordering beside paths": trained("pair:ordering+paths", "interaction"),
  },
  shows: (found) =>
    found.product.low > found.together.high && found["tiles beside narrowing"].high < 0.8 &&
    found["ordering beside paths"].low > 0.8,
  sentence: (found) =>
    "Alone, METIS ordering, dense tiles, execution paths and combining features before they are aggregated promise an " +
    `epoch ${found.product.words} as fast on Reddit, as the product of their speed-ups; together they make it ` +
    `${found.together.words} as fast. Tiles and combining first gain from the same work: beside the other each keeps ` +
    `${found["tiles beside narrowing"].words} of its speed-up, while ordering and paths keep theirs ` +
    `(${found["ordering beside paths"].words}).`,
  command: "deno task repro own/composition-training --device x86",
  doubt:
    "it is one stand-in and one model; on the stand-in of Products the product of single speed-ups promises too " +
    "little on one CPU and too much on the other",
});
