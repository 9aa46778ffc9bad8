/**
 * Epochs of a cluster, modelled from iterations of its ranks that were measured one after the other: their
 * times, and the network that their messages would have gone over (M2, with what is hidden by M8).
 *
 * @module
 */
import type { LayerTraffic } from "../../../distributed/training/mod.ts";
import {
  allToAllSeconds,
  type Link,
  LINKS,
  ringAllReduceSeconds,
} from "../../../hardware/models/interconnect.ts";
import { changedLink, LINK_CHANGES, type LinkChangeId } from "../../../hardware/models/link_changes.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { mean, median } from "../../../platform/statistics/mod.ts";
import type { EpochsInTurns } from "./epochs_in_turns.ts";
import type { MeasuredIteration } from "./rank_training.ts";

/** A network that epochs are modelled with. */
export interface NetworkModel {
  /** Ends the names of metrics; empty for the network that is shown. */
  readonly id: LinkChangeId;
  /** Link of every rank. */
  readonly link: Link;
}

/** HDR InfiniBand, as in the paper, which is shown, and its variations. */
export const NETWORKS: readonly NetworkModel[] = LINK_CHANGES.map((change) => ({
  id: change.id,
  link: changedLink(LINKS["infiniband-hdr"], change),
}));

/**
 * Milliseconds of an epoch of a mean rank, which has to wait for the slowest. The first four add up to it.
 */
export interface EpochParts {
  /** Mini-batch creation (MBC). */
  readonly miniBatchCreation: number;
  /** Forward (FWD): kernels, pre-processing, communication that nothing hides, post-processing. */
  readonly forward: number;
  /** Backward (BWD). */
  readonly backward: number;
  /** All-reduce (ARed): waiting for the slowest rank, and summing. */
  readonly allReduce: number;
  /** Map, messages and cache within the forward part. */
  readonly processing: number;
  /** Communication within the forward part that nothing hides. */
  readonly exposed: number;
}

/** Milliseconds of an epoch. */
export function epochMs({ miniBatchCreation, forward, backward, allReduce }: EpochParts): number {
  return miniBatchCreation + forward + backward + allReduce;
}

/** Bytes of an exchange in which each rank spreads what it sends evenly over all others. */
function spread(sent: readonly number[]): number[][] {
  return sent.map((bytes) => sent.map(() => bytes / Math.max(1, sent.length - 1)));
}

const exchangeMs = (over: Link, sent: readonly number[]) => 1000 * allToAllSeconds(over, spread(sent));

/**
 * Milliseconds of the exchanges that an iteration begins, one after the other: a push a layer that
 * aggregates.
 *
 * @param iterations One a rank.
 */
export function pushMs(over: Link, iterations: readonly Pick<MeasuredIteration, "record">[]): number {
  const { layers } = iterations[0].record;
  return layers.reduce(
    (sum, { traffic: { started } }, layer) =>
      started
        ? sum + exchangeMs(over, iterations.map(({ record }) => record.layers[layer].traffic.sentBytes))
        : sum,
    0,
  );
}

/** Milliseconds of asking for features, and of the answers. */
function fetchMs(over: Link, iterations: readonly MeasuredIteration[]): number {
  const asked = iterations.map(({ record }) => 4 * record.layers[0].traffic.requested);
  const answers = iterations.map(({ record: { layers: [{ traffic }] } }, rank) =>
    traffic.sentBytes - asked[rank]
  );
  return exchangeMs(over, asked) + exchangeMs(over, answers);
}

/**
 * Milliseconds of fetching neighbours of vertices that others own: an id there, as many as are drawn back,
 * layer by layer.
 */
function remoteSamplingMs(
  over: Link,
  iterations: readonly MeasuredIteration[],
  fanouts: readonly number[],
): number {
  return fanouts.reduce((sum, fanout, layer) => {
    const asked = iterations.map(({ record }) => 4 * record.layers[layer].remoteDestinations);
    return sum + exchangeMs(over, asked) + exchangeMs(over, asked.map((bytes) => bytes * fanout));
  }, 0);
}

/** DistDGL's sampling processes of a trainer (Section 4.6). */
export const DISTDGL_SAMPLERS = 2;

const edgesOf = ({ record }: MeasuredIteration) => sumOf(record.layers, ({ edges }) => edges);

/**
 * Milliseconds that an edge more costs a mini-batch: the slope of Tukey's resistant line, between the medians
 * of the third with the fewest edges and of that with the most, so that single slow iterations do not count.
 * Not below 0.
 */
function edgeMs(
  iterations: readonly MeasuredIteration[],
  busyMs: (iteration: MeasuredIteration) => number,
): number {
  const byEdges = [...iterations].sort((a, b) => edgesOf(a) - edgesOf(b)),
    third = Math.ceil(byEdges.length / 3);
  const [low, high] = [byEdges.slice(0, third), byEdges.slice(-third)];
  const rise = (of: (iteration: MeasuredIteration) => number) => median(high.map(of)) - median(low.map(of));
  const run = rise(edgesOf);
  return run > 0 ? Math.max(0, rise(busyMs) / run) : 0;
}

/**
 * Milliseconds that an iteration keeps its rank busy. DistDGL's samplers and its packing of answers are on
 * other cores.
 */
function busyTime({ components }: MeasuredIteration, policy: EpochModel["policy"]): number {
  const { miniBatchCreationMs, computeMs, mapMs, packMs, cacheMs, backwardMs } = components;
  return computeMs + backwardMs + cacheMs + (policy === "aep" ? miniBatchCreationMs + mapMs + packMs : 0);
}

/**
 * Time that the slowest rank is busy in an epoch over that of a mean rank, less 1, in percent. A rank's time
 * is the number of its mini-batches, by what measured ones with as many edges take: single slow iterations do
 * not count, and neither does waiting.
 */
export function loadImbalance({ rounds, miniBatches }: EpochsInTurns, policy: EpochModel["policy"]): number {
  const all = rounds.flat(), active = all.flat().filter(({ record }) => record.active);
  const busyMs = (iteration: MeasuredIteration) => busyTime(iteration, policy);
  const slope = edgeMs(active, busyMs),
    base = median(active.map(busyMs)) - slope * median(active.map(edgesOf));
  const times = miniBatches.map((count, rank) => {
    const own = all.map((ranks) => ranks[rank]).filter(({ record }) => record.active);
    return own.length === 0 ? 0 : count * (base + slope * mean(own.map(edgesOf)));
  });
  return 100 * (Math.max(...times) / mean(times) - 1);
}

/** Model of an epoch. */
export interface EpochModel {
  /** Policy of the ranks that were measured. */
  readonly policy: "aep" | "distdgl";
  /** Link of every rank. */
  readonly link: Link;
}

/** Iterations from a push to its use (`d`). */
const DELAY = 1;

/** Milliseconds of storing what arrived. */
const storeMs = ({ record }: MeasuredIteration) => sumOf(record.layers, ({ traffic }) => traffic.storeMs);

/**
 * Milliseconds of a part that only some iterations have, a mean iteration: the median of those of the round,
 * or of all rounds where this one has none of them, times their share of an epoch.
 */
function occasionalMs(
  [round, all]: readonly [readonly MeasuredIteration[], readonly MeasuredIteration[]],
  { has, part, share }: {
    readonly has: (iteration: MeasuredIteration) => boolean;
    readonly part: (iteration: MeasuredIteration) => number;
    readonly share: number;
  },
): number {
  const own = round.filter(has), those = own.length > 0 ? own : all.filter(has);
  return those.length > 0 ? share * median(those.map(part)) : 0;
}

/**
 * Models an epoch from each measured round. Times of ranks are medians over the mini-batches of a round; how
 * long the one with the most edges keeps the others waiting is what those edges cost. The last iterations of
 * an epoch push nothing, the first receive nothing: that counts as often as in an epoch, whichever iterations
 * a round has.
 *
 * - Pushes may take until the next iteration asks for them; what is left of them then is waited for.
 * - DistDGL's features are waited for; its samplers work ahead, and only what they cannot hide is waited
 *   for. Grouping requests by owner is not counted.
 */
export function modelledEpochs(
  { rounds, ranks, epochLength, fanouts }: EpochsInTurns,
  { policy, link }: EpochModel,
): EpochParts[] {
  const pushes = policy === "aep";
  const busyMs = (iteration: MeasuredIteration) => busyTime(iteration, policy);
  const all = rounds.flat(2).filter(({ record }) => record.active), slope = edgeMs(all, busyMs);
  const share = Math.max(0, epochLength - DELAY) / epochLength;
  return rounds.map((iterations) => {
    const active = iterations.flat().filter(({ record }) => record.active);
    const of = (part: (iteration: MeasuredIteration) => number) => median(active.map(part));
    const over = (part: (round: readonly MeasuredIteration[]) => number) => mean(iterations.map(part));
    const [[{ record: { allReduceBytes } }]] = iterations;
    const waiting = over((round) => {
      // Parts are those of ranks that have a mini-batch; one without any has nobody wait longer.
      const edges = round.filter(({ record }) => record.active).map(edgesOf);
      return slope * (Math.max(...edges) - mean(edges));
    });
    const allReduce = 1000 * ringAllReduceSeconds(link, { bytes: allReduceBytes, ranks }) + waiting;
    const backward = of(({ components }) => components.backwardMs);
    const compute = of(({ components }) => components.computeMs);
    const sampling = of(({ components }) => components.miniBatchCreationMs);
    const loads = of((iteration) => iteration.components.cacheMs - storeMs(iteration));
    const some = (part: (iteration: MeasuredIteration) => number, has: (traffic: LayerTraffic) => boolean) =>
      occasionalMs([active, all], { part, share, has: ({ record }) => has(record.layers[0].traffic) });
    const sends = some(({ components }) => components.mapMs + components.packMs, ({ started }) => started);
    const stores = some(storeMs, ({ receivedFrom }) => receivedFrom !== undefined);

    const processing = loads + (pushes ? sends + stores : 0);
    const exposed = pushes
      ? Math.max(0, over((round) => pushMs(link, round)) - DELAY * (of(busyMs) + allReduce))
      : over((round) => fetchMs(link, round));
    const forward = compute + processing + exposed;
    const unhidden = () => {
      const remote = over((round) => remoteSamplingMs(link, round, fanouts));
      return Math.max(0, (sampling + remote) / DISTDGL_SAMPLERS - (forward + backward + allReduce));
    };
    const miniBatchCreation = pushes ? sampling : unhidden();
    return {
      miniBatchCreation: epochLength * miniBatchCreation,
      forward: epochLength * forward,
      backward: epochLength * backward,
      allReduce: epochLength * allReduce,
      processing: epochLength * processing,
      exposed: epochLength * exposed,
    };
  });
}
