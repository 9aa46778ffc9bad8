/**
 * Calibration of a session before its comparisons: an A/A run (the smallest difference that the session can
 * detect), the device's roofline and its fixed cost of a call, and a sentinel kernel that takes part in every
 * round (drift).
 *
 * @module
 */
import { csrFromEdges } from "../../graph/edges.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import type { TimedContender } from "../../hardware/measuring/timed_contender.ts";
import { measure } from "../../hardware/measuring/measure.ts";
import type { TimedSample } from "../../hardware/measuring/samples.ts";
import type { Roofline } from "../../hardware/models/roofline.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { SpmmOperandsOf } from "../../kernels/spmm/spmm.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import type { NonEmpty } from "../../platform/lists/non_empty.ts";
import { RandomStream } from "../../platform/random.ts";
import { FEWEST_ROUNDS, median, summarizeRatios } from "../../platform/statistics/mod.ts";
import type { CalibrationRecord } from "../../results/store/session_document.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import { extentOf } from "../profiles.ts";
import { productTrial } from "../trials/product_trial.ts";
import { randomFeatures } from "../../kernels/random_features.ts";

const VERTICES = 20_000;
const DEGREE = 16;
const WIDTH = 64;
/** Vertices of the product whose time is taken for that of an empty call. */
const FEW_VERTICES = 4;
/** Rounds in which that product is timed. */
const CALL_ROUNDS = 5;
/**
 * Bytes that one vertex takes: a row of X, a row of Y, and its entries with values, the self-loop included.
 */
const VERTEX_BYTES = 2 * 4 * WIDTH + 8 * (DEGREE + 1) + 4;
/** Largest share of device memory for the sentinel, which stays on the device during the whole session. */
const MEMORY_SHARE = 1 / 16;
/** Least device memory, in bytes, at which the calibration has a product to measure. */
const LEAST_MEMORY = 2 ** 18;
/** Least value of the smallest difference, as a ratio minus 1, however quiet the A/A run was. */
const FLOOR = 0.005;

/**
 * Greatest value of the smallest difference, as a ratio minus 1: with too few rounds an interval has no end.
 */
const CEILING = 99;
/** Milliseconds that the A/A run may take at least: an emulated GPU needs seconds a round. */
const LEAST_BUDGET_MS = 60_000;
/**
 * Smallest difference above which the A/A run is taken again: it lasts seconds, in which other work may have
 * met it, and holds for a session of many minutes.
 */
const NOISY = 0.1;
/** A/A runs in all where the first is noisy; the median of their smallest differences counts. */
const RUNS_WHERE_NOISY = 3;

/** Kernel and probe of a device, by which it is calibrated. */
export interface CalibrationMeans {
  /** Best known kernel of SpMM on the device. */
  readonly kernel: Kernel<SpmmOperandsOf>;
  /** Measures the device's limits. */
  roofline(): Promise<Roofline>;
}

/** A kernel that runs in every round of every comparison, on the same data from first to last. */
export interface Sentinel {
  /** Already resident, so that it counts no bytes. */
  readonly contender: TimedContender;
  /** Releases the sentinel's memory. */
  close(): void;
}

/**
 * Trial of the product that A/A run and sentinel use: a uniform random graph, so that the cost depends only
 * on the machine. The graph is smaller under a low cap on device memory.
 */
function referenceTrial(lab: Lab, kernel: Kernel<SpmmOperandsOf>): Trial {
  const { memoryBytes } = lab.device.limits;
  return randomTrial(lab, kernel, Math.min(VERTICES, Math.floor(MEMORY_SHARE * memoryBytes / VERTEX_BYTES)));
}

/** Trial of a product with a uniform random graph. */
function randomTrial(lab: Lab, kernel: Kernel<SpmmOperandsOf>, vertices: number): Trial {
  const stream = new RandomStream(lab.seed, "calibration graph");
  const count = vertices * DEGREE;
  const ends = () => Uint32Array.from({ length: count }, () => stream.below(vertices));
  const matrix = gcnNormalise(csrFromEdges({ vertices, source: ends(), target: ends() }));
  return productTrial(lab, {
    matrix,
    features: randomFeatures(vertices, WIDTH, lab.seed),
    width: WIDTH,
    kernel,
  });
}

/** Milliseconds of a product so small that its time is the device's fixed cost of a call. */
async function timeCall(lab: Lab, kernel: Kernel<SpmmOperandsOf>): Promise<number> {
  const { device, profile, seed, signal } = lab;
  const trial = randomTrial(lab, kernel, FEW_VERTICES);
  const { samples, failures } = await measure(
    device,
    [{ id: "call", bytes: trial.bytes, prepare: () => trial.prepare() }],
    {
      ...extentOf(profile, { decides: false }),
      seed,
      minRounds: CALL_ROUNDS,
      maxRounds: CALL_ROUNDS,
      budgetMs: LEAST_BUDGET_MS,
      ...(signal && { signal }),
    },
  );
  for (const failure of failures.values()) throw failure;
  return median(samples.map(({ ms }) => ms));
}

/**
 * Smallest differences of A/A runs: of one, or of three where the first is above 10 %, the device and its
 * rounds can decide a claim, and there is time for two more.
 *
 * @param run One A/A run, by its number from 0; its smallest difference as a ratio minus 1.
 */
export async function repeatWhereNoisy(
  run: (number: number) => Promise<number>,
  { decides, hasTime = () => true }: {
    readonly decides: boolean;
    /** Whether there is time for work that takes so many milliseconds; there always is when absent. */
    readonly hasTime?: ((ms: number) => boolean) | undefined;
  },
): Promise<NonEmpty<number>> {
  const started = performance.now(), first = await run(0), took = performance.now() - started;
  const further: number[] = [];
  if (decides && first > NOISY && hasTime((RUNS_WHERE_NOISY - 1) * took)) {
    while (further.length + 1 < RUNS_WHERE_NOISY) further.push(await run(further.length + 1));
  }
  return [first, ...further];
}

/**
 * Measures the device: three copies of one plan against each other, as a comparison is measured. The smallest
 * difference of such an A/A run is the far end of the widest of the three intervals. Where the first run is
 * noisy and a budget leaves time, the median of three runs counts.
 *
 * @param hasTime Whether there is time for work that takes so many milliseconds.
 * @throws {OutOfMemoryError} on a device so small that it holds nothing to measure.
 * @throws {WrongResultError} on a device that computes the product wrongly.
 */
export async function calibrate(
  lab: Lab,
  { kernel, roofline: probe }: CalibrationMeans,
  hasTime?: (ms: number) => boolean,
): Promise<CalibrationRecord> {
  const { device, profile, seed, signal } = lab, { memoryBytes } = device.limits;
  if (memoryBytes < LEAST_MEMORY) {
    throw new OutOfMemoryError({
      action: "begin a session with an A/A run",
      current: `a device of ${formatBytes(memoryBytes)}`,
      wanted: `${formatBytes(LEAST_MEMORY)} or more`,
      next: "raise --device-memory",
    });
  }
  const roofline = await probe();
  const trial = referenceTrial(lab, kernel);
  const names = ["a", "b", "c"];
  let aaRounds = 0;
  const runs = await repeatWhereNoisy(
    async (number) => {
      if (number > 0) lab.say(`A/A run ${number + 1} of ${RUNS_WHERE_NOISY}: the first was noisy`);
      const { samples, rounds, failures } = await measure(
        device,
        names.map((id) => ({ id, bytes: trial.bytes, prepare: () => trial.prepare() })),
        {
          ...extentOf(profile, { decides: true }),
          seed: seed + number,
          budgetMs: Math.max(profile.comparisonMs, LEAST_BUDGET_MS),
          narrowingMs: profile.comparisonMs,
          narrow: 0,
          ...(signal && { signal }),
        },
      );
      for (const failure of failures.values()) throw failure;
      aaRounds = rounds;
      return smallestDifferenceOf(samples, seed);
    },
    { decides: profile.rounds >= FEWEST_ROUNDS && device.adapterKind !== "software", hasTime },
  );
  return {
    smallestDifference: median(runs),
    aaRounds,
    aaRuns: runs.length,
    bandwidthGBs: roofline.bandwidthGBs,
    gflops: roofline.gflops,
    callMs: await timeCall(lab, kernel),
    sentinelDrift: 1,
    timer: device.timer,
  };
}

/**
 * The smallest difference that an A/A run lets a session see, as a ratio minus 1: the far end of the widest
 * interval between any two of its contenders, at least 0.5 % and at most 9,900 %.
 */
export function smallestDifferenceOf(samples: readonly TimedSample[], seed: number): number {
  const own = [...Map.groupBy(samples, ({ contender }) => contender).values()];
  let smallest = FLOOR;
  for (let i = 0; i < own.length; i++) {
    for (let j = 0; j < i; j++) {
      const rounds = own[i].map(({ preparation, ms }, k) => ({
        preparation,
        numerator: ms,
        denominator: own[j][k].ms,
      }));
      const { ciLo, ciHi } = summarizeRatios(rounds, { seed });
      const seen = Math.max(ciHi - 1, 1 / ciLo - 1);
      // A sample of 0 ms, by a clock that is too coarse, has no ratio.
      smallest = Number.isNaN(seen) ? CEILING : Math.max(smallest, seen);
    }
  }
  return Math.min(smallest, CEILING);
}

/** Prepares the sentinel; it stays resident until it is closed. */
export async function openSentinel(
  lab: Lab,
  { kernel }: Pick<CalibrationMeans, "kernel">,
): Promise<Sentinel> {
  const plan = await referenceTrial(lab, kernel).prepare();
  return {
    contender: {
      id: "sentinel",
      bytes: 0,
      prepare: () => Promise.resolve({ ...plan, destroy: () => {} }),
    },
    close: () => plan.destroy(),
  };
}
