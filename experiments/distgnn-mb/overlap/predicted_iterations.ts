/**
 * Iterations over a link, predicted from the ranks' own work: each rank's components follow one another, and
 * its messages go over its network card meanwhile.
 *
 * @module
 */
import { GATHERED_WORDS } from "../../../distributed/communicator/collectives.ts";
import { NetworkCard } from "../../../distributed/communicator/delayed/network_card.ts";
import type { RankIteration } from "../../../distributed/training/mod.ts";
import type { Link } from "../../../hardware/models/interconnect.ts";

/**
 * Milliseconds of iterations, by iteration and rank, were the messages to go over a link.
 *
 * A push of delay 0 is waited for where it is begun, one of a later delay where its iteration asks for it,
 * and the gradients' sum at the end of each iteration; whatever is on its way then holds up what the same
 * card sends later. Own work is taken from iterations that waited for no link. The least time of a rank in an
 * exchange or in the sum is what these themselves take of a processor, which no overlap hides.
 *
 * Both delays replayed from the same iterations differ in nothing but what is hidden: their ratio is the
 * factor that overlap predicts, without what disturbed one training and not the other.
 *
 * @param iterations Consecutive iterations, by iteration and rank; all ranks begin the first at once.
 */
export function predictedIterations(
  iterations: readonly (readonly RankIteration[])[],
  { link, delay }: { readonly link: Link; readonly delay: number },
): number[][] {
  const ranks = iterations[0].map(() => new ReplayedRank(link));
  return iterations.map((records) => {
    const begun = ranks.map(({ ms }) => ms);
    for (const [r, { sampleMs }] of records.entries()) ranks[r].work(sampleMs);
    for (const layer of records[0].layers.keys()) replayLayer(ranks, records, { layer, delay });
    for (const [r, { layers, gradientMs }] of records.entries()) {
      ranks[r].work(layers.reduce((sum, { backwardMs }) => sum + backwardMs, gradientMs));
    }
    sum(ranks, records);
    for (const [r, { updateMs }] of records.entries()) ranks[r].work(updateMs);
    return ranks.map(({ ms }, r) => ms - begun[r]);
  });
}

/** A rank's clock, network card and pushes on their way. */
class ReplayedRank {
  /** Milliseconds since the beginning. */
  ms = 0;
  /** Arrival of each push that this rank has begun, by layer. */
  readonly pushes: number[][] = [];
  readonly #card: NetworkCard;

  constructor(link: Link) {
    this.#card = new NetworkCard(link, { now: () => this.ms });
  }

  work(ms: number): void {
    this.ms += ms;
  }

  /** Sends equal messages to some ranks; returns the arrival of the last. */
  send(bytes: number, receivers: number): number {
    let arrival = this.ms;
    for (let i = 0; i < receivers; i++) arrival = this.#card.send(bytes);
    return arrival;
  }
}

/** Lets every rank wait until the messages of all others have arrived. */
function meet(ranks: readonly ReplayedRank[], arrivals: readonly number[]): void {
  for (const [r, rank] of ranks.entries()) {
    for (const [from, arrival] of arrivals.entries()) {
      if (from !== r) rank.ms = Math.max(rank.ms, arrival);
    }
  }
}

function replayLayer(
  ranks: readonly ReplayedRank[],
  records: readonly RankIteration[],
  { layer, delay }: { readonly layer: number; readonly delay: number },
): void {
  const others = ranks.length - 1, at = records.map(({ layers }) => layers[layer]);
  const push = () => {
    for (const [r, { traffic: { mapMs, packMs, sentBytes, started } }] of at.entries()) {
      ranks[r].work(mapMs + packMs);
      if (started) (ranks[r].pushes[layer] ??= []).push(ranks[r].send(sentBytes / others, others));
    }
  };
  for (const [r, { traffic: { gatherMs } }] of at.entries()) ranks[r].work(gatherMs);
  if (delay === 0) push();
  // Pushes from before the first iteration have arrived long ago.
  const awaited = at[0].traffic.receivedFrom !== undefined &&
    ranks.every(({ pushes }) => pushes[layer]?.length > 0);
  if (awaited) {
    const itselfMs = Math.min(...at.map(({ traffic: { waitMs } }) => waitMs));
    for (const rank of ranks) rank.work(itselfMs);
    meet(ranks, ranks.map(({ pushes }) => pushes[layer].shift()!));
  }
  for (const [r, { traffic: { storeMs, loadMs } }] of at.entries()) ranks[r].work(storeMs + loadMs);
  if (delay > 0) push();
  for (const [r, { topologyMs, prepareMs, computeMs, readMs }] of at.entries()) {
    ranks[r].work(topologyMs + prepareMs + computeMs + readMs);
  }
}

/** The sum of gradients, exchange by exchange as communicators do it. */
function sum(ranks: readonly ReplayedRank[], records: readonly RankIteration[]): void {
  const others = ranks.length - 1, bytes = records[0].allReduceBytes;
  const isGathered = bytes / 4 <= GATHERED_WORDS;
  for (let exchange = 0; exchange < (isGathered ? 1 : 2); exchange++) {
    const share = isGathered ? bytes : bytes / ranks.length;
    meet(ranks, ranks.map((rank) => rank.send(share, others)));
  }
  const itselfMs = Math.min(...records.map(({ allReduceMs }) => allReduceMs));
  for (const rank of ranks) rank.work(itselfMs);
}
