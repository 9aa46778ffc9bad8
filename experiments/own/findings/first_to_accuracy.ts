/**
 * Finding on time to accuracy: the graph decides whether full batches or sampled ones are first.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const raced = (graph: string, contender: string, metric: string): CitedRow => ({
  suite: "own/time-to-accuracy",
  workload: graph,
  contender,
  metric,
});

/** Full batches are first on a small graph of few training vertices, sampled ones on a larger one of many. */
export const firstToAccuracy = defineFinding({
  id: "first-to-accuracy",
  question: "Does one way of training reach an accuracy first on every graph?",
  reads: {
    "Cora, full batch": raced("cora", "full-batch", "lead"),
    "Cora, full batch moved": raced("cora", "full-batch", "moved_to_accuracy"),
    "Cora, sampled moved": raced("cora", "sampled", "moved_to_accuracy"),
    "planted, sampled": raced("planted-larger", "sampled", "lead"),
  },
  shows: (found) => found["Cora, full batch"].most < 1 && found["planted, sampled"].most < 1,
  sentence: (found) =>
    "To 95 % of the best accuracy, preparation included, full batches are first on Cora " +
    `(${
      found["Cora, full batch"].text
    } the time of the first other way), sampled mini-batches on planted partitions with a ` +
    `tenth of the vertices to train on (${
      found["planted, sampled"].text
    }); on Cora sampled ones have copied ` +
    `${found["Cora, sampled moved"].text} of features by then, full batches ${
      found["Cora, full batch moved"].text
    }.`,
  command: "deno task repro own/time-to-accuracy --device x86",
  doubt:
    "one set of hyper-parameters serves all ways, and a mini-batch pays for a program that this harness makes for it",
});
