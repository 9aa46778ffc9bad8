/**
 * What messages cost between the ranks at hand, measured: for whoever models a larger cluster of such ranks. No suite does; theirs
 * go by the links of the papers.
 *
 * @module
 */
import type { Link } from "../../hardware/interconnect.ts";
import { median } from "../../platform/statistics/mod.ts";
import type { Communicator, RankEngine } from "./communicator.ts";

/** One size of message. */
export interface TimedMessage {
  /** Bytes of one message in one direction. */
  readonly bytes: number;
  /** Median seconds of the operation. */
  readonly seconds: number;
}

/** An exchange of two ranks beside the same computation, blocking and not; medians. */
export interface OverlapProfile {
  /** Bytes that each of the two sends. */
  readonly bytes: number;
  /** Seconds of computation that could hide it. */
  readonly computeSeconds: number;
  /** Seconds of `allToAllV` after the computation. */
  readonly blockingSeconds: number;
  /** Seconds of `startAllToAllV` before it. */
  readonly startSeconds: number;
  /** Seconds of all calls of `test` within it. */
  readonly testSeconds: number;
  /** Seconds of `wait` after it. */
  readonly waitSeconds: number;
}

/** What messages cost here. */
export interface CommunicatorProfile {
  /** The engine that was measured. */
  readonly engine: RankEngine;
  /** Number of ranks. */
  readonly ranks: number;
  /** Ranks 0 and 1 swap a message through `allToAllV`; by rising size. */
  readonly exchanges: readonly TimedMessage[];
  /** `allReduce` over all ranks; by rising size. */
  readonly allReduces: readonly TimedMessage[];
  /** An exchange hidden behind computation. */
  readonly overlap: OverlapProfile;
  /** The same as alpha and beta: the smallest message's time, and the largest one's rate. */
  readonly link: Link;
}

/** What to measure. */
export interface MeasureOptions {
  /** Sizes of messages, rising; 4 B, 64 KiB, 1 MiB and 16 MiB unless given. */
  readonly bytes?: readonly number[];
  /** Samples of each; 9 unless given. */
  readonly rounds?: number;
  /** Bytes of the exchange that is hidden behind computation; 4 MiB unless given. */
  readonly overlapBytes?: number;
}

const KIB = 1024, MIB = 1024 * KIB;
/** A sample of a small message is this many operations. */
const SMALL_REPEATS = 50, SMALL_BYTES = 64 * KIB;
/** Pieces of a computation between which an exchange is looked after. */
const PIECES = 16;
/** Length of that computation: in blocking exchanges, but no shorter than what ranks may be apart on a busy machine. */
const COMPUTE_EXCHANGES = 3, COMPUTE_SECONDS = 0.02;

/**
 * Measures a communicator; collective. A rank function: `runRanks({ module, entry: "measureCommunicator", input: {} })`; every
 * rank returns its own view, and rank 0's is the one to keep. Takes about a second.
 */
export function measureCommunicator(
  communicator: Communicator,
  options: MeasureOptions = {},
): CommunicatorProfile {
  const { bytes = [4, 64 * KIB, MIB, 16 * MIB], rounds = 9, overlapBytes = 4 * MIB } = options;
  const sizes = [...bytes].sort((a, b) => a - b);
  const exchanges = sizes.map((size) => {
    const outgoing = swapOf(communicator, size);
    return timed(communicator, {
      bytes: size,
      rounds,
      operation: () => void communicator.allToAllV(outgoing),
    });
  });
  const allReduces = sizes.map((size) => {
    const payload = new Float32Array(size / 4);
    return timed(communicator, { bytes: size, rounds, operation: () => communicator.allReduce(payload) });
  });
  const least = exchanges[0], most = exchanges[exchanges.length - 1];
  return {
    engine: communicator.engine,
    ranks: communicator.size,
    exchanges,
    allReduces,
    overlap: measureOverlap(communicator, { bytes: overlapBytes, rounds }),
    link: {
      name: `ranks of this machine, engine ${communicator.engine}`,
      latencySeconds: least.seconds,
      bytesPerSecond: most.bytes / Math.max(most.seconds - least.seconds, Number.EPSILON),
      source: `measured: swaps of ${least.bytes} and ${most.bytes} bytes, median of ${rounds}`,
    },
  };
}

/** What ranks 0 and 1 send each other; the rest send nothing. */
function swapOf({ rank, size }: Communicator, bytes: number): Float32Array[] {
  const to = rank < 2 && size > 1 ? 1 - rank : undefined;
  return Array.from({ length: size }, (_, r) => new Float32Array(r === to ? bytes / 4 : 0));
}

function timed(
  communicator: Communicator,
  { bytes, rounds, operation }: { bytes: number; rounds: number; operation: () => void },
): TimedMessage {
  const repeats = bytes <= SMALL_BYTES ? SMALL_REPEATS : 1;
  const samples: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    communicator.barrier();
    const begun = performance.now();
    for (let i = 0; i < repeats; i++) operation();
    if (round > 0) samples.push((performance.now() - begun) / 1000 / repeats);
  }
  return { bytes, seconds: median(samples) };
}

/** Iterations that compute and exchange, blocking and not, in turns. Collective. */
export function measureOverlap(
  communicator: Communicator,
  { bytes, rounds }: { readonly bytes: number; readonly rounds: number },
): OverlapProfile {
  const outgoing = swapOf(communicator, bytes);
  const exchange = { bytes, rounds, operation: () => void communicator.allToAllV(outgoing) };
  const wanted = Float32Array.of(
    Math.max(COMPUTE_SECONDS, COMPUTE_EXCHANGES * timed(communicator, exchange).seconds),
  );
  communicator.broadcast(wanted, 0);
  const pieceMs = 1000 * wanted[0] / PIECES;
  const seconds = { compute: [], blocking: [], start: [], test: [], wait: [] } as Record<string, number[]>;
  const take = <T>(name: string, action: () => T): T => {
    const begun = performance.now();
    const result = action();
    seconds[name].push((performance.now() - begun) / 1000);
    return result;
  };
  for (let round = 0; round < rounds; round++) {
    communicator.barrier();
    take("compute", () => {
      for (let piece = 0; piece < PIECES; piece++) computeFor(pieceMs);
    });
    take("blocking", exchange.operation);

    communicator.barrier();
    const begun = take("start", () => communicator.startAllToAllV(outgoing));
    let testing = 0;
    for (let piece = 0; piece < PIECES; piece++) {
      computeFor(pieceMs);
      const before = performance.now();
      begun.test();
      testing += performance.now() - before;
    }
    seconds.test.push(testing / 1000);
    take("wait", () => begun.wait());
  }
  return {
    bytes,
    computeSeconds: median(seconds.compute),
    blockingSeconds: median(seconds.blocking),
    startSeconds: median(seconds.start),
    testSeconds: median(seconds.test),
    waitSeconds: median(seconds.wait),
  };
}

/** Keeps the core busy with arithmetic, without a word to the communicator. */
function computeFor(milliseconds: number): number {
  const end = performance.now() + milliseconds;
  let sum = 0;
  do {
    for (let i = 1; i <= 1000; i++) sum += 1 / (i * i);
  } while (performance.now() < end);
  return sum;
}
