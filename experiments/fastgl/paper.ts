/**
 * FastGL: sampling-based training on GPUs.
 *
 * @module
 */
import type { Paper } from "../paper.ts";
import { algorithm2 } from "./sampling/algorithm_2.ts";
import { equation4 } from "./aggregation/equation_4.ts";
import { figure1 } from "./training/phases/figure_1.ts";
import { figure10a } from "./feature_loading/figure_10_a.ts";
import { figure10b } from "./feature_loading/figure_10_b.ts";
import { figure11 } from "./training/figure_11.ts";
import { figure12 } from "./aggregation/figure_12.ts";
import { figure13 } from "./sampling/figure_13.ts";
import { figure14a } from "./scalability/figure_14_a.ts";
import { figure14b } from "./scalability/figure_14_b.ts";
import { figure14c } from "./scalability/figure_14_c.ts";
import { figure14d } from "./scalability/figure_14_d.ts";
import { figure15 } from "./training/figure_15.ts";
import { figure16 } from "./training/convergence/figure_16.ts";
import { figure3 } from "./training/phases/figure_3.ts";
import { figure6 } from "./feature_loading/figure_6.ts";
import { figure9 } from "./training/figure_9.ts";
import { section31 } from "./feature_loading/section_3_1.ts";
import { section33 } from "./sampling/section_3_3.ts";
import { section41 } from "./device_memory/section_4_1.ts";
import { section7 } from "./training/phases/section_7.ts";
import { section42 } from "./aggregation/section_4_2.ts";
import { table1 } from "./device_memory/table_1.ts";
import { table2 } from "./aggregation/table_2.ts";
import { table3 } from "./aggregation/table_3.ts";
import { table4 } from "./feature_loading/table_4.ts";
import { table6 } from "./table_6.ts";
import { table7 } from "./feature_loading/table_7.ts";
import { table8 } from "./sampling/table_8.ts";
import { table9 } from "./device_memory/table_9.ts";

/** The paper, its artifacts and the suites that produce them. */
export const paper: Paper = {
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
  device: "gpu",
  tables: new URL(".", import.meta.url),
  datasets: {
    "Reddit": "reddit",
    "Products": "ogbn-products",
    "MAG": "mag",
    "IGB-large": "igb-large",
    "Papers100M": "ogbn-papers100m",
  },
  counts: ["vertices", "edges", "features", "classes"],
  artifacts: [
    { artifact: "Figure 1", title: "phase breakdown by framework", suites: [figure1] },
    {
      artifact: "Figure 3",
      title: "breakdown while techniques are added",
      suites: [figure3, section31, section33],
    },
    { artifact: "Table 1", title: "GPU memory left", suites: [table1] },
    { artifact: "Table 2", title: "cache hit rates of naive aggregation", suites: [table2] },
    { artifact: "Table 3", title: "memory levels", suites: [table3] },
    { artifact: "Table 4", title: "match degree", suites: [table4] },
    { artifact: "Figure 9", title: "training speed", suites: [figure9] },
    { artifact: "Figure 10a", title: "memory IO against cache ratio", suites: [figure10a] },
    { artifact: "Figure 10b", title: "effect of Reorder", suites: [figure10b, section41] },
    { artifact: "Table 7", title: "random-walk sampling", suites: [table7] },
    { artifact: "Figure 11", title: "computation phase", suites: [figure11, section42] },
    { artifact: "Equations 3 and 4", title: "access-time model", suites: [equation4] },
    { artifact: "Figure 12", title: "roofline", suites: [figure12] },
    { artifact: "Figure 13", title: "sampling time", suites: [figure13] },
    { artifact: "Table 8", title: "ID map", suites: [table8, algorithm2] },
    { artifact: "Figure 14a", title: "number of GPUs", suites: [figure14a] },
    { artifact: "Figure 14b", title: "batch size", suites: [figure14b] },
    { artifact: "Figure 14c", title: "feature dimension", suites: [figure14c] },
    { artifact: "Figure 14d", title: "depth and fan-out", suites: [figure14d] },
    { artifact: "Figure 15", title: "ablation", suites: [figure15] },
    { artifact: "Section 7", title: "claims about memory IO over links", suites: [section7] },
    { artifact: "Table 9", title: "GPU memory", suites: [table9] },
    { artifact: "Figure 16", title: "convergence", suites: [figure16] },
    {
      artifact: "Figures 2, 6, 8; Tables 5, 6",
      title: "worked examples and settings",
      suites: [figure6, table6],
    },
  ],
  suites: [
    table6,
    table1,
    table2,
    table3,
    equation4,
    table4,
    figure6,
    algorithm2,
    section33,
    table8,
    table9,
    figure13,
    section31,
    figure1,
    figure3,
    section7,
    figure11,
    figure15,
    figure9,
    figure14a,
    section41,
    section42,
    figure10a,
    figure10b,
    table7,
    figure12,
    figure14b,
    figure14d,
    figure14c,
    figure16,
  ],
};
