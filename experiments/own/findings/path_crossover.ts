/**
 * Finding on execution paths: how far the share of training vertices and the depth of a model decide what
 * they gain.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const speedup = (percent: number, depth: number): CitedRow => ({
  suite: "own/crossover-paths",
  workload: `${percent}-${depth}`,
  contender: "compact",
  metric: "speedup",
});

/** Paths gain where few vertices train a shallow model, and depth takes the gain away. */
export const pathCrossover = defineFinding({
  id: "path-crossover",
  question: "At which share of training vertices and how many layers do execution paths pay?",
  reads: {
    "1 %, one layer": speedup(1, 1),
    "1 %, five layers": speedup(1, 5),
    "90 %, one layer": speedup(90, 1),
  },
  shows: (found) =>
    found["1 %, one layer"].least > 1 &&
    found["1 %, one layer"].low > Math.max(found["1 %, five layers"].high, found["90 %, one layer"].high),
  sentence: (found) =>
    `Execution paths with compact gradients make an epoch ${
      found["1 %, one layer"].text
    } as fast as the whole graph where 1 % of ` +
    `the vertices train one layer, ${found["1 %, five layers"].text} where they train five, and ` +
    `${
      found["90 %, one layer"].text
    } where 90 % train one: depth takes away what a small training set gives.`,
  command: "deno task repro own/crossover-paths --device x86",
  doubt:
    "it is one stand-in, whose training vertices are drawn uniformly: those of a real split may lie closer together",
});
