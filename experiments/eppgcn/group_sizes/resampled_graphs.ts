/**
 * Intervals of statistics of labelled matrices over the graphs that were drawn: another drawing would give
 * other correlations, which says more about their certainty than the rounds of the times behind a label.
 *
 * @module
 */
import type { LabelledFeatures } from "../../../kernels/spmm/group_size/mod.ts";
import { bootstrapInterval, type Interval } from "../../../platform/statistics/mod.ts";
import { indices } from "../../../platform/indices.ts";

/** Resamples of an interval. */
const RESAMPLES = 1000;

/**
 * 95 % bootstrap interval of a statistic. Graphs are drawn with replacement, each with all matrices that come
 * of it, which are alike.
 *
 * @param samples Labelled matrices, those of one graph next to one another, as many of each graph.
 */
export function intervalOverGraphs(
  samples: readonly LabelledFeatures[],
  statistic: (samples: readonly LabelledFeatures[]) => number,
  { graphs, seed }: { readonly graphs: number; readonly seed: number },
): Interval {
  const each = samples.length / graphs;
  const ofGraph = Array.from(indices(graphs), (graph) => samples.slice(graph * each, (graph + 1) * each));
  return bootstrapInterval(
    indices(graphs),
    (drawn) => statistic(Array.from(drawn, (graph) => ofGraph[graph]).flat()),
    { seed, resamples: RESAMPLES },
  );
}
