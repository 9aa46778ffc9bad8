/**
 * ROC: learned partitioning and managed GPU memory.
 *
 * @module
 */
import type { Paper } from "../paper.ts";
import { figure10 } from "./memory/figure_10.ts";
import { figure4 } from "./memory/figure_4.ts";
import { figure5 } from "./neugraph/figure_5.ts";
import { figure6 } from "./accuracy/figure_6.ts";
import { figure7 } from "./accuracy/figure_7.ts";
import { figure8 } from "./partitioning/figure_8.ts";
import { figure9 } from "./partitioning/figure_9.ts";
import { realRanks } from "./partitioning/real_ranks.ts";
import { table1 } from "./partitioning/table_1.ts";
import { table2 } from "./cost_model/table_2.ts";
import { table3 } from "./memory/table_3.ts";
import { table4 } from "./table_4.ts";
import { wholeTraining } from "./neugraph/whole_training.ts";

/** The paper, its artifacts and the suites that produce them. */
export const paper: Paper = {
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
  device: "gpu",
  tables: new URL(".", import.meta.url),
  datasets: { "Reddit": "reddit", "PPI": "ppi", "Pubmed": "pubmed", "Amazon": "amazon-he-mcauley" },
  counts: ["vertices", "edges", "features", "classes"],
  artifacts: [
    { artifact: "Table 1", title: "partitioning strategies", suites: [table1] },
    { artifact: "Table 2", title: "vertex features and cost model", suites: [table2] },
    { artifact: "Table 3 and Algorithm 1", title: "states, active tensors, DP", suites: [table3] },
    { artifact: "Figure 4", title: "single GPU", suites: [figure4] },
    { artifact: "Figure 5", title: "NeuGraph", suites: [figure5, wholeTraining] },
    { artifact: "Figure 6", title: "time to accuracy", suites: [figure6] },
    { artifact: "Figure 7", title: "deeper and wider", suites: [figure7] },
    { artifact: "Figure 8", title: "partitioning for training", suites: [figure8, realRanks] },
    { artifact: "Figure 9", title: "partitioning for inference", suites: [figure9] },
    { artifact: "Figure 10", title: "memory manager", suites: [figure10] },
    { artifact: "Table 4, Section 7.1", title: "data sets and hardware", suites: [table4] },
  ],
  suites: [
    table4,
    table1,
    table2,
    figure8,
    realRanks,
    figure5,
    wholeTraining,
    figure9,
    table3,
    figure10,
    figure4,
    figure6,
    figure7,
  ],
};
