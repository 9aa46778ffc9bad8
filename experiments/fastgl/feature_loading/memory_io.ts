/**
 * The memory IO phase by itself: features of an epoch's mini-batches, loaded as several policies load them,
 * in turns. Copied rows are counted exactly over the epoch; times are those of real copies.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { onceTimer } from "../../../hardware/measuring/time_once.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import {
  type FeatureLoader,
  type HostFeatures,
  openFeatureLoader,
} from "../../../training/feature_loading/mod.ts";
import type { Lab } from "../../lab.ts";
import { inputLists, type InputListsOptions } from "../input_lists.ts";
import { checkLoaded } from "../loaded_check.ts";
import { checkOrder, copiedRows, type LoadingOrder, loadingOrder } from "./loading_order.ts";
import type { LoadingPolicy } from "./loading_policy.ts";
import { epochVertices } from "../sampling_graphs.ts";
import { trainingData } from "../training_data.ts";

/** Loading by one policy. */
export interface MemoryIo {
  /** Rows that an epoch copies from the host: exact where all of its mini-batches are at hand. */
  readonly loaded: number;
  /** Milliseconds on the host in which an epoch's mini-batches are compared and reordered. */
  readonly reorderMs: number;
  /** Check of the order that came of it. */
  readonly reorderCheck: CheckReport;
  /** Milliseconds of an epoch by part, one entry a round; entry i of every policy was measured in round i. */
  readonly parts: Readonly<Record<LoadingPart, readonly number[]>>;
  /** Sums of all parts, one entry a round. */
  readonly ms: readonly number[];
  /** Waits for the device in them: none where its own clock times the copies. */
  readonly waits: readonly number[];
  /** Check of the features that arrived, before the first time and after the last. */
  readonly check: CheckReport;
  /** Kernel that gathered rows on the host. */
  readonly gatherKernel: string;
}

/** `matchMs` and `gatherMs` on the host, `copyMs` between, `assembleMs` on the device. */
export type LoadingPart = "matchMs" | "gatherMs" | "copyMs" | "assembleMs";

const PARTS: readonly LoadingPart[] = ["matchMs", "gatherMs", "copyMs", "assembleMs"];

/** Features, and the mini-batches that need them. */
export interface LoadedEpochs {
  /** Features of all vertices. */
  readonly features: HostFeatures;
  /** Input vertices of mini-batches, epoch by epoch; the first epoch is the one that is counted. */
  readonly epochs: readonly (readonly Uint32Array[])[];
  /** Whole mini-batches of an epoch. */
  readonly epochLength: number;
}

/**
 * Bytes that a round loads at least where nothing is kept: some milliseconds of copying, for a clock to
 * resolve.
 */
const ROUND_BYTES = 8e6;

/** Mini-batches of a round. */
function batchesOfRound(
  { features: { width }, epochs: [lists] }: Pick<LoadedEpochs, "features" | "epochs">,
): number {
  return Math.ceil(ROUND_BYTES / (4 * width * mean(lists.map(({ length }) => length))));
}

/** Mini-batches whose loading the rounds of a comparison time, each once. */
export function timedBatches({ profile }: Pick<Lab, "profile">, loaded: LoadedEpochs): number {
  return profile.rounds * batchesOfRound(loaded);
}

/** Features and as many epochs of mini-batches as the rounds of a comparison need, and one that warms up. */
export async function loadedEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  options: Omit<InputListsOptions, "from" | "least">,
): Promise<LoadedEpochs> {
  const { features } = await trainingData(lab, dataset, options.graph);
  const { graph, batch = graph.batch } = options;
  const training = epochVertices(dataset, graph, lab.seed).length;
  const epochLength = Math.max(1, Math.floor(training / batch));
  const [first] = await inputLists(lab, dataset, options);
  const wanted = (lab.profile.rounds + 1) * batchesOfRound({ features, epochs: [first] });
  const missing = wanted - first.length;
  const more = missing > 0 ? await inputLists(lab, dataset, { ...options, from: 1, least: missing }) : [];
  return { features, epochs: [first, ...more], epochLength };
}

/** A policy with its loader and the mini-batches in its order. */
interface OpenPolicy {
  readonly policy: LoadingPolicy;
  readonly loader: FeatureLoader;
  readonly order: LoadingOrder;
  /** Comparisons of features on the device with the host's. */
  readonly reports: CheckReport[];
}

/**
 * Loads the same mini-batches by every policy, each a round's worth of them in turn, in random order. The
 * features of the round that warms up, and the last ones of the last round, are compared with the host's, bit
 * by bit. The result gives the loading by a policy, or throws the error that ended it.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 * @throws {UsageError} for fewer mini-batches than the rounds take.
 */
export async function loadingRounds(
  lab: Lab,
  loaded: LoadedEpochs,
  policies: readonly LoadingPolicy[],
): Promise<(id: string) => MemoryIo> {
  const { device, profile, seed, signal } = lab;
  refuseEmulated(lab, "time the loading of features");
  const { features, epochs, epochLength } = loaded;
  const perRound = batchesOfRound(loaded);
  assertEnough(loaded, (profile.rounds + 1) * perRound);
  const open: OpenPolicy[] = [];
  try {
    const maxRows = epochs.flat().reduce((most, { length }) => Math.max(most, length), 1);
    for (const policy of policies) {
      const { match, cached } = policy;
      const loading = { match, ...(cached ? { cached } : {}) };
      const order = loadingOrder(epochs, policy.window, features.rows);
      const loader = await openFeatureLoader(device, features, { loading, maxRows });
      open.push({ policy, loader, order, reports: [] });
    }
    const turns = open.map(({ policy: { id }, loader, order, reports }) => ({
      id,
      take: async (round: number) => {
        const sums = { matchMs: 0, gatherMs: 0, copyMs: 0, assembleMs: 0, waits: 0 };
        const own = order.lists.slice(round * perRound, (round + 1) * perRound);
        for (const [i, vertices] of own.entries()) {
          const before = device.waits, { matrix, counts } = await loader.load(vertices);
          if (onceTimer(device) !== device.timer) {
            sums.waits += (device.waits - before) * epochLength / perRound;
          }
          for (const part of PARTS) sums[part] += counts[part] * epochLength / perRound;
          const isLast = round === profile.rounds && i === own.length - 1;
          if (round === 0 || isLast) {
            reports.push(await checkLoaded(device, features, { vertices, matrix }));
          }
        }
        return sums;
      },
    }));
    const taken = await takeTurns(turns, { rounds: profile.rounds, warmUp: 1, seed, signal });
    return (id) => summary(open.find(({ policy }) => policy.id === id)!, taken.of(id), loaded);
  } finally {
    for (const { loader } of open) loader.close();
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

function summary(
  { policy, order, reports, loader: { gatherKernel } }: OpenPolicy,
  rounds: readonly Readonly<Record<LoadingPart | "waits", number>>[],
  { features, epochs, epochLength }: LoadedEpochs,
): MemoryIo {
  const [lists] = epochs;
  const of = (part: LoadingPart) => rounds.map((round) => round[part]);
  return {
    loaded: Math.round(copiedRows(lists, policy, features.rows) * epochLength / lists.length),
    reorderMs: order.ms * epochLength / epochs.flat().length,
    reorderCheck: checkOrder(order, epochs, policy.window),
    parts: {
      matchMs: of("matchMs"),
      gatherMs: of("gatherMs"),
      copyMs: of("copyMs"),
      assembleMs: of("assembleMs"),
    },
    waits: rounds.map(({ waits }) => waits),
    ms: rounds.map((round) => sumOf(PARTS, (part) => round[part])),
    check: worstOf(reports),
    gatherKernel,
  };
}
