/**
 * Audit of hetu-gnn: tiles that are multiplied as dense ones after an ordering, against products row by row.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import { naturalOperands, type Operands, orderGraph } from "../../trials/ordered_graph.ts";
import { type Audit, measureSetups, type SetupTrial } from "./audit.ts";
import { fastestSetting, rowSettings, settingTrial, TILE_SETTINGS, triedOn } from "./kernel_settings.ts";

const WIDTH = 64;

/** Operands as they come, and under an ordering: one copy a session. */
async function operandsUnder(lab: Lab, dataset: LoadedDataset, ordering?: string): Promise<Operands> {
  if (ordering === undefined) return await naturalOperands(lab, dataset, WIDTH);
  return (await lab.once(orderGraph, dataset, { ordering, width: WIDTH })).ordered;
}

/** Operands under the orderings that Section 5.3 chooses of four. */
async function chosenOrders(lab: Lab, dataset: LoadedDataset): Promise<Readonly<Record<string, Operands>>> {
  return {
    "by metis": await operandsUnder(lab, dataset, "metis"),
    "by rcm": await operandsUnder(lab, dataset, "rcm"),
  };
}

/**
 * Products of an adjacency, normalised, with features.
 *
 * - Printed: hetu-gnn, Section 2.2, Algorithm 1 (products by compressed rows) and Table 4, column "Ours
 *   (baseline)", which has no ordering.
 * - Recommended: Section 5.3, which chooses METIS and RCM for everything after it, and Table 4, column "Ours
 *   + reordering".
 * - Tuned: Section 5.7, which asks users to fit the threshold to their graph: rows get as many tries as
 *   tiles.
 * - Technique: Algorithm 3 after an ordering, thresholds of Table 5.
 */
export const tilesAudit: Audit = {
  id: "hetu-gnn",
  technique: "dense tiles after an ordering",
  timed: "a product",
  datasets: { smoke: "reddit@1/2048", standard: "reddit@1/32", paper: "reddit" },
  setups: {
    printed: {
      is: "row-split, ids as they come",
      source: "Algorithm 1 and Table 4, column Ours (baseline): compressed rows, no ordering",
    },
    recommended: {
      is: "row-split, METIS",
      source: "Section 5.3 chooses METIS and RCM; Table 4, column Ours + reordering",
    },
    tuned: {
      is: "row-split with the fastest parameters, METIS or RCM",
      source: "Section 5.7: the threshold of tiles should be fitted to the graph; rows are fitted as well",
    },
    technique: {
      is: "dense tiles above the fastest threshold, METIS or RCM",
      source: "Algorithm 3; Sections 5.5 and 5.7; Table 5 has thresholds of 2, 5 and 10 %",
    },
  },
  measure: (lab, dataset) =>
    measureSetups(lab, async (id): Promise<SetupTrial> => {
      const plain = { kernel: "row-split", parameters: {} };
      switch (id) {
        case "printed": {
          const operands = await operandsUnder(lab, dataset);
          return { trial: settingTrial(lab, { ...plain, order: "as they come", operands }) };
        }
        case "recommended": {
          const operands = await operandsUnder(lab, dataset, "metis");
          return { trial: settingTrial(lab, { ...plain, order: "by metis", operands }) };
        }
        case "tuned":
          return await fastestSetting(lab, triedOn(await chosenOrders(lab, dataset), rowSettings(lab)));
        case "technique":
          return await fastestSetting(lab, triedOn(await chosenOrders(lab, dataset), TILE_SETTINGS));
        default:
          return id satisfies never;
      }
    }),
};
