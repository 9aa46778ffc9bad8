/**
 * fastgl Figure 13: the sampling phase of an epoch on one host thread, on the device with a three-step ID
 * map, and with Fused-Map.
 *
 * @module
 */
import type { BenchSuite } from "../../bench/bench_suite.ts";
import type { RatioLine } from "../../bench/line.ts";
import type { Contender } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import { BATCH_PEERS, peerContenders } from "../../peers/peers.ts";
import { DGL_POLICY, FASTGL, PYG } from "../policies.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { FIGURE_13_CLAIMS } from "./figure_13_claims.ts";
import {
  deviceSamplingTrial,
  hostSamplingTrial,
  librarySamplingTrial,
  SAMPLING_METRICS,
  workOfEpoch,
} from "./sampling_trial.ts";

/** Sampler of a policy. */
interface SamplerContender extends Contender {
  /** ID map on the device; absent where the host or another system samples. */
  readonly map?: "three-step" | "fused-map";
  /** Worker of another system. */
  readonly peer?: string;
}

const HOST: SamplerContender = {
  id: PYG.id,
  label: "policy of PyG (one host thread)",
  factors: { sampler: "host" },
};
const DEVICE: SamplerContender = {
  id: DGL_POLICY.id,
  label: "policy of DGL (three steps)",
  factors: { sampler: "device" },
  map: "three-step",
};
const FAST: SamplerContender = {
  id: FASTGL.id,
  label: "policy of FastGL (Fused-Map)",
  factors: { sampler: "device" },
  map: "fused-map",
};

const PEERS = peerContenders(BATCH_PEERS).map((each): SamplerContender => ({ ...each, ...each.factors }));

const METRICS = {
  time: { label: "sampling, an epoch", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over the policy of DGL", unit: "x", better: "higher" },
  self_ratio: { label: "samples over its own of the same rounds", unit: "x", shown: false },
  ...SAMPLING_METRICS,
} as const satisfies Metrics;

/** Least ratio of a peer's time over that of Fused-Map on machine code. */
const TARGET = { on: ["x86"], atLeast: 1 } as const;

/** Time of sampling an epoch by sampler and ID map. */
export const figure13: BenchSuite<SampledWorkload, SamplerContender, typeof METRICS> = {
  id: "fastgl/figure-13",
  artifact: "Figure 13",
  title: "Sampling time",
  question: "How long does sampling take on the host, on the device, and on the device with Fused-Map?",
  contenders: [HOST, DEVICE, FAST, ...PEERS],
  baseline: DEVICE.id,
  workloads: (profile) => sampledWorkloads(profile),
  settings: {
    ...SAMPLING_SETTINGS,
    "sample": "the first mini-batches that draw 50,000 edges, ten at least, scaled to an epoch",
  },
  measurement: {
    kind: "timed",
    decides: true,
    // Mini-batches of Papers100M take a second a round.
    patience: 2,
    trial: async (lab, dataset, { epoch }, { map, peer }) => {
      const work = await lab.once(workOfEpoch, dataset, epoch);
      if (peer !== undefined) return await librarySamplingTrial(lab, dataset, { work, peer });
      return map === undefined
        ? hostSamplingTrial(dataset, work)
        : deviceSamplingTrial(lab, dataset, { work, map });
    },
  },
  metrics: METRICS,
  plots: [
    { metric: "time", x: "workload", logarithmic: true },
    { metric: "time", x: "workload", stack: ["draw_time", "id_map_time"] },
  ],
  notes: [
    ...SAMPLING_NOTES,
    "Claims are decided by PyG and DGL themselves where they are set up, by their samplers on the CPU, with the numbering of vertices " +
    "and without features; else by the policies. A peer's drawn mini-batch must be a sample of the graph. Where a policy is slower than " +
    "its system, the claim says so.",
    ...BATCH_PEERS.map(({ label, call }) => `${label}: ${call}.`),
    "A policy is not the system: PyG's is this project's sampler on one thread of the host, written in TypeScript; DGL's and " +
    "FastGL's differ in their ID map alone.",
    "Times are of one device, the paper's of two, each with half of the mini-batches.",
    "Parts, whole and host take turns. On CPU threads parts run back to back, and add up to the whole; a GPU without timestamps is " +
    "waited for after each, which the sum over the whole shows. Rows are sorted by local id, which neither system does: no part " +
    "of sampling.",
    "On a GPU the launches of a sampler are for the largest mini-batch that fan-outs allow, and workgroups without a vertex or an edge " +
    "end at once. `launched_edges` says how many times the drawn ones that is: 1.2 to 3.5 on the stand-ins of the standard profile.",
  ],
  publishedAs: (_workload, contender, metric) => {
    if (contender !== FAST) return undefined;
    if (metric === "speedup") return { metric: "sampling_speedup", model: "GCN", system: "FastGL vs DGL" };
    return metric === "speedup_over_host"
      ? { metric: "sampling_speedup", model: "GCN", system: "FastGL vs PyG" }
      : undefined;
  },
  claims: FIGURE_13_CLAIMS,
  bench: BATCH_PEERS.map(({ label: against }, i): RatioLine => ({
    kind: "ratio",
    work: "sampling with id map",
    of: FAST.id,
    over: PEERS[i].id,
    against,
    target: TARGET,
  })),
};
