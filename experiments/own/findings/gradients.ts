/**
 * Findings on execution paths: what they leave of an epoch, and what storing gradients compactly adds.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const epoch = (workload: string, contender: string): CitedRow => ({
  suite: "eppgcn/table-5",
  workload,
  contender,
  metric: "speedup",
});

/** Rows of gradients for active vertices alone gain more of an epoch than the paths do. */
export const compactGradients = defineFinding({
  id: "compact-gradients",
  question:
    "Do execution paths gain more by the edges that they skip, or by the gradient rows that they could leave out?",
  reads: {
    "Twitter, paths": epoch("twitter", "eppgcn"),
    "Twitter, compact": epoch("twitter", "compact"),
    "Cora, paths": epoch("cora", "eppgcn"),
    "Cora, compact": epoch("cora", "compact"),
    "Citeseer, paths": epoch("citeseer", "eppgcn"),
    "Citeseer, compact": epoch("citeseer", "compact"),
  },
  shows: (found) =>
    found["Twitter, compact"].low > found["Twitter, paths"].high &&
    found["Cora, compact"].low > found["Cora, paths"].high &&
    found["Citeseer, compact"].low > found["Citeseer, paths"].high,
  sentence: (found) =>
    `Execution paths as printed make an epoch of a GCN ${
      found["Twitter, paths"].text
    } as fast as the whole graph does on Twitter, ` +
    `${found["Cora, paths"].text} on Cora and ${found["Citeseer, paths"].text} on Citeseer; ` +
    "gradients that have a row for active vertices alone, which the paper does not keep, make it " +
    `${found["Twitter, compact"].text}, ${found["Cora, compact"].text} and ${
      found["Citeseer, compact"].text
    }.`,
  command: "deno task repro eppgcn/table-5 --device x86",
  doubt:
    "two threads multiply what a GPU would wait for: where aggregation takes a larger share of an epoch, " +
    "the paths take more of the gain",
});
