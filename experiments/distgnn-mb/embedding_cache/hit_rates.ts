/**
 * distgnn-mb Section 4.4: hit rates of the historical embedding cache, and Algorithm 2 by its own rules, on 4
 * to 64 ranks in one process.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { FANOUT_TEXT, PAPER_BATCH, SCALE_NOTES } from "../scaled_graphs.ts";
import { HIT_RATE_CLAIMS } from "./hit_rate_claims.ts";
import { countPushes, PUSH_EPOCHS, PUSH_METRICS } from "./push_counts.ts";
import { LAYERS } from "./push_rounds.ts";
import { AEP, PRINTED_ID, PRINTED_RANKS, type PushWorkload, pushWorkloads } from "./push_workloads.ts";

/** distgnn-mb Section 4.4: hit rates of the cache by layer and setting. */
export const hitRates: Suite<PushWorkload, Contender, typeof PUSH_METRICS> = {
  id: "distgnn-mb/hit-rates",
  artifact: "Section 4.4",
  title: "Hit rate of the historical embedding cache",
  question: "How often does the cache have what a mini-batch asks it for, layer by layer?",
  contenders: [{ id: AEP, label: "AEP" }],
  baseline: AEP,
  workloads: pushWorkloads,
  settings: {
    "cs, nc, ls, d":
      "1M, 2000, 2 and 1, cs and nc over the scale of the stand-in; one is changed at a time, on 16 ranks",
    "ranks": "4 to 64 in one process, taking turns",
    "fan-outs": FANOUT_TEXT,
    "epochs": String(PUSH_EPOCHS),
    "batch": `${PAPER_BATCH} seeds a rank over the scale of the stand-in`,
  },
  measurement: { kind: "exact", count: countPushes },
  metrics: PUSH_METRICS,
  plots: LAYERS.map((layer) => ({ metric: `hit_rate_l${layer}`, x: "ranks", facet: "dataset" })),
  notes: [
    ...SCALE_NOTES,
    "Sampling, Map, samples by degree, messages, caches and dropping are those of training; embeddings " +
    "have no columns, as hits do not depend on their numbers. A second, plain cache is told the same " +
    "messages, and every answer is compared with its.",
    "Neither graph nor model of the printed rates is stated. They stand beside Papers100M, whose " +
    "mini-batches the same section counts, and the claim about the order of layers is decided there, on " +
    "the printed 64 ranks alone. That was chosen with all rates of standard sizes known, of fan-outs the " +
    "other way round: with the printed setting on 4 and on 16 ranks, and on Products, L1 hit more often than " +
    "L0 there. With fan-outs as they are, it does on Products, and where the life span counts epochs.",
    "The unit of the life span ls is not printed: it counts iterations here, and epochs in one variant. With " +
    "iterations at most 3 nc (R - 1) lines are alive, 378,000 at 64 ranks, so that a cache of cs = a million " +
    "lines is never full: the variants with cs=10K and with epochs show a full cache.",
    "How often a halo vertex is asked for again follows from the graph's locality, which a stand-in has " +
    "only in part: Section 3.1 tells how many of its edges are cut. The rates differ from the printed 71, " +
    "47 and 37 %: on 64 ranks of ogbn-papers100m@1/1024 they are 3.3, 1.9 and 0.84 %.",
    "Pushes go to every rank, wanted or not: at most nc (R - 1) rows a layer and iteration, 126,000 at 64 " +
    "ranks, where 1000 seeds look up some 104,000 halo vertices next to the input. So " +
    "volume grows past that of fetching as ranks are added.",
    "In the first iteration of a training, and until pushes arrive, every look-up is a miss. These misses " +
    "count.",
  ],
  publishedAs: ({ id }, _contender, metric) => {
    const layer = LAYERS.find((each) => metric === `hit_rate_l${each}`);
    if (id !== PRINTED_ID || layer === undefined) return undefined;
    return {
      metric: "hec_hit_rate",
      system: "DistGNN-MB",
      config: { layer: `L${layer}`, ranks: String(PRINTED_RANKS), cs: "1M", nc: "2000", ls: "2", d: "1" },
    };
  },
  claims: HIT_RATE_CLAIMS,
};
