/**
 * Hetu-GNN: reordering and tile-adaptive SpMM on many GPUs.
 *
 * @module
 */
import type { Paper } from "../paper.ts";
import { algorithm3 } from "./tiles/algorithm_3.ts";
import { figure10 } from "./tiles/figure_10.ts";
import { figure10Devices } from "./tiles/figure_10_devices.ts";
import { figure5 } from "./distribution/figure_5.ts";
import { figure7 } from "./convergence/figure_7.ts";
import { figure7Devices } from "./convergence/figure_7_devices.ts";
import { figure8 } from "./orderings/figure_8.ts";
import { figure8Ids } from "./orderings/figure_8_ids.ts";
import { figure8Times } from "./orderings/figure_8_times.ts";
import { figure9 } from "./distribution/figure_9.ts";
import { realRanks } from "./ranks/real_ranks.ts";
import { section21 } from "./distribution/section_2_1.ts";
import { section22 } from "./distribution/section_2_2.ts";
import { section56 } from "./epochs/section_5_6.ts";
import { table2 } from "./distribution/table_2.ts";
import { table3 } from "./table_3.ts";
import { table4 } from "./epochs/table_4.ts";
import { table4Memory } from "./epochs/table_4_memory.ts";
import { table5 } from "./tiles/table_5.ts";

/** The paper, its artifacts and the suites that produce them. */
export const paper: Paper = {
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
  device: "gpu",
  tables: new URL(".", import.meta.url),
  datasets: {
    "Reddit": "reddit",
    "Proteins": "ogbn-proteins",
    "Archaea": "archaea",
    "Products": "ogbn-products",
  },
  counts: ["vertices", "edges", "features", "classes", "block_count", "block_edges"],
  artifacts: [
    { artifact: "Figure 5", title: "block balance", suites: [figure5] },
    { artifact: "Figure 7", title: "convergence", suites: [figure7, figure7Devices] },
    { artifact: "Figure 8", title: "choice of the reordering", suites: [figure8, figure8Ids, figure8Times] },
    { artifact: "Figure 9", title: "block-wise reordering in 5 schemes", suites: [figure9] },
    { artifact: "Figure 10", title: "tile-adaptive kernel", suites: [figure10, figure10Devices, algorithm3] },
    { artifact: "Table 4", title: "end to end", suites: [table4, table4Memory, section56] },
    { artifact: "Table 5", title: "density threshold", suites: [table5] },
    {
      artifact: "Tables 2 and 3",
      title: "settings and graphs",
      suites: [table2, table3, section21, realRanks, section22],
    },
  ],
  suites: [
    table3,
    table2,
    section21,
    realRanks,
    algorithm3,
    section22,
    figure5,
    figure7,
    figure7Devices,
    figure8,
    figure8Ids,
    figure8Times,
    figure9,
    figure10,
    figure10Devices,
    table4,
    table4Memory,
    table5,
    section56,
  ],
};
