/**
 * roc Figure 10: what an epoch loads, and how long it takes, without a cache, with LRU and with the dynamic program.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { type CachingPolicy, planTransfers } from "../../training/memory_manager/mod.ts";
import { vertexData } from "../../training/vertex_data.ts";
import { intervalOf, liesBelow, spellInterval } from "../claims/interval.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { type EpochOutcomes, epochRounds, neededBytes } from "../trials/epoch_rounds.ts";
import { DROPOUT, managedLayers, printedGraph, publishedOperations } from "./managed_graphs.ts";
import { CACHING_POLICIES } from "../trials/caching_policies.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const GRAPH = "reddit", HIDDEN = 256, LAYERS = 2, GB = 1e9;

/** Capacities that are shown, in GB; a P100 has 16. */
const SWEEP_GB = [2, 2.25, 2.5, 2.75, 3, 4, 8, 16];

/**
 * The capacity that is judged, in GB. The paper prints none. It was chosen after the loads at all capacities were known: from 1.98 to
 * 2.61 GB LRU reduces them about as much as it does in the paper (3.2 and 3.4 times), and at no other capacity.
 */
const JUDGED_GB = 2.25;

/** Timed stand-ins; edges and vertices shrink alike, so that a tensor's share of all bytes stays. */
const SCALES: Readonly<Record<Exclude<Profile["id"], "paper">, number>> = { smoke: 2048, standard: 128 };

const EPOCH = "epoch";
const capacityId = (gigabytes: number) => `capacity:${gigabytes}`;

const operations = () => publishedOperations({ model: "GCN", graph: GRAPH, hidden: HIDDEN, layers: LAYERS });

function modelledFacts(capacityBytes: number, id: string): Fact[] {
  const graph = operations();
  const loaded = (policy: CachingPolicy) => planTransfers(graph, { policy, capacityBytes }).loadedBytes;
  const own = loaded(id as CachingPolicy),
    modelled = (metric: string, value: number): Fact => ({
      ...{ metric, unit: "x", value, source: "modelled" },
    });
  return [
    { metric: "transfer_volume", unit: "GB/epoch", value: own / GB, source: "modelled" },
    modelled("transfer_reduction", own / loaded("dynamic-program")),
    ...(id === PROGRAM ? [modelled("heuristic_reduction", loaded("lru") / own)] : []),
  ];
}

const measured = new WeakMap<LoadedDataset, Promise<EpochOutcomes>>();

/** Once for all policies: they take turns. */
function epochs(lab: Lab, dataset: LoadedDataset): Promise<EpochOutcomes> {
  return measured.getOrInsertComputed(dataset, async () => {
    const { features: randomWidth, classes } = printedGraph(GRAPH);
    const data = await vertexData(dataset, { seed: lab.seed, randomWidth, classes });
    const capacity = JUDGED_GB * GB / neededBytes(operations());
    const ways = CACHING_POLICIES.map(({ id }) => ({ id, policy: id as CachingPolicy, capacity }));
    // What has it all on the device is checked step by step, and the others' losses by its own.
    return await epochRounds(lab, [{ id: "on the device", kernels: {} }, ...ways], {
      data,
      layers: managedLayers("GCN", { classes: data.classes, hidden: HIDDEN, layers: LAYERS }),
      rounds: lab.profile.rounds,
    });
  });
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { id: workload, factors }: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  if (workload !== EPOCH) return modelledFacts(Number(factors.capacity) * GB, id);
  const times = await epochs(lab, dataset);
  const own = times.of(id), program = times.of("dynamic-program");
  return [
    { metric: "epoch_time", unit: "s", value: own.ms.map((ms) => ms / 1000) },
    { metric: "epoch_speedup", unit: "x", value: own.ms.map((ms, round) => ms / program.ms[round]) },
    { metric: "loaded_volume", unit: "GB/epoch", value: own.loadedBytes / GB },
    { metric: "loaded_reduction", unit: "x", value: own.loadedBytes / program.loadedBytes },
  ];
}

const [STREAMING, LRU, PROGRAM] = CACHING_POLICIES.map(({ id }) => id);

/** `transfer(dp) < transfer(lru) < transfer(none)` at the capacity that LRU's printed bar says. */
function transferOrder(evidence: SuiteEvidence): ClaimPart[] {
  const row = (contender: string) =>
    evidence.row({ workload: capacityId(JUDGED_GB), contender }, "transfer_volume");
  return ([[PROGRAM, LRU], [LRU, STREAMING]] as const).map(([less, more]) => {
    const [a, b] = [row(less), row(more)], [low, high] = [medianOf(a), medianOf(b)];
    const words = `at ${JUDGED_GB} GB: ${less} ${low.toFixed(2)}, ${more} ${high.toFixed(2)} GB an epoch`;
    return evidence.exact(low < high, words, [a, b], high / low);
  });
}

/** `time(dp) < time(lru) < time(none)`, `time(none) / time(dp) < transfer(none) / transfer(dp)`, of the same epochs. */
function timeOrder(evidence: SuiteEvidence): ClaimPart[] {
  const key = (contender: string) => ({ workload: EPOCH, contender });
  const speedup = evidence.row(key(STREAMING), "epoch_speedup");
  const loads = evidence.row(key(STREAMING), "loaded_reduction");
  const found = intervalOf(speedup);
  return [
    evidence.faster(key(PROGRAM), key(LRU), "epoch_time"),
    evidence.faster(key(LRU), key(STREAMING), "epoch_time"),
    evidence.decide(liesBelow(found, intervalOf(loads)), {
      words: `epochs ${spellInterval(found)} times, loads ${
        medianOf(loads).toFixed(2)
      } times as much without a cache`,
      rows: [speedup, loads],
      value: found.value,
      open: "the interval meets the ratio of the loads",
    }),
  ];
}

const PRINTED: Readonly<Record<string, { readonly system: string; readonly policy: string }>> = {
  "streaming": { system: "no cache (streaming)", policy: "none" },
  "lru": { system: "LRU cache", policy: "lru" },
  "dynamic-program": { system: "ROC dynamic programming", policy: "dp" },
};

/** The suite. */
export const figure10: TextSuite = {
  id: "roc/figure-10",
  paper: "roc",
  artifact: "Figure 10",
  title: "The memory manager",
  question: "How much less is loaded in an epoch by the dynamic program, and how much faster is it?",
  contenders: [...CACHING_POLICIES],
  baseline: "streaming",
  workloads: ({ id }) => [
    ...SWEEP_GB.map((gigabytes) => ({
      ...{ id: capacityId(gigabytes), model: "GCN" },
      factors: { capacity: String(gigabytes) },
    })),
    {
      ...{ id: EPOCH, model: "GCN", factors: { capacity: "scaled" } },
      dataset: id === "paper" ? GRAPH : `${GRAPH}@1/${SCALES[id]}`,
    },
  ],
  settings: {
    "model": `${LAYERS}-layer GCN, ${HIDDEN} hidden units, dropout ${DROPOUT}; Adam`,
    "transfers":
      "host to device alone; exact bytes of Reddit as printed, adjacency as compressed rows without values",
    "judged capacity": `${JUDGED_GB} GB, chosen to fit LRU's printed bar`,
    "timed":
      "stand-in, everything in host memory; capacity in proportion to what the largest operation needs",
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "transfer_volume", label: "loaded, as published", unit: "GB/epoch", better: "lower" },
    {
      ...{ id: "transfer_reduction", label: "loaded, over the dynamic program", unit: "x" },
      better: "lower",
    },
    { id: "heuristic_reduction", label: "loaded by LRU over it, as published", unit: "x", better: "higher" },
    { id: "epoch_time", label: "epoch time", unit: "s", better: "lower" },
    { id: "epoch_speedup", label: "epoch time over the dynamic program's", unit: "x", better: "lower" },
    { id: "loaded_volume", label: "loaded, measured", unit: "GB/epoch", better: "lower" },
    {
      ...{ id: "loaded_reduction", label: "loaded, over the dynamic program, measured" },
      ...{ unit: "x", better: "lower" },
    },
  ],
  plots: [{ metric: "transfer_volume", x: "capacity", xUnit: "GB" }, { metric: "epoch_time", x: "workload" }],
  notes: [
    `The authors' operations, sizes and capacity are not printed. The capacity of ${JUDGED_GB} GB was chosen after the loads at all ` +
    "capacities had been computed: from 1.98 to 2.61 GB LRU's are nearest to its printed bar. LRU's number is fitted, no " +
    "reproduction; what can differ from the paper is the dynamic program's and streaming's. From 2.61 GB on LRU loads everything " +
    "once as well, and the two are equal. The timed stand-in has the same share of what the largest operation needs.",
    "The introduction's reduction by 2 names no setting, and Section 7.7 prints 1.4 to 5: beside it stands what LRU, the better " +
    `heuristic, loads over the dynamic program at ${JUDGED_GB} GB.`,
    "On CPU threads the device is memory beside the host's, and copies to it are copies within one RAM, which nothing overlaps. " +
    "Kernels of two widths have two forms of a matrix there, so that the stand-in's transfers are counted by themselves.",
  ],
  publishedAs: ({ id: workload }, { id }, metric) => {
    const { system, policy } = PRINTED[id];
    const of = { dataset: "Reddit", model: "GCN" };
    const isJudged = workload === capacityId(JUDGED_GB);
    switch (metric) {
      case "transfer_volume":
        return isJudged ? { ...of, metric, system, config: { policy } } : undefined;
      case "epoch_time":
        return workload === EPOCH ? { ...of, metric, system, config: { policy } } : undefined;
      case "heuristic_reduction":
        return id === PROGRAM && isJudged
          ? { metric: "transfer_reduction", system: "ROC memory manager vs heuristics" }
          : undefined;
      case "transfer_reduction":
      case "epoch_speedup":
        return id !== PROGRAM && (metric === "epoch_speedup" ? workload === EPOCH : isJudged)
          ? { ...of, metric, system: "ROC DP vs LRU;streaming" }
          : undefined;
      default:
        return undefined;
    }
  },
  claims: [
    { claimId: "roc.q.transfer-order", decide: transferOrder },
    { claimId: "roc.q.time-order", decide: timeOrder },
  ],
};
