/**
 * Systems that fastgl compares, as configurations of this project's own parts (Table 5): where sampling
 * runs, how ids are mapped, which features are copied, and by which kernel vertices are aggregated. A policy
 * is not the system.
 *
 * @module
 */
import { datasetRecord } from "../../datasets/registry.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import type { SampledGraph } from "./sampling_graphs.ts";
import type { Contender } from "../cell.ts";
import { BATCH_PEERS, peerContenders } from "../peers/peers.ts";

/** Work of a system in each phase of an iteration. */
export interface Policy {
  /** `policy:dgl`: the contender's id. */
  readonly id: string;
  /** Name for legends. */
  readonly label: string;
  /** The system whose published numbers it stands beside. */
  readonly system: string;
  /** Sampler: one thread of the host, or the device with one of its ID maps. */
  readonly sampler: "host" | "three-step" | "fused-map";
  /** Whether features of the mini-batch before are kept. */
  readonly match: boolean;
  /** Mini-batches that are sampled ahead and reordered; 1 for none. */
  readonly window: number;
  /** Set where a static cache holds the features of the hottest vertices: {@linkcode cacheShare} of all. */
  readonly caches?: true;
  /** The kernel of the aggregations. GAT's has one kernel only, which all policies share. */
  readonly aggregation: "naive-register" | "memory-aware" | "neighbor-group";
  /** Whether the paper counts the preparation of kernels, anew for each mini-batch, as computation. */
  readonly preprocesses?: true;
}

/** Mini-batches of a reorder window: the paper does not print it. */
const WINDOW = 8;

/** Columns of the hidden layers by which the paper prints what a training takes. */
type PrintedHidden = 64 | 256;

/**
 * Memory that DGL's training leaves free on a card of 24 GB, in GB, by the columns of its hidden layers: 256
 * in Table 1; 64, as in all other experiments, in Table 9, which prints used memory and alone has IGB-large.
 */
const FREE_GB: Readonly<Record<string, Readonly<Record<PrintedHidden, number>>>> = {
  "reddit": { 64: 24 - 6.257, 256: 13 },
  "ogbn-products": { 64: 24 - 9.853, 256: 11 },
  "mag": { 64: 24 - 20.085, 256: 0.52 },
  "igb-large": { 64: 24 - 23.447, 256: 24 - 23.447 },
  "ogbn-papers100m": { 64: 24 - 14.03, 256: 1 },
};

/**
 * Share of a graph's features that fit into what the paper's card has left: the cache that a system can
 * afford.
 */
export function affordableCache(
  { id, featureWidth }: Pick<SampledGraph, "id" | "featureWidth">,
  hidden: PrintedHidden,
): number {
  const bytes = datasetRecord(id).counts.vertices * featureWidth * 4;
  return Math.min(1, FREE_GB[id][hidden] * 1e9 / bytes);
}

const DGL: Omit<Policy, "id" | "label" | "system"> = {
  sampler: "three-step",
  match: false,
  window: 1,
  aggregation: "naive-register",
};

/** PyG: samples on the CPU. */
export const PYG: Policy = {
  ...DGL,
  id: "policy:pyg",
  label: "policy of PyG",
  system: "PyG",
  sampler: "host",
};

/** DGL: samples on the device with a map of three steps. */
export const DGL_POLICY: Policy = { ...DGL, id: "policy:dgl", label: "policy of DGL", system: "DGL" };

/** GNNAdvisor: DGL's sampler; groups neighbours of every mini-batch anew. */
export const GNNADVISOR: Policy = {
  ...DGL,
  id: "policy:gnnadvisor",
  label: "policy of GNNAdvisor",
  system: "GNNAdvisor",
  aggregation: "neighbor-group",
  preprocesses: true,
};

/**
 * GNNLab: a static cache of the hottest vertices, found by sampling on trial, as large as the paper's card
 * allows.
 */
export const GNNLAB: Policy = {
  ...DGL,
  id: "policy:gnnlab",
  label: "policy of GNNLab",
  system: "GNNLab",
  caches: true,
};

/** FastGL: Match, Reorder, Memory-Aware, Fused-Map. */
export const FASTGL: Policy = {
  id: "policy:fastgl",
  label: "FastGL",
  system: "FastGL",
  sampler: "fused-map",
  match: true,
  window: WINDOW,
  aggregation: "memory-aware",
};

/** DGL with Match alone: FastGL-nG of Table 7. */
export const MATCH_ONLY: Policy = {
  ...DGL,
  id: "match",
  label: "policy of DGL + Match",
  system: "FastGL-nG",
  match: true,
};

/** DGL with Match and Reorder. */
export const MATCH_REORDER: Policy = {
  ...DGL,
  id: "mr",
  label: "policy of DGL + Match-Reorder",
  system: "DGL+MR",
  match: true,
  window: WINDOW,
};

/** DGL with Match, Reorder and Memory-Aware aggregation. */
export const MATCH_REORDER_AWARE: Policy = {
  ...MATCH_REORDER,
  id: "mr+ma",
  label: "policy of DGL + MR + Memory-Aware",
  system: "DGL+MR+MA",
  aggregation: "memory-aware",
};

/** The systems of Table 5, FastGL last. */
export const SYSTEMS: readonly Policy[] = [PYG, DGL_POLICY, GNNADVISOR, GNNLAB, FASTGL];

/** DGL with one technique more at a time, FastGL last. */
export const STEPS: readonly Policy[] = [DGL_POLICY, MATCH_REORDER, MATCH_REORDER_AWARE, FASTGL];

/** Share of a graph's features that the static cache of a policy holds; 0 where it has none. */
export function cacheShare({ caches }: Policy, graph: Pick<SampledGraph, "id" | "featureWidth">): number {
  return caches ? affordableCache(graph, 64) : 0;
}

/** Contender of a comparison of policies. */
export interface PolicyContender extends Contender {
  /** Policy that it trains by. */
  readonly policy: Policy;
}

/** Contender of a comparison of policies with the systems that they stand for. */
export interface SystemContender extends Contender {
  /** Policy that it trains by; absent where it is another system itself. */
  readonly policy?: Policy;
  /** Worker of another system; absent where it is a policy. */
  readonly peer?: string;
}

/** The systems that run themselves, where they are set up. */
export const LIBRARIES: readonly SystemContender[] = peerContenders(BATCH_PEERS).map((each) => ({
  ...each,
  ...each.factors,
}));

/** Policy of the system that a contender is, or stands for. */
export function policyOf({ id, policy }: SystemContender): Policy | undefined {
  return policy ?? SYSTEMS.find((each) => each.id === id.replace(/^peer:/, "policy:"));
}

/** Part of a published key: the system itself, where a contender is a policy and its system runs here. */
export function besideSystem({ policy }: SystemContender): { readonly standsFor?: string } {
  const system = policy && LIBRARIES.find(({ id }) => id === policy.id.replace(/^policy:/, "peer:"));
  return system ? { standsFor: system.id } : {};
}

/** Contender that trains by a policy. */
export function policyContender(policy: Policy): PolicyContender {
  const { id, label, sampler, match, window, aggregation } = policy;
  return { id, label, policy, factors: { sampler, match, window, aggregation } };
}

/** Kernels of a policy's aggregations. */
export function kernelsOf({ aggregation }: Policy): KernelChoices {
  if (aggregation !== "neighbor-group") return { spmm: { id: aggregation } };
  return {
    spmm: ({ matrix: { nnz, rows } }) => ({
      // GNNAdvisor's automatic mode: the average degree, here of the mini-batch's block.
      id: aggregation,
      parameters: { groupSize: Math.max(1, Math.floor(nnz / Math.max(1, rows))) },
    }),
  };
}

/** Notes of all suites that compare policies. */
export const POLICY_NOTES: readonly string[] = [
  "A policy is this project's own parts set up as the system is, not the system: what differs between policies is who " +
  "samples, how ids are mapped, what is copied, and the kernel of the aggregations; the rest is the same code.",
  "On CPU threads the device is memory beside the host's, and copies to it are copies within one RAM.",
  "PyG's policy samples on one host thread, in TypeScript; PyG's own sampler is compiled, and has as many workers as it is given. A GPU " +
  "is much further ahead of a host thread than two CPU threads are, in sampling and in computation.",
  "GNNLab's cache is as large as the memory that DGL leaves on the paper's card in training with 64 hidden units (Table 9; Table 1, with " +
  `256, leaves less). The reorder window is ${WINDOW}, which the paper does not print.`,
  "FastGL itself fills memory that is left with a cache as GNNLab does (Section 5). Its policy has none, so that each technique is " +
  "seen by itself: where GNNLab's cache holds all features or most of them (Reddit, Products, MAG), memory IO is compared to FastGL's " +
  "disadvantage. By Table 9 FastGL takes less memory than DGL on all graphs but Papers100M, so that it cannot have had a large cache " +
  "there either. Figure 10a has the cache beside Match.",
];
