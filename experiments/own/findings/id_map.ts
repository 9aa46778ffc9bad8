/**
 * Finding on the ID map of sampled blocks: what makes a fused map fast.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const speedup = (workload: string, contender: string): CitedRow => ({
  suite: "fastgl/table-8",
  workload,
  contender,
  metric: "speedup",
});

/** One shared counter costs a fused ID map more than the pass that it saves. */
export const sharedCounter = defineFinding({
  id: "shared-counter",
  question: "Does Fused-Map gain by its fused pass, or lose by its one counter?",
  reads: {
    "Reddit": speedup("reddit", "fused-map"),
    "Reddit, grouped": speedup("reddit", "fused-map-grouped"),
    "Products": speedup("ogbn-products", "fused-map"),
    "Products, grouped": speedup("ogbn-products", "fused-map-grouped"),
    "MAG": speedup("mag", "fused-map"),
    "MAG, grouped": speedup("mag", "fused-map-grouped"),
    "Papers100M": speedup("ogbn-papers100m", "fused-map"),
    "Papers100M, grouped": speedup("ogbn-papers100m", "fused-map-grouped"),
  },
  shows: (found) =>
    (["Reddit", "Products", "MAG", "Papers100M"] as const).every((graph) =>
      found[`${graph}, grouped`].low > found[graph].high
    ) && found.MAG.most < 1,
  sentence: (found) =>
    `Fused-Map as printed, which adds to one counter for each new id, is ${found.MAG.text} as fast as three steps on ` +
    `MAG and ${found.Reddit.text} on Reddit; adding once for all new ids of a block makes it ` +
    `${found["MAG, grouped"].text} and ${found["Reddit, grouped"].text}, and is faster on all four graphs.`,
  command: "deno task repro fastgl/table-8 --device x86",
  doubt: "a CPU's cores pass the counter's cache line around, where a GPU adds in its L2 cache: the " +
    "counter may cost nothing there",
});
