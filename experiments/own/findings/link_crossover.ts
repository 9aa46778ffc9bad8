/**
 * Finding on loading techniques: on which side of the computation's bandwidth a machine lies.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const over = (workload: string, contender: string): CitedRow => ({
  suite: "own/crossover-links",
  workload,
  contender,
  metric: "lead_most",
});

/** Copying less wins over slow links, copying earlier over fast ones. */
export const linkCrossover = defineFinding({
  id: "link-crossover",
  question: "Over which links does copying fewer features beat copying them earlier?",
  reads: {
    "RTX 3090, PCIe 3": over("rtx-3090-pcie-3", "match-reorder"),
    "RTX 3090, PCIe 4": over("rtx-3090-pcie-4", "match-reorder"),
    "GH200, NVLink C2C": over("gh200-c2c", "prefetch"),
  },
  shows: (found) => Object.values(found).every(({ most }) => most < 1),
  sentence: (found) =>
    "By exact bytes over stated links Match and Reorder are the fastest way to load a GCN's mini-batches on an RTX 3090: they take " +
    `${found["RTX 3090, PCIe 3"].text} the time of any other over PCIe 3 and ${
      found["RTX 3090, PCIe 4"].text
    } over PCIe 4, at worst; ` +
    `on a GH200 prefetching all features takes ${
      found["GH200, NVLink C2C"].text
    }. Where computation takes longer than the copies that ` +
    "Match saves, copying earlier beats copying less.",
  command: "deno task repro own/crossover-links",
  doubt: "cards compute at the roofline of their printed limits, and whoever prefetches can match, too",
});
