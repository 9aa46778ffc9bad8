/**
 * The five papers as data: who wrote what where, on which hardware it was measured and where its code is. `own` stands
 * beside them for suites that answer a question of ours.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";

/** Papers with published numbers and claims. */
export type PublishedPaperId = "hetu-gnn" | "fastgl" | "roc" | "eppgcn" | "distgnn-mb";

/** Whose question a suite answers: a paper's, or our own. */
export type PaperId = PublishedPaperId | "own";

/** A full reference. */
export interface Reference {
  /** In the order of the paper. */
  readonly authors: readonly string[];
  /** In English. */
  readonly title: string;
  /** Title in the language of the original, where that is not English. */
  readonly originalTitle?: string;
  /** Journal, proceedings or preprint number, with volume and pages. */
  readonly venue: string;
  /** Year of that venue. */
  readonly year: number;
  /** DOI or page of the publisher. */
  readonly url?: string;
}

/** One paper (or `own`, which has no reference, no hardware and no other code). */
export interface Paper {
  /** Name of its folder, and prefix of its published rows and claims. */
  readonly id: PaperId;
  /** A few words for headings. */
  readonly title: string;
  /** Who published it where. */
  readonly reference: Reference | null;
  /** What the published numbers were measured on. */
  readonly hardware: string | null;
  /** Public code, and what it covers where that is not everything. */
  readonly code: { readonly url: string; readonly note: string } | null;
}

/** The five papers, then `own`. */
export const PAPERS: readonly Paper[] = [
  {
    id: "hetu-gnn",
    title: "Hetu-GNN: reordering and tile-adaptive SpMM on many GPUs",
    reference: {
      authors: ["Xupeng Miao", "Yujie Wang", "Jia Shen", "Yingxia Shao", "Bin Cui"],
      title: "Graph Neural Network Training Acceleration for Multi-GPUs",
      originalTitle: "面向多 GPU 的图神经网络训练加速",
      venue: "Ruan Jian Xue Bao / Journal of Software 34(9): 4407-4420",
      year: 2023,
      url: "http://www.jos.org.cn/1000-9825/6647.htm",
    },
    hardware: "one machine with 8 NVIDIA TITAN RTX on PCIe 3.0",
    code: { url: "https://github.com/PKU-DAIR/Hetu", note: "the base system" },
  },
  {
    id: "fastgl",
    title: "FastGL: sampling-based training on GPUs",
    reference: {
      authors: ["Zeyu Zhu", "Peisong Wang", "Qinghao Hu", "Gang Li", "Xiaoyao Liang", "Jian Cheng"],
      title: "FastGL: A GPU-Efficient Framework for Accelerating Sampling-Based GNN Training at Large Scale",
      venue: "ASPLOS 2024, Volume 4",
      year: 2024,
      url: "https://doi.org/10.1145/3622781.3674167",
    },
    hardware: "one machine with 8 GeForce RTX 3090 (24 GB), 2 AMD EPYC 7532 and 512 GB",
    code: { url: "https://github.com/a1bc2def6g/fastgl-ae", note: "the artifact" },
  },
  {
    id: "roc",
    title: "ROC: learned partitioning and managed GPU memory",
    reference: {
      authors: ["Zhihao Jia", "Sina Lin", "Mingyu Gao", "Matei Zaharia", "Alex Aiken"],
      title: "Improving the Accuracy, Scalability, and Performance of Graph Neural Networks with Roc",
      venue: "Proceedings of Machine Learning and Systems (MLSys): 187-198",
      year: 2020,
    },
    hardware: "4 nodes with 4 Tesla P100 each on NVLink, 2 ten-core Intel E5-2600 and 256 GB, EDR InfiniBand",
    code: {
      url: "https://github.com/jiazhihao/ROC",
      note: "equal-edge split only, without the cost model and the memory manager",
    },
  },
  {
    id: "eppgcn",
    title: "EPPGCN: execution paths for backward aggregation",
    reference: {
      authors: ["Shaoxian Xu", "Zhiyuan Shao", "Ci Yang", "Xiaofei Liao", "Hai Jin"],
      title: "Accelerating Backward Aggregation in GCN Training with Execution Path Preparing on GPUs",
      venue: "arXiv 2204.02662",
      year: 2022,
      url: "https://arxiv.org/abs/2204.02662",
    },
    hardware: "one Tesla P100 (16 GB) or V100S (32 GB), 2 Xeon E5-2680 v4 and 256 GB",
    code: { url: "https://github.com/Catriminal/EPPGCN", note: "extends YukeWang96/GNNAdvisor_OSDI21" },
  },
  {
    id: "distgnn-mb",
    title: "DistGNN-MB: mini-batch training on CPU clusters",
    reference: {
      authors: ["Vasimuddin Md", "Ramanarayan Mohanty", "Sanchit Misra", "Sasikanth Avancha"],
      title:
        "DistGNN-MB: Distributed Large-Scale Graph Neural Network Training on x86 via Minibatch Sampling",
      venue: "arXiv 2211.06385",
      year: 2022,
      url: "https://arxiv.org/abs/2211.06385",
    },
    hardware: "one Xeon 8380 socket; 32 nodes with 2 Xeon 8360Y and 128 GB each, Mellanox HDR",
    code: null,
  },
  { id: "own", title: "Questions of our own", reference: null, hardware: null, code: null },
];

/** The five papers, without `own`. */
export const PUBLISHED_PAPERS: readonly PublishedPaperId[] = [
  "hetu-gnn",
  "fastgl",
  "roc",
  "eppgcn",
  "distgnn-mb",
];

/**
 * A paper by its id.
 *
 * @throws {UsageError} if there is no such paper.
 */
export function findPaper(id: string): Paper {
  const paper = PAPERS.find((candidate) => candidate.id === id);
  if (paper === undefined) {
    throw new UsageError({
      action: `find paper ${JSON.stringify(id)}`,
      current: "no such id",
      wanted: `one of ${PAPERS.map((candidate) => candidate.id).join(", ")}`,
      next: "name one of them",
    });
  }
  return paper;
}
