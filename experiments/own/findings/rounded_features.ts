/**
 * Finding on features in bf16: what halving their bytes gains on a CPU.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const bf16 = (graph: string, metric: string): CitedRow => ({
  suite: "own/bench-spmm",
  workload: `${graph}:w64`,
  contender: "bf16",
  metric,
});

/** Half the bytes gain about two on graphs of high degree and little on sparse ones. */
export const roundedFeatures = defineFinding({
  id: "rounded-features",
  question: "How much faster does a sparse product get where features are stored in bf16?",
  reads: {
    "Reddit": bf16("reddit", "speedup"),
    "Archaea": bf16("archaea", "speedup"),
    "Proteins": bf16("ogbn-proteins", "speedup"),
    "Twitter": bf16("twitter", "speedup"),
    "Pubmed": bf16("pubmed", "speedup"),
    "error on Reddit": bf16("reddit", "rounding_rms"),
  },
  shows: (found) =>
    found.Pubmed.low > 1 &&
    [found.Reddit, found.Archaea, found.Proteins].every(({ low }) =>
      low > Math.max(found.Pubmed.high, found.Twitter.high)
    ),
  sentence: (found) =>
    `Features in bf16 make a product of 64 columns ${found.Reddit.words} as fast on Reddit, ${found.Archaea.words} on ` +
    `Archaea and ${found.Proteins.words} on Proteins, but ${found.Twitter.words} on Twitter and ${found.Pubmed.words} on ` +
    `Pubmed; its error on Reddit is ${found["error on Reddit"].words} of the result (root mean square).`,
  command: "deno task bench --device x86 --filter 'width=64'",
  doubt:
    "the kernel in float32 that it is held against may leave more to gain than another one would, and the three " +
    "large graphs are stand-ins",
});
