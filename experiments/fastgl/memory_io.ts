/**
 * The memory IO phase by itself: features of an epoch's mini-batches, loaded as several policies load them, in turns. What is
 * copied is counted exactly over the epoch; times are those of real copies.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { greedyReorder, matchDegrees, traffic } from "../../graph/sampling/mod.ts";
import { readMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { takeTurns } from "../../hardware/turn_loop.ts";
import { UsageError, WrongResultError } from "../../platform/errors.ts";
import { mean } from "../../platform/statistics/mod.ts";
import type { MetricText } from "../../results/session_document.ts";
import {
  type FeatureLoader,
  type HostFeatures,
  type LoadedFeatures,
  openFeatureLoader,
} from "../../training/feature_loading/mod.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { inputLists, type InputListsOptions } from "./input_lists.ts";
import { trainingVertices } from "./sampling_graphs.ts";
import { trainingData } from "./training_iterations.ts";

/** How a policy loads. */
export interface LoadingPolicy {
  /** Contender id. */
  readonly id: string;
  /** Whether features of the mini-batch before are kept. */
  readonly match: boolean;
  /** Mini-batches that are reordered at a time; 1 for none, infinite for all of an epoch. */
  readonly window: number;
  /** Vertices whose features stay on the device; none when absent. */
  readonly cached?: Uint32Array;
}

/** Loading by one policy. */
export interface MemoryIo {
  /** Rows that an epoch copies from the host: exact where all of its mini-batches are at hand. */
  readonly loaded: number;
  /** Milliseconds on the host in which an epoch's mini-batches are compared and reordered. */
  readonly reorderMs: number;
  /** Milliseconds of an epoch by part, one entry a round; entry i of every policy was measured in round i. */
  readonly parts: Readonly<Record<LoadingPart, readonly number[]>>;
  /** Their sums. */
  readonly ms: readonly number[];
}

/** `matchMs` and `gatherMs` on the host, `copyMs` between, `assembleMs` on the device. */
export type LoadingPart = "matchMs" | "gatherMs" | "copyMs" | "assembleMs";

const PARTS: readonly LoadingPart[] = ["matchMs", "gatherMs", "copyMs", "assembleMs"];

/** What is loaded. */
export interface LoadedEpochs {
  /** Features of all vertices. */
  readonly features: HostFeatures;
  /** Input vertices of mini-batches, epoch by epoch; the first epoch is the one that is counted. */
  readonly epochs: readonly (readonly Uint32Array[])[];
  /** Mini-batches of a whole epoch. */
  readonly epochLength: number;
}

/** Bytes that a round loads at least where nothing is kept: some milliseconds of copying, for a clock to resolve. */
const ROUND_BYTES = 8e6;

/** Mini-batches of a round. */
function batchesOfRound(
  { features: { width }, epochs: [lists] }: Pick<LoadedEpochs, "features" | "epochs">,
): number {
  return Math.ceil(ROUND_BYTES / (4 * width * mean(lists.map(({ length }) => length))));
}

/** Features and as many epochs of mini-batches as the rounds of a comparison need, and one that warms up. */
export async function loadedEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  options: Omit<InputListsOptions, "from" | "least">,
): Promise<LoadedEpochs> {
  const { features } = await trainingData(lab, dataset, options.graph);
  const { graph, batch = graph.batch } = options;
  const epochLength = Math.ceil(trainingVertices(dataset, graph, lab.seed).length / batch);
  const [first] = await inputLists(lab, dataset, options);
  const wanted = (lab.profile.rounds + 1) * batchesOfRound({ features, epochs: [first] });
  const missing = wanted - first.length;
  const more = missing > 0 ? await inputLists(lab, dataset, { ...options, from: 1, least: missing }) : [];
  return { features, epochs: [first, ...more], epochLength };
}

interface Contestant {
  readonly policy: LoadingPolicy;
  readonly loader: FeatureLoader;
  readonly order: readonly Uint32Array[];
  readonly reorderMs: number;
  readonly rounds: Record<LoadingPart, number>[];
}

/**
 * Loads the same mini-batches by every policy, each a round's worth of them in turn, in random order. The first round warms up;
 * its features are compared with the host's, bit by bit.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 * @throws {UsageError} for fewer mini-batches than the rounds take.
 * @throws {WrongResultError} where features are others than the host's.
 */
export async function memoryIo(
  lab: Lab,
  loaded: LoadedEpochs,
  policies: readonly LoadingPolicy[],
): Promise<ReadonlyMap<string, MemoryIo>> {
  const { device, profile, seed } = lab;
  refuseEmulated(device, "time the loading of features");
  const { features, epochs, epochLength } = loaded;
  const perRound = batchesOfRound(loaded);
  assertEnough(loaded, (profile.rounds + 1) * perRound);
  const contestants: Contestant[] = [];
  try {
    const maxRows = epochs.flat().reduce((most, { length }) => Math.max(most, length), 1);
    for (const policy of policies) {
      const { match, cached } = policy;
      const loading = { match, ...(cached ? { cached } : {}) };
      const { order, reorderMs } = reordered(epochs, policy.window, features.rows);
      const loader = await openFeatureLoader(device, features, { loading, maxRows });
      contestants.push({
        policy,
        loader,
        order,
        reorderMs: reorderMs * epochLength / epochs.flat().length,
        rounds: [],
      });
    }
    const taken = await takeTurns(
      contestants.map(({ policy, loader, order }) => ({
        id: policy.id,
        take: async (round) => {
          const sums = { matchMs: 0, gatherMs: 0, copyMs: 0, assembleMs: 0 };
          for (const vertices of order.slice(round * perRound, (round + 1) * perRound)) {
            const { matrix, counts } = await loader.load(vertices);
            if (round === 0) await assertSame(device, { features, vertices, matrix, policy });
            for (const part of PARTS) sums[part] += counts[part] * epochLength / perRound;
          }
          return sums;
        },
      })),
      { rounds: profile.rounds, warmUp: 1, seed },
    );
    for (const { policy, rounds } of contestants) rounds.push(...taken.of(policy.id));
    return new Map(contestants.map((contestant) => [contestant.policy.id, summary(contestant, loaded)]));
  } finally {
    for (const { loader } of contestants) loader.close();
  }
}

function assertEnough({ epochs }: LoadedEpochs, wanted: number): void {
  const batches = epochs.flat().length;
  if (batches >= wanted) return;
  throw new UsageError({
    action: "time the loading of features",
    current: `${batches} mini-batches`,
    wanted: `${wanted}, for every round its own`,
    next: "take them from `loadedEpochs`",
  });
}

/** The mini-batches of all epochs in the order of a policy. A window ends with its epoch. */
function reordered(
  epochs: LoadedEpochs["epochs"],
  window: number,
  vertices: number,
): { readonly order: readonly Uint32Array[]; readonly reorderMs: number } {
  if (window === 1) return { order: epochs.flat(), reorderMs: 0 };
  const start = performance.now();
  const order = epochs.flatMap((lists) => {
    const size = Math.min(window, lists.length);
    return Array.from({ length: Math.ceil(lists.length / size) }, (_, i) => {
      const own = lists.slice(i * size, (i + 1) * size);
      return greedyReorder(matchDegrees(own, vertices)).map((batch) => own[batch]);
    }).flat();
  });
  return { order, reorderMs: performance.now() - start };
}

/** Rows that the mini-batches of an epoch, in the order of a policy, copy from the host: exact. */
export function copiedRows(
  lists: readonly Uint32Array[],
  { match, window, cached }: Omit<LoadingPolicy, "id">,
  vertices: number,
): number {
  const isCached = new Uint8Array(vertices);
  for (const vertex of cached ?? []) isCached[vertex] = 1;
  // What a cache holds is copied neither for a mini-batch nor kept for the next.
  const missing = reordered([lists], window, vertices).order.map((list) =>
    cached ? list.filter((vertex) => isCached[vertex] === 0) : list
  );
  return match ? traffic([...missing.keys()], missing) : missing.reduce((sum, { length }) => sum + length, 0);
}

function summary(
  { policy, reorderMs, rounds }: Contestant,
  { features, epochs: [lists], epochLength }: LoadedEpochs,
): MemoryIo {
  const of = (part: LoadingPart) => rounds.map((round) => round[part]);
  return {
    loaded: Math.round(copiedRows(lists, policy, features.rows) * epochLength / lists.length),
    reorderMs,
    parts: {
      ...{ matchMs: of("matchMs"), gatherMs: of("gatherMs") },
      ...{ copyMs: of("copyMs"), assembleMs: of("assembleMs") },
    },
    ms: rounds.map((round) => PARTS.reduce((sum, part) => sum + round[part], 0)),
  };
}

async function assertSame(
  device: Device,
  { features, vertices, matrix, policy }: {
    readonly features: HostFeatures;
    readonly vertices: Uint32Array;
    readonly matrix: LoadedFeatures["matrix"];
    readonly policy: LoadingPolicy;
  },
): Promise<void> {
  const { width, values } = features;
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const got = new Uint32Array((await readMatrix(device, matrix)).buffer);
  for (let row = 0; row < vertices.length; row++) {
    const from = vertices[row] * width;
    for (let col = 0; col < width; col++) {
      if (got[row * width + col] !== bits[from + col]) throw wrong(policy, vertices[row]);
    }
  }
}

function wrong({ id }: LoadingPolicy, vertex: number): WrongResultError {
  return new WrongResultError({
    action: `time the loading of features by "${id}"`,
    current: `other features of vertex ${vertex} on the device than on the host`,
    wanted: "the same bits",
    next: "run the tests of feature loading on this device",
  });
}

/** Rows of loading by a policy: time, its parts, what is copied. */
export function memoryIoFacts({ loaded, reorderMs, parts, ms }: MemoryIo, { width }: HostFeatures): Fact[] {
  return [
    { metric: "memory_io_time", unit: "ms", value: ms },
    { metric: "match_time", unit: "ms", value: parts.matchMs },
    { metric: "gather_time", unit: "ms", value: parts.gatherMs },
    { metric: "copy_time", unit: "ms", value: parts.copyMs },
    { metric: "assemble_time", unit: "ms", value: parts.assembleMs },
    { metric: "loaded", unit: "vertices", value: loaded },
    { metric: "traffic", unit: "MB", value: loaded * width * 4 / 1e6 },
    { metric: "reorder_time", unit: "ms", value: reorderMs },
  ];
}

/** Texts of the metrics that {@linkcode memoryIoFacts} gives. */
export const MEMORY_IO_METRICS: readonly MetricText[] = [
  { id: "memory_io_time", label: "memory IO, an epoch", unit: "ms", better: "lower" },
  { id: "loaded", label: "features copied, an epoch", unit: "vertices", better: "lower" },
  { id: "traffic", label: "traffic, an epoch", unit: "MB", better: "lower" },
  { id: "match_time", label: "finding out what is missing", unit: "ms", better: "lower" },
  { id: "gather_time", label: "gathering on the host", unit: "ms", better: "lower" },
  { id: "copy_time", label: "copying to the device", unit: "ms", better: "lower" },
  { id: "assemble_time", label: "putting in order on the device", unit: "ms", better: "lower" },
  { id: "reorder_time", label: "reordering, an epoch", unit: "ms", better: "lower" },
];

/** The parts of memory IO, in the order of stacks. */
export const MEMORY_IO_STACK: readonly string[] = ["match_time", "gather_time", "copy_time", "assemble_time"];

/** What all suites of memory IO have in common. */
export const MEMORY_IO_SETTINGS: Readonly<Record<string, string>> = {
  "features": "the publisher's where they lie at hand, else random ones of the printed width",
  "sample":
    "mini-batches of 8 MB of features in each round, by every policy in turn; times are scaled to an epoch",
};

/** What a reader must know of all suites of memory IO. */
export const MEMORY_IO_NOTES: readonly string[] = [
  "Features are loaded and nothing else is done: no mini-batch is trained on in between. Before any time is taken, features on " +
  "the device are compared with the host's, bit by bit.",
  "On CPU threads the device is memory beside the host's: a copy to it costs what a copy within it costs, while PCIe 4.0 has a " +
  "30th of a GPU's own bandwidth. Features that are kept or cached must still be put in order on the device, so that times fall " +
  "by less than traffic does.",
];
