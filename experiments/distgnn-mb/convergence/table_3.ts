/**
 * distgnn-mb Table 3 and Section 4.5: what training on several ranks with historical embeddings costs in
 * accuracy and in epochs.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { HaloPolicyName } from "../../../distributed/training/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { atLeast } from "../../premises/condition.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { accuracyCurve, CONVERGENCE_BATCH, CONVERGENCE_HIDDEN, firstWithin } from "./convergence_runs.ts";
import { MODEL_IDS, type ModelId } from "../rank_models.ts";
import { FANOUTS } from "../scaled_graphs.ts";
import { withinOverSeeds } from "../../claims/seed_parts.ts";

const FACEBOOK = "musae-facebook", PLANTED = "ogbn-products@1/512", TOY = "ogbn-products@1/8192";
/** Three planted classes: four ranks cut through them. */
const FEW_CLASSES = "pubmed@1/1";
const GRAPHS = { facebook: FACEBOOK, planted: PLANTED, "planted-few-classes": FEW_CLASSES };

/** A model on a graph. */
interface ConvergenceWorkload extends Workload {
  readonly model: ModelId;
  readonly factors: { readonly graph: string };
}

/** A number of ranks and their policy about halo vertices. */
interface Arrangement extends Contender {
  readonly factors: { readonly ranks: number; readonly policy: HaloPolicyName };
  /** Arrangement with a cache on as many ranks, which this one bounds; absent where this one has a cache. */
  readonly cached?: Arrangement;
}

function arrangement(ranks: number, policy: HaloPolicyName, label: string): Arrangement {
  return { id: `${policy}-${ranks}`, label, factors: { ranks, policy } };
}

const SINGLE: Arrangement = { ...arrangement(1, "aep", "one rank"), id: "single" };
const PUSHED = [4, 8, 16].map((ranks) => arrangement(ranks, "aep", `${ranks} ranks, pushed embeddings`));
const BOUNDS = [
  arrangement(4, "drop", "4 ranks, halo dropped"),
  arrangement(4, "exact", "4 ranks, features fetched"),
  arrangement(4, "distdgl", "4 ranks, neighbours and features fetched"),
].map((bound): Arrangement => ({ ...bound, cached: PUSHED[0] }));
/** Arrangement of as many ranks as in the paper for GraphSAGE on Products. */
const MOST = PUSHED[2];

/** Epochs of one rank and of several, and seeds. */
function extent(
  { id }: Profile,
): { readonly single: number; readonly several: number; readonly seeds: number } {
  return id === "smoke" ? { single: 1, several: 2, seeds: 2 } : { single: 12, several: 36, seeds: 5 };
}

function workloadsOf({ id }: Pick<Profile, "id">): ConvergenceWorkload[] {
  const graphs = id === "smoke" ? { planted: TOY } : GRAPHS;
  return Object.entries(graphs).flatMap(([graph, dataset]) =>
    MODEL_IDS.map((model) => ({ id: `${graph}:${model.toLowerCase()}`, dataset, model, factors: { graph } }))
  );
}

/** Ids of the workloads of the standard profile. */
const WORKLOADS = workloadsOf({ id: "standard" }).map(({ id }) => id);

/** `target_accuracy - accuracy(distributed) < 1`, by the interval over seeds. */
function keepsAccuracy(evidence: SuiteEvidence): ClaimPart[] {
  return WORKLOADS.flatMap((workload) =>
    PUSHED.map(({ id: contender }) =>
      withinOverSeeds(evidence, {
        rows: [evidence.row({ workload, contender }, "accuracy_gap")],
        words: `accuracy_gap of ${contender} on ${workload}`,
        within: [-Infinity, 1],
      })
    )
  );
}

/** `epochs_to_target(distributed) > epochs_to_target(single)`. */
function needsMoreEpochs(evidence: SuiteEvidence): ClaimPart[] {
  const metric = "epochs_to_accuracy";
  return WORKLOADS.flatMap((workload) =>
    PUSHED.map(({ id: contender }): ClaimPart => {
      const own = { workload, contender };
      if (evidence.find(own, metric)) {
        return withinOverSeeds(evidence, {
          rows: [own, { workload, contender: SINGLE.id }].map((key) => evidence.row(key, metric)),
          words: `epochs of ${contender} less those of one rank on ${workload}`,
          number: ([distributed, single]) => distributed - single,
          within: [Number.MIN_VALUE, Infinity],
        });
      }
      const row = evidence.row(own, "reached");
      const words = `${contender} on ${workload} is within a point of the target for ${
        medianOf(row)
      } % of the seeds`;
      const open = "the training is too short to say";
      return evidence.overSeeds(undefined, { words, rows: [row], value: medianOf(row), open });
    })
  );
}

const FIVE_SEEDS = [
  atLeast(5, {
    name: "seeds",
    readings: (evidence) =>
      WORKLOADS.flatMap((workload) =>
        PUSHED.map(({ id: contender, label }) => ({
          of: `${label} on ${workload}`,
          value: evidence.row({ workload, contender }, "accuracy_gap").n ?? 0,
        }))
      ),
    elsewhere: "--profile standard",
  }),
];

const onStandIns = "two of the three graphs have planted labels";

const METRICS = {
  test_accuracy: { label: "test accuracy after the last epoch", unit: "%", better: "higher" },
  accuracy_gap: { label: "points below one rank", unit: "%", better: "lower" },
  over_cache: { label: "points above as many ranks with a cache", unit: "%", better: "higher" },
  epochs_to_accuracy: { label: "first epoch within a point of one rank", unit: "epochs", better: "lower" },
  reached: { label: "seeds for which there is such an epoch", unit: "%", better: "higher" },
} as const satisfies Metrics;

/** Accuracies and epochs of an arrangement, one a seed, beside one rank with the same seeds. */
async function accuracies(
  lab: Lab,
  dataset: LoadedDataset,
  { model, contender }: { readonly model: ModelId; readonly contender: Arrangement },
): Promise<Facts<typeof METRICS>> {
  const { single, several, seeds } = extent(lab.profile);
  const finals: number[] = [], gaps: number[] = [], epochs: number[] = [], overCache: number[] = [];
  for (let i = 0; i < seeds; i++) {
    const train = ({ factors: { ranks, policy } }: Arrangement) => {
      const epochs = ranks === 1 ? single : several;
      return accuracyCurve(lab, dataset, { model, seed: lab.seed + i, ranks, policy, epochs });
    };
    const target = (await train(SINGLE)).at(-1)!, curve = await train(contender);
    const final = curve.at(-1)!, reached = firstWithin(curve, target);
    finals.push(final);
    gaps.push(target - final);
    if (reached !== undefined) epochs.push(reached);
    if (contender.cached) overCache.push(final - (await train(contender.cached)).at(-1)!);
  }
  return {
    test_accuracy: finals,
    accuracy_gap: gaps,
    ...(overCache.length > 0 && { over_cache: overCache }),
    reached: 100 * epochs.length / seeds,
    // A median over some of the seeds would be that of the lucky ones.
    ...(epochs.length === seeds && { epochs_to_accuracy: epochs }),
  };
}

/** distgnn-mb Table 3: accuracy and epochs by number of ranks and policy. */
export const table3: Suite<ConvergenceWorkload, Arrangement, typeof METRICS> = {
  id: "distgnn-mb/table-3",
  artifact: "Table 3",
  title: "Convergence on several ranks",
  onlyWhenNamed: true,
  group: "accuracy",
  question:
    "Does training with historical embeddings reach the accuracy of one rank, and after how many epochs?",
  contenders: [SINGLE, ...PUSHED, ...BOUNDS],
  baseline: SINGLE.id,
  workloads: workloadsOf,
  settings: {
    "batch": `${CONVERGENCE_BATCH} seeds a rank`,
    "hidden layers": `2 of ${CONVERGENCE_HIDDEN} columns`,
    "fan-outs": `[${FANOUTS.join(", ")}], from the input on`,
    "cache": "nc = 2 mini-batches, cs = 1000, ls = 2, d = 1",
    "learning rate": "GraphSAGE 0.003 on one rank, 0.006 on several; GAT 0.001",
  },
  measurement: {
    kind: "joint",
    measure: jointCounts((lab, dataset, { model }, contender) =>
      accuracies(lab, dataset, { model, contender })
    ),
  },
  metrics: METRICS,
  plots: [{ metric: "test_accuracy", x: "workload" }, { metric: "epochs_to_accuracy", x: "workload" }],
  notes: [
    "The paper's two graphs do not fit. In their place are a real one, the Facebook page-page network, " +
    "whose bags of words are projected to 64 columns by random signs, and two with planted classes, whose " +
    "features are noise with a mark of the class: a vertex by itself could be told in seven to eight of " +
    "ten cases. Accuracies are not those of Table 3; orders are what is compared.",
    "The target is what one rank has after 12 epochs with the same seed; ranks train for 36, in which 16 " +
    "ranks update weights less than a fifth as often as one does in 12. Each seed cuts the graph anew.",
    "5 % of the vertices are trained on, 15 % of Products' stand-in, and accuracy is that of the vertices " +
    "in neither of the other parts of the split, with all of their neighbours.",
    "Dropped halo vertices and fetched features are bounds: what is lost without a cache, and with one " +
    "next to the input that always hits. Where neighbours are fetched too, as DistDGL does, nothing is " +
    "dropped and nothing is old.",
    "On the stand-in of Products that is no bound from above: its 47 classes are the communities that " +
    "METIS finds, so that over nine in ten of the edges that four ranks cut join two classes, as one in " +
    "ten of the others does, and who drops them is better off. The stand-in of Pubmed is here for that " +
    "reason: it is as large as the Facebook network, ranks cut through its three classes, and three in " +
    "ten of the edges that they cut join two classes, as on that network. It was chosen by its size and " +
    "these shares alone, with the results on the other two known.",
    "Scores are taken after each epoch; a rank's epoch is as long as that of the rank with the most " +
    "mini-batches.",
  ],
  publishedAs: ({ factors: { graph }, model }, { id, factors: { ranks } }, metric) => {
    if (graph !== "planted" || (metric !== "test_accuracy" && metric !== "epochs_to_accuracy")) {
      return undefined;
    }
    const key = { metric, dataset: "OGBN-Products", model, system: "DistGNN-MB" };
    if (id === SINGLE.id) return { ...key, config: { sockets: "1", role: "target" } };
    const printed = id === MOST.id && model === "GraphSAGE" && metric === "epochs_to_accuracy";
    return printed ? { ...key, config: { ranks: String(ranks) } } : undefined;
  },
  claims: [
    { claimId: "distgnn-mb.q.accuracy-kept", premise: FIVE_SEEDS, onStandIns, decide: keepsAccuracy },
    { claimId: "distgnn-mb.q.more-epochs", premise: FIVE_SEEDS, onStandIns, decide: needsMoreEpochs },
  ],
};
