/**
 * Finding on tiles that are multiplied as dense ones: the fill from which that pays on a CPU.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const ofTiles = (workload: string, contender: string, metric: string, suite: string): CitedRow => ({
  suite,
  workload,
  contender,
  metric,
});

/** A threshold of 5 % is eight times too low for a CPU. */
export const tileDensity = defineFinding({
  id: "tile-density",
  question: "From which fill on does a dense tile pay on a CPU?",
  reads: {
    "Reddit, fill": ofTiles("reddit", "base", "break_even_fill", "hetu-gnn/table-4"),
    "Proteins, fill": ofTiles("ogbn-proteins", "base", "break_even_fill", "hetu-gnn/table-4"),
    "Reddit, 10 % for 5 %": ofTiles("reddit", "10", "speedup", "hetu-gnn/table-5"),
    "Reddit, tiles": ofTiles("reddit", "metis:block-sparse", "speedup", "hetu-gnn/figure-10"),
  },
  shows: (found) =>
    Math.min(found["Reddit, fill"].low, found["Proteins, fill"].low) > 20 &&
    found["Reddit, 10 % for 5 %"].least > 1 && found["Reddit, tiles"].most < 1,
  sentence: (found) =>
    `On the CPU below a dense tile pays from a fill of ${found["Reddit, fill"].text} on Reddit and ` +
    `${
      found["Proteins, fill"].text
    } on Proteins; at the paper's threshold of 5 % tiles make a reordered product ` +
    `${found["Reddit, tiles"].text} as fast as rows, and a threshold of 10 % an epoch ` +
    `${found["Reddit, 10 % for 5 %"].text} as fast as one of 5 %.`,
  command: "deno task repro hetu-gnn/table-4 hetu-gnn/table-5 hetu-gnn/figure-10 --device x86",
  doubt:
    "the break-even fill is one measurement on drawn tiles, and a GPU's dense rate is higher beside its sparse " +
    "one than a CPU's",
});
