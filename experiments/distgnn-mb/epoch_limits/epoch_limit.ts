/**
 * Modelled limit of an epoch on real ranks: the work that the slowest rank counts, at the rate of one rank,
 * and what its messages take on a link where nothing hides them.
 *
 * @module
 */
import { type LayerRecord, rankComponents, type RankIteration } from "../../../distributed/training/mod.ts";
import { type Link, ringAllReduceSeconds } from "../../../hardware/models/interconnect.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { busyMs } from "../overlap/iteration_times.ts";
import { pushMs } from "../ranks/modelled_epochs.ts";

/** Milliseconds of a rank without others, by what is counted. */
export interface OneRankRates {
  /** Drawing an edge, and putting it into the matrix of its block. */
  readonly drawnEdgeMs: number;
  /** All other work, for each edge that is computed with: gathering, kernels forward and backward, copies. */
  readonly computedEdgeMs: number;
  /** Gradients and the optimizer's step, once an iteration. */
  readonly iterationMs: number;
}

const ofLayers = ({ layers }: RankIteration, of: (layer: LayerRecord) => number) => sumOf(layers, of);

const drawnEdges = (record: RankIteration) =>
  ofLayers(record, ({ edges, droppedEdges }) => edges + droppedEdges);
const computedEdges = (record: RankIteration) => ofLayers(record, ({ edges }) => edges);

/**
 * Rates of one rank, which has no other to push to or to wait for.
 *
 * @param iterations Iterations of a training on one rank.
 */
export function oneRankRates(iterations: readonly RankIteration[]): OneRankRates {
  const drawing = sumOf(iterations, (record) => rankComponents(record).miniBatchCreationMs);
  const once = sumOf(iterations, ({ gradientMs, updateMs }) => gradientMs + updateMs);
  return {
    drawnEdgeMs: drawing / sumOf(iterations, drawnEdges),
    computedEdgeMs: (sumOf(iterations, busyMs) - drawing - once) / sumOf(iterations, computedEdges),
    iterationMs: once / iterations.length,
  };
}

/**
 * Milliseconds of one iteration: the slowest rank's counted work at the rates of one rank, the pushes that
 * its work does not hide (all of them where they are waited for at once), and the sum of gradients, which
 * nothing hides. Without a link messages are free, as through the memory of one machine they nearly are.
 *
 * @param ranks Records of all ranks, of which counts and bytes are taken and no times.
 */
export function iterationLimit(
  ranks: readonly RankIteration[],
  { rates: { drawnEdgeMs, computedEdgeMs, iterationMs }, link, delay }: {
    readonly rates: OneRankRates;
    readonly link?: Link | undefined;
    readonly delay: number;
  },
): number {
  const workMs = Math.max(
    ...ranks.map((record) =>
      drawnEdgeMs * drawnEdges(record) + computedEdgeMs * computedEdges(record) + iterationMs
    ),
  );
  if (!link) return workMs;
  const pushes = pushMs(link, ranks.map((record) => ({ record })));
  const [{ allReduceBytes: bytes }] = ranks;
  const gradients = 1000 * ringAllReduceSeconds(link, { bytes, ranks: ranks.length });
  return workMs + Math.max(0, pushes - delay * workMs) + gradients;
}
