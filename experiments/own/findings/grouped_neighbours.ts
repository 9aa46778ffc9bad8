/**
 * Finding on kernels for sampled blocks: the direction of the product decides which of them gains.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const speedup = (direction: string, policy: string): CitedRow => ({
  suite: "fastgl/figure-12",
  workload: `ogbn-products:${direction}`,
  contender: `policy:${policy}`,
  metric: "speedup",
});

/** Grouped neighbours win forward and lose backward on the same blocks. */
export const groupedNeighbours = defineFinding({
  id: "grouped-neighbours",
  question: "Does a kernel that gains in the forward direction of sampled blocks gain backward?",
  reads: {
    "groups, forward": speedup("forward", "gnnadvisor"),
    "groups, backward": speedup("backward", "gnnadvisor"),
    "staged, forward": speedup("forward", "fastgl"),
    "staged, backward": speedup("backward", "fastgl"),
  },
  shows: (found) =>
    found["groups, forward"].least > 1 && found["groups, backward"].most < 1 &&
    found["staged, forward"].most < 1 && found["staged, backward"].most < 1,
  sentence: (found) =>
    `On the same sampled blocks neighbour groups multiply ${
      found["groups, forward"].text
    } as fast as rows forward and ` +
    `${found["groups, backward"].text} backward; staging weights and sums loses both ways on a CPU ` +
    `(${found["staged, forward"].text} and ${found["staged, backward"].text}).`,
  command: "deno task repro fastgl/figure-12 --device x86",
  doubt:
    "rows and groups are kernels of this harness for two CPU threads, and backward rows are short: on a GPU " +
    "short rows leave lanes idle",
});
