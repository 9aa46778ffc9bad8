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
    "tiles alone": trained("effect:tiles", "alone"),
    "narrowing alone": trained("effect:narrowing", "alone"),
    "tiles beside narrowing": trained("pair:tiles+narrowing", "interaction"),
    "ordering beside paths": trained("pair:ordering+paths", "interaction"),
  },
  shows: (found) =>
    found.product.low > found.together.high && found["tiles beside narrowing"].high < 0.8 &&
    found["ordering beside paths"].low > 0.8,
  sentence: (found) =>
    "On Reddit METIS ordering, dense tiles, execution paths and combining features before they are aggregated make an " +
    `epoch ${found.together.text} as fast together, less than the product of what each does alone ` +
    `(${found.product.text}). Ordering and paths multiply (${
      found["ordering beside paths"].text
    } of their product); ` +
    `tiles (alone ${found["tiles alone"].text}) and combining first (${
      found["narrowing alone"].text
    }) give ` +
    `${found["tiles beside narrowing"].text} of theirs.`,
  command: "deno task repro own/composition-training --device x86",
  doubt:
    "it is one stand-in and one model; on the stand-in of Products the product of single speed-ups promises too " +
    "little on a CPU with AVX2 and too much on two with AVX-512",
});
