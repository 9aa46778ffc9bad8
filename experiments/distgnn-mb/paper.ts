/**
 * DistGNN-MB: mini-batch training on CPU clusters.
 *
 * @module
 */
import type { Paper } from "../paper.ts";
import { figure2 } from "./one_socket/figure_2.ts";
import { figure2Broadcast } from "./one_socket/figure_2_broadcast.ts";
import { figure3 } from "./ranks/figure_3.ts";
import { figure4 } from "./ranks/figure_4.ts";
import { figure5 } from "./ranks/figure_5.ts";
import { figures3To5 } from "./real_ranks/figures_3_to_5.ts";
import { hitRates } from "./embedding_cache/hit_rates.ts";
import { epochLimits } from "./epoch_limits/epoch_limits.ts";
import { overlap } from "./overlap/overlap.ts";
import { imbalance } from "./partitions/imbalance.ts";
import { loadImbalanceOfRanks } from "./ranks/load_imbalance.ts";
import { section3 } from "./operators/section_3.ts";
import { section31 } from "./partitions/section_3_1.ts";
import { section33 } from "./operators/section_3_3.ts";
import { section42 } from "./convergence/section_4_2.ts";
import { singleSocket } from "./one_socket/single_socket.ts";
import { table1 } from "./table_1.ts";
import { table3 } from "./convergence/table_3.ts";
import { weightGradient } from "./operators/weight_gradient.ts";

/** The paper, its artifacts and the suites that produce them. */
export const paper: Paper = {
  id: "distgnn-mb",
  title: "DistGNN-MB: mini-batch training on CPU clusters",
  reference: {
    authors: ["Vasimuddin Md", "Ramanarayan Mohanty", "Sanchit Misra", "Sasikanth Avancha"],
    title: "DistGNN-MB: Distributed Large-Scale Graph Neural Network Training on x86 via Minibatch Sampling",
    venue: "arXiv 2211.06385",
    year: 2022,
    url: "https://arxiv.org/abs/2211.06385",
  },
  hardware: "one Xeon 8380 socket; 32 nodes with 2 Xeon 8360Y and 128 GB each, Mellanox HDR",
  code: null,
  device: "cpu",
  tables: new URL(".", import.meta.url),
  datasets: { "OGBN-Products": "ogbn-products", "OGBN-Papers100M": "ogbn-papers100m" },
  counts: [
    "vertices",
    "edges",
    "features",
    "classes",
    "train_vertices",
    "test_vertices",
    "bytes_moved",
    "operations",
    "byte_to_op_ratio",
  ],
  artifacts: [
    { artifact: "Section 3", title: "arithmetic intensity", suites: [section3, singleSocket] },
    {
      artifact: "Tables 1 and 2, Section 4.1",
      title: "data sets, hyper-parameters, machine",
      suites: [table1],
    },
    {
      artifact: "Figure 2",
      title: "single-socket optimisations",
      suites: [figure2, figure2Broadcast, section33, weightGradient],
    },
    { artifact: "Figure 3", title: "GraphSAGE scaling", suites: [figure3, figures3To5] },
    { artifact: "Figure 4", title: "GAT scaling", suites: [figure4] },
    { artifact: "Section 4.4", title: "HEC hit rate", suites: [hitRates] },
    {
      artifact: "Section 4.4",
      title: "load imbalance",
      suites: [imbalance, loadImbalanceOfRanks, section31],
    },
    { artifact: "Table 3, Section 4.5", title: "convergence", suites: [table3, section42, overlap] },
    { artifact: "Figure 5", title: "DistDGL", suites: [figure5] },
  ],
  suites: [
    table1,
    section3,
    section31,
    section33,
    weightGradient,
    figure2,
    figure2Broadcast,
    singleSocket,
    hitRates,
    imbalance,
    figure3,
    figure4,
    figure5,
    figures3To5,
    loadImbalanceOfRanks,
    section42,
    overlap,
    epochLimits,
    table3,
  ],
};
