/**
 * Finding on groups of neighbours on a GPU: how far the instruction that adds them decides their best size.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const measured = (workload: string, contender: string, metric: string): CitedRow => ({
  suite: "eppgcn/figure-5",
  workload: `blog:${workload}`,
  contender,
  metric,
  source: "measured",
});

/** Sums by a loop want larger groups than sums by one instruction, and pay more for small ones. */
export const addedGroups = defineFinding({
  id: "added-groups",
  question:
    "What decides how many neighbours a group should have on a GPU: the graph, or what adds the groups up?",
  reads: {
    "small by a loop": measured("gs2", "graph", "time_over_64"),
    "small by an instruction": measured("gs2", "graph-integer", "time_over_64"),
    "best by a loop": measured("sweep", "graph", "optimal_group_size"),
    "best by an instruction": measured("sweep", "graph-integer", "optimal_group_size"),
  },
  shows: (found) =>
    found["small by a loop"].low > 2 * found["small by an instruction"].high &&
    found["best by a loop"].value > found["best by an instruction"].value,
  sentence: (found) =>
    `On one graph, groups of 2 neighbours take ${
      found["small by an instruction"].text
    } as long as groups of 64 where integers are added to a row by one instruction, and ` +
    `${
      found["small by a loop"].text
    } where floats are added by a loop of compare-exchange, as in WGSL they have to be; the best sizes are ` +
    `${found["best by an instruction"].value} and ${
      found["best by a loop"].value
    }: a best size says as much about the instruction as about the graph.`,
  command: "deno task repro eppgcn/figure-5 --device webgpu",
  doubt:
    "it is one stand-in on one card, and integers are sums in fixed point, with passes before and after that groups of any size pay alike",
});
