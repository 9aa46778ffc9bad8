/**
 * EPPGCN: execution paths for backward aggregation.
 *
 * @module
 */
import type { Paper } from "../paper.ts";
import { accuracy } from "./training/accuracy.ts";
import { algorithm2 } from "./execution_paths/algorithm_2.ts";
import { figure1 } from "./training/figure_1.ts";
import { figure10 } from "./training/figure_10.ts";
import { figure11 } from "./execution_paths/figure_11.ts";
import { figure3 } from "./execution_paths/figure_3.ts";
import { figure5 } from "./group_sizes/figure_5.ts";
import { figure6 } from "./execution_paths/figure_6.ts";
import { figure7 } from "./execution_paths/figure_7.ts";
import { figure8 } from "./group_sizes/figure_8.ts";
import { figure9 } from "./group_sizes/figure_9.ts";
import { table2 } from "./group_sizes/table_2.ts";
import { table3 } from "./table_3.ts";
import { table4 } from "./execution_paths/table_4.ts";
import { table5 } from "./training/table_5.ts";

/** The paper, its artifacts and the suites that produce them. */
export const paper: Paper = {
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
  device: "gpu",
  tables: new URL(".", import.meta.url),
  datasets: {
    "Cora": "cora",
    "Citeseer": "citeseer",
    "Pubmed": "pubmed",
    "Twitter": "twitter",
    "Blog": "blog",
    "Amazon": "amazon0505",
    "Google": "web-google",
    "Youtube": "com-youtube",
  },
  counts: ["vertices", "edges", "average_degree"],
  artifacts: [
    { artifact: "Figure 1", title: "where the time goes", suites: [figure1] },
    { artifact: "Figures 2, 3, 4, Table I", title: "worked example and symbols", suites: [figure3] },
    { artifact: "Theorem 1 and Algorithm 2", title: "gradients on execution paths", suites: [algorithm2] },
    { artifact: "Figure 5", title: "group size sweep", suites: [figure5] },
    { artifact: "Table II and Equation 3", title: "correlation and regression", suites: [table2] },
    { artifact: "Table III", title: "graphs", suites: [table3] },
    { artifact: "Figure 6", title: "memory", suites: [figure6] },
    { artifact: "Figure 7", title: "execution paths against if-else", suites: [figure7] },
    { artifact: "Figure 8", title: "structure-aware grouping", suites: [figure8] },
    { artifact: "Figure 9", title: "V100S", suites: [figure9] },
    { artifact: "Table IV", title: "DGL and GNNAdvisor, original and improved", suites: [table4] },
    { artifact: "Table V", title: "pre-processing mode", suites: [table5] },
    { artifact: "Figure 10", title: "on-the-fly mode", suites: [figure10] },
    { artifact: "Figure 11", title: "more layers", suites: [figure11] },
  ],
  suites: [
    figure3,
    algorithm2,
    table3,
    figure5,
    table2,
    figure6,
    figure8,
    figure9,
    figure11,
    figure1,
    figure7,
    table4,
    table5,
    figure10,
    accuracy,
  ],
};
