/**
 * Finding on vertex orderings: how much of their gain the order of the given ids decides.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const speedup = (share: number): CitedRow => ({
  suite: "hetu-gnn/figure-8-times",
  workload: `archaea:${share}`,
  contender: "metis",
  metric: "speedup",
});

/** An ordering gains nothing where ids already follow communities. */
export const orderOfIds = defineFinding({
  id: "order-of-ids",
  question: "How much of an ordering's gain does the order of the given ids decide?",
  reads: {
    "ids by community": speedup(0),
    "half shuffled": speedup(50),
    "all shuffled": speedup(100),
  },
  shows: (found) =>
    found["all shuffled"].least > 1 && found["all shuffled"].low > found["ids by community"].high &&
    found["ids by community"].least <= 1,
  sentence: (found) =>
    `On one and the same graph METIS speeds up a sparse product ${
      found["all shuffled"].text
    } where all ids are shuffled, ` +
    `${found["half shuffled"].text} where half are, and ${
      found["ids by community"].text
    } where ids follow communities: ` +
    "a speed-up by ordering says as much about the published file's ids as about the ordering.",
  command: "deno task repro hetu-gnn/figure-8-times --device x86",
  doubt:
    "the graph is a stand-in with planted communities, its features nearly fit the last cache, and each " +
    "time has few rounds",
});
