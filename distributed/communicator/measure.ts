/**
 * Measurement of message costs between the ranks at hand, for models of a larger cluster of such ranks. No
 * suite calls it; suites use the links that the papers name.
 *
 * @module
 */
import type { Link } from "../../hardware/models/interconnect.ts";
import { median } from "../../platform/statistics/mod.ts";
import type { Communicator, RankEngine } from "./communicator.ts";

/** Time of one message size. */
export interface TimedMessage {
  /** Bytes of one message in one direction. */
  readonly bytes: number;
  /** Median seconds of the operation. */
  readonly seconds: number;
}

/** Medians of an exchange between two ranks beside the same computation, blocking and not. */
export interface OverlapProfile {
  /** Bytes that each of the two ranks sends. */
  readonly bytes: number;
  /** Seconds of the computation that could hide the exchange. */
  readonly computeSeconds: number;
  /** Seconds of `allToAllV` after the computation. */
  readonly blockingSeconds: number;
  /** Seconds of `startAllToAllV` before the computation. */
  readonly startSeconds: number;
  /** Seconds of all calls of `test` within the computation. */
  readonly testSeconds: number;
  /** Seconds of `wait` after the computation. */
  readonly waitSeconds: number;
}

/** Message costs of a communicator. */
export interface CommunicatorProfile {
  /** Measured engine. */
  readonly engine: RankEngine;
  /** Number of ranks. */
  readonly ranks: number;
  /** Times of messages that ranks 0 and 1 exchange through `allToAllV`; by ascending size. */
  readonly exchanges: readonly TimedMessage[];
  /** Times of `allReduce` over all ranks; by ascending size. */
  readonly allReduces: readonly TimedMessage[];
  /** Times of an exchange hidden behind computation. */
  readonly overlap: OverlapProfile;
  /**
   * Link model of the exchanges: latency (alpha) from the smallest message, bandwidth (beta) from the
   * largest.
   */
  readonly link: Link;
}

/** Settings of a measurement. */
export interface MeasureOptions {
  /** Ascending message sizes; 4 B, 64 KiB, 1 MiB and 16 MiB by default. */
  readonly bytes?: readonly number[];
  /** Number of samples for each size; 9 by default. */
  readonly rounds?: number;
  /** Bytes of the exchange that is hidden behind computation; 4 MiB by default. */
  readonly overlapBytes?: number;
}

const KIB = 1024, MIB = 1024 * KIB;
/** Operations in one sample of a small message, and the greatest size of such a message. */
const SMALL_REPEATS = 50, SMALL_BYTES = 64 * KIB;
/** Number of pieces of the computation between which the exchange is polled. */
const PIECES = 16;
/**
 * Length of the computation: in blocking exchanges, and at least in seconds, to exceed the skew of ranks on a
 * busy machine.
 */
const COMPUTE_EXCHANGES = 3, COMPUTE_SECONDS = 0.02;

/**
 * Measures a communicator; collective. It can serve as a rank function: `runRanks({ module, entry:
 * "measureCommunicator", input: {} })`. Every rank returns its own measurements, and those of rank 0 are the
 * ones to keep. Takes about a second.
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

/** Arrays that a rank sends: ranks 0 and 1 exchange `bytes` bytes, the others send nothing. */
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
  // Round 0 is the warm-up.
  for (let round = 0; round <= rounds; round++) {
    communicator.barrier();
    const begun = performance.now();
    for (let i = 0; i < repeats; i++) operation();
    if (round > 0) samples.push((performance.now() - begun) / 1000 / repeats);
  }
  return { bytes, seconds: median(samples) };
}

/** Measures iterations that compute and exchange, blocking and not, in turns. Collective. */
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

/** Keeps the core busy with arithmetic, without any call of the communicator. */
function computeFor(milliseconds: number): number {
  const end = performance.now() + milliseconds;
  let sum = 0;
  do {
    for (let i = 1; i <= 1000; i++) sum += 1 / (i * i);
  } while (performance.now() < end);
  return sum;
}
