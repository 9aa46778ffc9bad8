/**
 * roc Figure 10: bytes that an epoch loads, and its time, without a cache, with LRU and with the dynamic
 * program.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { planTransfers } from "../../../training/memory_manager/mod.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { CACHING_POLICIES, type CachingContender } from "../../trials/caching_policies.ts";
import { epochRounds, neededBytes } from "../../trials/epoch_rounds.ts";
import { byContender } from "../../trials/by_contender.ts";
import { EPOCH, PROGRAM, sweptCapacities, timeOrder, transferOrder } from "./figure_10_claims.ts";
import { DROPOUT, managedLayers, printedGraph, publishedOperations } from "./managed_graphs.ts";

const GRAPH = "reddit", HIDDEN = 256, LAYERS = 2, GB = 1e9;

/** Memory of a P100 in GB. */
const CARD_GB = 16;

/** Capacities in GB, from what one operation needs to the card's. */
const SWEEP_GB = [1.42, 1.6, 1.8, 1.9, 2, 2.1, 2.25, 2.4, 2.5, 2.6, 2.7, 3, 4, 6, 8, 12, CARD_GB];

/**
 * The capacity beside the paper's bars, and of timed epochs, in GB. The paper prints none. It was chosen
 * after the loads at all capacities were known: from 1.98 to 2.61 GB LRU reduces them about as much as it
 * does in the paper (3.2 and 3.4 times), and at no other capacity. No claim is decided by it alone.
 */
const JUDGED_GB = 2.25;

/** Timed stand-ins; edges and vertices shrink alike, so that a tensor's share of all bytes stays. */
const SCALES: Readonly<Record<Exclude<Profile["id"], "paper">, number>> = { smoke: 2048, standard: 128 };

const capacityId = (gigabytes: number) => `capacity:${gigabytes}`;

/** A capacity of the published size, whose loads are modelled, or the stand-in whose epochs are timed. */
interface ManagedWorkload extends Workload {
  /** Device memory in GB; absent where epochs are timed. */
  readonly capacityGB?: number;
}

const CAPACITIES = SWEEP_GB.map((gigabytes) => ({ workload: capacityId(gigabytes), gigabytes }));

const operations = () => publishedOperations({ model: "GCN", graph: GRAPH, hidden: HIDDEN, layers: LAYERS });

const METRICS = {
  transfer_volume: { label: "loaded, as published", unit: "GB/epoch", better: "lower" },
  needed: { label: "needed by one operation", unit: "GB", shown: false },
  transfer_reduction: { label: "loaded, over the dynamic program", unit: "x", better: "lower" },
  heuristic_reduction: { label: "loaded by LRU over it, as published", unit: "x", better: "higher" },
  epoch_time: { label: "epoch time", unit: "s", better: "lower" },
  epoch_speedup: { label: "epoch time over the dynamic program's", unit: "x", better: "lower" },
  loaded_volume: { label: "loaded, measured", unit: "GB/epoch", better: "lower" },
  loaded_reduction: { label: "loaded, over the dynamic program, measured", unit: "x", better: "lower" },
} as const satisfies Metrics;

function modelledFacts(capacityBytes: number, { id }: CachingContender): Facts<typeof METRICS> {
  const graph = operations(), source = "modelled";
  const loaded = (policy: CachingContender["id"]) =>
    planTransfers(graph, { policy, capacityBytes }).loadedBytes;
  const own = loaded(id);
  return {
    transfer_volume: { value: own / GB, source },
    needed: { value: neededBytes(graph) / GB, source },
    transfer_reduction: { value: own / loaded(PROGRAM), source },
    ...(id === PROGRAM && { heuristic_reduction: { value: loaded("lru") / own, source } }),
  };
}

/**
 * Epochs of the policies that were asked for; ratios are over the dynamic program's where it is among them.
 */
async function timedEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  contenders: readonly CachingContender[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const { features: randomWidth, classes } = printedGraph(GRAPH);
  const data = await vertexData(dataset, { seed: lab.seed, randomWidth, classes });
  const capacity = JUDGED_GB * GB / neededBytes(operations());
  const ways = contenders.map(({ id }) => ({ id, policy: id, capacity }));
  // The training with all data on the device is checked step by step, and the losses of the others by its
  // own.
  const epochs = await epochRounds(lab, [{ id: "on the device", kernels: {} }, ...ways], {
    data,
    layers: managedLayers("GCN", { classes: data.classes, hidden: HIDDEN, layers: LAYERS }),
    // A fixed number, at which nothing is looked at before.
    rounds: lab.profile.maxRounds,
  });
  const hasProgram = contenders.some(({ id }) => id === PROGRAM);
  return byContender(contenders, ({ id }) => {
    const own = epochs.of(id), program = hasProgram ? epochs.of(PROGRAM) : undefined;
    return {
      times: { epoch_time: own },
      facts: {
        loaded_volume: own.loadedBytes / GB,
        ...(program && {
          epoch_speedup: own.ms.map((ms, round) => ms / program.ms[round]),
          loaded_reduction: own.loadedBytes / program.loadedBytes,
        }),
      },
    };
  });
}

const PRINTED = {
  "streaming": { system: "no cache (streaming)", policy: "none" },
  "lru": { system: "LRU cache", policy: "lru" },
  "dynamic-program": { system: "ROC dynamic programming", policy: "dp" },
} as const;

/** Compares caching policies by modelled loads of the published size, and by timed epochs of a stand-in. */
export const figure10: Suite<ManagedWorkload, CachingContender, typeof METRICS> = {
  id: "roc/figure-10",
  artifact: "Figure 10",
  title: "The memory manager",
  question: "How much less is loaded in an epoch by the dynamic program, and how much faster is it?",
  contenders: CACHING_POLICIES,
  baseline: "streaming",
  workloads: ({ id }) => [
    ...SWEEP_GB.map((gigabytes) => ({
      id: capacityId(gigabytes),
      model: "GCN",
      capacityGB: gigabytes,
      factors: { capacity: gigabytes },
    })),
    {
      id: EPOCH,
      model: "GCN",
      factors: { capacity: "scaled" },
      dataset: id === "paper" ? GRAPH : `${GRAPH}@1/${SCALES[id]}`,
    },
  ],
  settings: {
    "model": `${LAYERS}-layer GCN, ${HIDDEN} hidden units, dropout ${DROPOUT}; Adam`,
    "transfers":
      "host to device alone; exact bytes of Reddit as printed, adjacency as compressed rows without values",
    "capacities": `${
      SWEEP_GB[0]
    } to ${CARD_GB} GB; ${JUDGED_GB} beside the printed bars, chosen to fit LRU's`,
    "timed":
      "stand-in, everything in host memory; capacity in proportion to what the largest operation needs",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, { capacityGB }, contenders) =>
      capacityGB === undefined
        ? await timedEpochs(lab, dataset, contenders)
        : byContender(contenders, (contender) => ({
          times: {},
          facts: modelledFacts(capacityGB * GB, contender),
        })),
  },
  metrics: METRICS,
  plots: [{ metric: "transfer_volume", x: "capacity", xUnit: "GB" }, { metric: "epoch_time", x: "workload" }],
  notes: [
    `The authors' operations, sizes and capacity are not printed. The capacity of ${JUDGED_GB} GB was chosen after the loads at all ` +
    "capacities had been computed: from 1.98 to 2.61 GB LRU's are nearest to its printed bar. LRU's number is fitted, no " +
    "reproduction; what can differ from the paper is the dynamic program's and streaming's. From 2.61 GB on LRU loads everything " +
    "once as well, and the two are equal: claims about the order are asked at every capacity up to a P100's 16 GB, and where the answer " +
    "turns is what is found. The timed stand-in has the same share of what the largest operation needs.",
    "The introduction's reduction by 2 names no setting, and Section 7.7 prints 1.4 to 5: beside it stands what LRU, the better " +
    `heuristic, loads over the dynamic program at ${JUDGED_GB} GB.`,
    "On CPU threads the device is memory beside the host's, and copies to it are copies within one RAM, which nothing overlaps. " +
    "Kernels of two widths have two forms of a matrix there, so that the stand-in's transfers are counted by themselves.",
  ],
  publishedAs: ({ capacityGB }, { id }, metric) => {
    const { system, policy } = PRINTED[id];
    const reddit = { dataset: "Reddit", model: "GCN" };
    const isJudged = capacityGB === JUDGED_GB, isTimed = capacityGB === undefined;
    switch (metric) {
      case "transfer_volume":
        return isJudged ? { ...reddit, metric, system, config: { policy } } : undefined;
      case "epoch_time":
        return isTimed ? { ...reddit, metric, system, config: { policy } } : undefined;
      case "heuristic_reduction":
        return id === PROGRAM && isJudged
          ? { metric: "transfer_reduction", system: "ROC memory manager vs heuristics" }
          : undefined;
      case "transfer_reduction":
      case "epoch_speedup":
        return id !== PROGRAM && (metric === "epoch_speedup" ? isTimed : isJudged)
          ? { ...reddit, metric, system: "ROC DP vs LRU;streaming" }
          : undefined;
      default:
        return undefined;
    }
  },
  claims: [
    {
      claimId: "roc.q.transfer-order",
      premise: [sweptCapacities(CAPACITIES, CARD_GB)],
      decide: (evidence) => transferOrder(evidence, CAPACITIES),
    },
    {
      claimId: "roc.q.time-order",
      premise: [sweptCapacities(CAPACITIES, CARD_GB)],
      decide: (evidence) => [...timeOrder(evidence), ...transferOrder(evidence, CAPACITIES)],
    },
  ],
};
