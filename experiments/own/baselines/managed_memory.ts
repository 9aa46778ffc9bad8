/**
 * Audit of roc: transfers that a dynamic program plans, against streaming, LRU, and a cache that knows what
 * is read next.
 *
 * @module
 */
import { vertexData } from "../../../training/vertex_data.ts";
import { gcn } from "../../../training/models/gcn.ts";
import type { CachingPolicy } from "../../../training/memory_manager/mod.ts";
import { epochRounds } from "../../trials/epoch_rounds.ts";
import { type Audit, type SetupId, SETUPS, type SetupTimes } from "./audit.ts";

/** Columns of Reddit's features, classes and hidden units of a GCN of two layers. */
const WIDTH = 602, CLASSES = 41, HIDDEN = 256, LAYERS = 2, DROPOUT = 0.5;

/** Device memory as a multiple of what the largest operation needs: three halves of the least. */
const CAPACITY = 1.5;

const POLICIES: Readonly<Record<SetupId, CachingPolicy>> = {
  printed: "streaming",
  recommended: "lru",
  tuned: "farthest-next-use",
  technique: "dynamic-program",
};

/**
 * An epoch of a GCN whose tensors all lie in host memory, with the same device memory for all policies.
 * Losses are checked by a training with everything on the device.
 *
 * - Printed: roc, Section 7.7 (1) and Figure 10, "No Cache": NeuGraph's streaming.
 * - Recommended: Section 7.7 (2) and Figure 10, "LRU Cache".
 * - Tuned: Section 5 lets the dynamic program know all operations of a step beforehand; a cache that knows
 *   them too evicts what is read again last.
 * - Technique: Algorithm 1, Section 5.
 */
export const managedMemoryAudit: Audit = {
  id: "roc",
  technique: "transfers planned by a dynamic program",
  timed: "an epoch with all data in host memory",
  model: "GCN",
  datasets: { smoke: "reddit@1/2048", standard: "reddit@1/128", paper: "reddit" },
  setups: {
    printed: { is: "no cache", source: "Section 7.7 (1), Figure 10: NeuGraph's streaming" },
    recommended: { is: "LRU of the same bytes", source: "Section 7.7 (2), Figure 10" },
    tuned: {
      is: "a cache of the same bytes that evicts what is read again last",
      source: "Section 5: the technique knows all operations beforehand, and so may its baseline",
    },
    technique: { is: "the dynamic program", source: "Section 5, Algorithm 1" },
  },
  measure: async (lab, dataset) => {
    const { labels: _, multiLabels: __, classes: ___, split: ____, ...graph } = dataset;
    const data = await vertexData(graph, { seed: lab.seed, randomWidth: WIDTH, classes: CLASSES });
    const managed = SETUPS.map((id) => ({ id, policy: POLICIES[id], capacity: CAPACITY }));
    const epochs = await epochRounds(lab, [{ id: "on the device", kernels: {} }, ...managed], {
      data,
      layers: gcn({ classes: CLASSES, hidden: HIDDEN, layers: LAYERS, dropout: DROPOUT }),
      rounds: lab.profile.rounds,
    });
    return (id): SetupTimes => {
      const { ms, check, timer, loadedBytes } = epochs.of(id);
      return { times: { ms, check, timer }, loadedBytes };
    };
  },
};
