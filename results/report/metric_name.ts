/**
 * Names of the papers' metrics in words, as the field spells them.
 *
 * @module
 */

/** Words that are not written in small letters. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["cpu", "CPU"],
  ["gnn", "GNN"],
  ["gpu", "GPU"],
  ["gpus", "GPUs"],
  ["hec", "HEC"],
  ["id", "ID"],
  ["io", "IO"],
  ["l1", "L1"],
  ["l2", "L2"],
  ["metis", "METIS"],
  ["pcie", "PCIe"],
  ["pearson", "Pearson"],
  ["sm", "SM"],
  ["spmm", "SpMM"],
]);

/**
 * Name of a published metric in words.
 *
 * @example
 * ```ts
 * if (metricName("gpu_memory_left") !== "GPU memory left") throw new Error("not spelt");
 * ```
 */
export function metricName(metric: string): string {
  return metric.split("_").map((word) => SPELLINGS.get(word) ?? word).join(" ");
}
