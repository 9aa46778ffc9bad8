/**
 * fastgl Figure 16: the training loss, iteration by iteration, in the order of DGL and in that of FastGL.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { intervalOf, liesWithin } from "../../claims/interval.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { ratios } from "../../trials/ratios.ts";
import {
  CONVERGING_MODELS,
  type ConvergingModel,
  finalLoss,
  HYPERPARAMETERS,
  type LossCurve,
  lossCurve,
  type LossCurveOptions,
} from "./loss_curves.ts";
import { DGL_POLICY, FASTGL } from "../policies.ts";
import {
  FANOUTS,
  PAPER_BATCH,
  PAPER_NAMES,
  type SampledGraph,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "../sampling_graphs.ts";
import { atLeast, atMost } from "../../premises/condition.ts";
import { SAMPLED_REGIME, sampledBatches, sampledRegime } from "../sampled_premises.ts";
import { HIDDEN } from "../trained_models.ts";

/** The paper trains on Reddit; Products, which keeps less of a mini-batch for the next, is ours. */
const GRAPHS = ["reddit", "ogbn-products"] as const;
type GraphId = typeof GRAPHS[number];

/** Order of mini-batches. */
interface Order extends Contender {
  /** Mini-batches that are reordered at a time, 1 for none. */
  readonly factors: { readonly window: number };
}

const PLAIN: Order = {
  id: DGL_POLICY.id,
  label: "order of DGL (as sampled)",
  factors: { window: DGL_POLICY.window },
};
const REORDERED: Order = {
  id: FASTGL.id,
  label: "order of FastGL (reordered)",
  factors: { window: FASTGL.window },
};

/** Mark of the final loss. */
const END = "end" as const;

/** Training, and the place of its curve that a cell shows. */
interface MarkedWorkload extends Workload {
  readonly model: ConvergingModel;
  readonly factors: {
    readonly graph: GraphId;
    /** Iterations up to the mark. */
    readonly mark: number | typeof END;
    readonly batch: number;
    readonly fanouts: string;
    readonly training: string;
  };
}

/**
 * Trainings of each order. Two trainings of Reddit's stand-in differ by 2.8 % (standard deviation of the
 * ratio): the median's interval is 0.5 % to each side with 160 of them, and 0.35 % with 400.
 */
const TRAININGS: Readonly<Record<GraphId, Readonly<Record<Profile["id"], number>>>> = {
  "reddit": { smoke: 1, standard: 400, paper: 9 },
  "ogbn-products": { smoke: 1, standard: 160, paper: 9 },
};

/** Epochs at the end whose mean is the final loss. */
const LAST: Readonly<Record<Profile["id"], number>> = { smoke: 1, standard: 2, paper: 5 };

/** Iterations of a training, whole epochs, and iterations from mark to mark of the curve. */
const LENGTH: Readonly<
  Record<GraphId, Readonly<Record<Profile["id"], Record<"iterations" | "step", number>>>>
> = {
  // An epoch has 20 iterations, 4 in a smoke run.
  "reddit": {
    smoke: { iterations: 8, step: 4 },
    standard: { iterations: 80, step: 5 },
    paper: { iterations: 400, step: 10 },
  },
  // An epoch has 26 iterations, 5 in a smoke run, 25 at the published size.
  "ogbn-products": {
    smoke: { iterations: 15, step: 5 },
    standard: { iterations: 52, step: 4 },
    paper: { iterations: 250, step: 10 },
  },
};

/** `tolerance` of two losses, relative. */
const TOLERANCE = 0.01;
/**
 * Share of the loss of guessing (ln of the number of classes) that a training has to get below: two that
 * learn nothing end with the same loss in any order.
 */
const LEARNED = 0.9;
/** Trainings of each order from which a difference beyond the tolerance counts. */
const FEWEST_TRAININGS = 9;

/** Stand-ins small enough for hundreds of iterations. */
const STANDARD: Readonly<Record<GraphId, readonly [dataset: string, scale: number]>> = {
  "reddit": ["reddit@1/128", 128],
  "ogbn-products": ["ogbn-products@1/512", 512],
};

function graphOf(profile: Profile, id: GraphId): SampledGraph {
  const graph = sampledGraph(profile, id);
  if (profile.id !== "standard") return graph;
  const [dataset, scale] = STANDARD[id];
  return { ...graph, dataset, batch: Math.floor(PAPER_BATCH / scale) };
}

/** Trainings of one order. */
interface Trainings extends Omit<LossCurveOptions, "seed"> {
  /** Number of trainings, each from other weights and shuffles. */
  readonly trainings: number;
}

/** Losses of trainings from one seed after the other. */
async function lossCurves(
  lab: Lab,
  dataset: LoadedDataset,
  { trainings, ...options }: Trainings,
): Promise<LossCurve[]> {
  const curves: LossCurve[] = [];
  for (let seed = lab.seed; seed < lab.seed + trainings; seed++) {
    lab.say(`${options.model}, window ${options.window}: training ${curves.length + 1} of ${trainings}`);
    curves.push(await lab.kept("fastgl/loss-curve", lossCurve, dataset, { ...options, seed }));
  }
  return curves;
}

const METRICS = {
  training_loss: { label: "training loss", unit: "1", better: "lower" },
  iterations: { label: "iterations", unit: "1" },
  final_loss: { label: "final loss", unit: "1", better: "lower" },
  final_loss_ratio: { label: "final loss over that in DGL's order", unit: "x" },
  loss_over_guessing: { label: "final loss over that of guessing", unit: "1", better: "lower" },
  ...SAMPLED_REGIME,
} as const satisfies Metrics;

/** Losses of an order at a mark; trainings give all marks of their curve at once. */
async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { model, factors: { graph, mark } }: MarkedWorkload,
  order: Order,
): Promise<Facts<typeof METRICS>> {
  const { profile: { id: profile } } = lab;
  const { iterations, step } = LENGTH[graph][profile];
  const curvesOf = ({ factors: { window } }: Order) =>
    lab.once(lossCurves, dataset, {
      graph: graphOf(lab.profile, graph),
      trainings: TRAININGS[graph][profile],
      model,
      window,
      iterations,
    });
  const own = await curvesOf(order);
  if (mark !== END) {
    return {
      training_loss: own.flatMap(({ losses }) => losses.slice(mark - step, mark)),
      iterations: mark,
    };
  }
  const finalLosses = (curves: readonly LossCurve[]) =>
    curves.map((curve) => finalLoss(curve, LAST[profile]));
  const final = finalLosses(own);
  const regime = sampledRegime({
    graph,
    vertices: dataset.graph.rows,
    seeds: graphOf(lab.profile, graph).batch,
    distinct: iterations,
  });
  const guessing = Math.log(graphOf(lab.profile, graph).classes);
  const ends = {
    final_loss: final,
    loss_over_guessing: final.map((loss) => loss / guessing),
    ...regime,
  };
  if (order === PLAIN) return ends;
  return {
    ...ends,
    final_loss_ratio: ratios(final, finalLosses(await curvesOf(PLAIN))),
  };
}

const workloadId = (graph: GraphId, model: ConvergingModel, mark: number | typeof END) =>
  `${graph}:${model}:${mark}`;

/**
 * `abs(final_loss(fastgl) - final_loss(dgl)) <= tolerance`, by the interval over trainings from other
 * weights.
 */
function converges(evidence: SuiteEvidence): ClaimPart[] {
  // The claim is of Reddit.
  return CONVERGING_MODELS.map((model): ClaimPart => {
    const workload = workloadId("reddit", model, END);
    const row = evidence.row({ workload, contender: REORDERED.id }, "final_loss_ratio");
    const [own, plain] = [REORDERED.id, PLAIN.id].map((contender) =>
      medianOf(evidence.row({ workload, contender }, "final_loss"))
    );
    const found = intervalOf(row), { value, low, high } = found;
    const isWithin = liesWithin(found, [1 - TOLERANCE, 1 + TOLERANCE]);
    // One training's final loss depends on its weights and shuffles by more than the tolerance.
    const isUnderpowered = isWithin === false && row.n < FEWEST_TRAININGS;
    return evidence.overSeeds(isUnderpowered ? undefined : isWithin, {
      words:
        `${model}: final loss ${own.toPrecision(4)} in FastGL's order, ${plain.toPrecision(4)} in DGL's, ` +
        `ratio ${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
      rows: [row],
      value,
      open: isUnderpowered
        ? `underpowered: trainings of each order: ${row.n}, ${FEWEST_TRAININGS} are needed`
        : `the interval meets ${100 * TOLERANCE} %`,
    });
  });
}

const DECIDING = CONVERGING_MODELS.map((model) => workloadId("reddit", model, END));
const PREMISE = [
  ...sampledBatches(DECIDING, REORDERED.id),
  atLeast(5, {
    name: "trainings of each order",
    readings: (evidence) =>
      DECIDING.map((workload) => {
        const { n, model } = evidence.row({ workload, contender: REORDERED.id }, "final_loss_ratio");
        return { of: model, value: n };
      }),
    elsewhere: "--profile standard",
  }),
  atMost(LEARNED, {
    name: "final loss over that of guessing",
    readings: (evidence) =>
      DECIDING.map((workload) => {
        const row = evidence.row({ workload, contender: PLAIN.id }, "loss_over_guessing");
        return { of: row.model, value: medianOf(row) };
      }),
    elsewhere: "published files",
  }),
];

/** Training losses in two orders of mini-batches. */
export const figure16: Suite<MarkedWorkload, Order, typeof METRICS> = {
  id: "fastgl/figure-16",
  artifact: "Figure 16",
  title: "Convergence",
  onlyWhenNamed: true,
  group: "accuracy",
  question: "Does training in FastGL's order of mini-batches converge to the same loss?",
  contenders: [PLAIN, REORDERED],
  baseline: PLAIN.id,
  workloads: (profile) =>
    GRAPHS.flatMap((graph) => {
      const { dataset, batch } = graphOf(profile, graph), { iterations, step } = LENGTH[graph][profile.id];
      const marks = Array.from({ length: iterations / step }, (_, i) => (i + 1) * step);
      return CONVERGING_MODELS.flatMap((model) =>
        [...marks, END].map((mark) => ({
          id: workloadId(graph, model, mark),
          dataset,
          model,
          factors: {
            graph,
            mark,
            batch,
            fanouts: FANOUTS.join(","),
            training: `${model} on ${PAPER_NAMES[graph]}`,
          },
        }))
      );
    }),
  settings: {
    ...SAMPLING_SETTINGS,
    "models": `3 layers of ${HIDDEN} hidden units, dropout ${HYPERPARAMETERS.dropout}`,
    "optimizer":
      `Adam, learning rate ${HYPERPARAMETERS.learningRate}, weight decay ${HYPERPARAMETERS.weightDecay}`,
    "order": `as sampled, or ${FASTGL.window} mini-batches at a time reordered`,
    "trainings":
      `${TRAININGS.reddit.standard} of each order on Reddit, ${
        TRAININGS["ogbn-products"].standard
      } on Products, from other ` +
      `weights and shuffles; ${TRAININGS.reddit.paper} in the paper profile`,
    "final loss": `mean over the last ${LAST.standard} epochs`,
  },
  measurement: { kind: "joint", measure: jointCounts(count) },
  metrics: METRICS,
  plots: [{ metric: "training_loss", x: "iterations", facet: "training", logarithmic: true }],
  notes: [
    ...SAMPLING_NOTES,
    "Weights, mini-batches, neighbours and kernels are the same in both trainings: only the order differs. The paper prints " +
    "neither optimizer nor learning rate: these are the public code's.",
    "The paper's figure is of Reddit alone, and so is the claim.",
    "A mark is the median over the iterations since the mark before, of all trainings. With dropout and a fixed learning rate the " +
    "final loss of one training varies by more than the claim's tolerance, so that many are needed. With 160 trainings the ratio of GCN was 1.005 " +
    "[0.997, 1.011] and open: 400 are what its spread asks for, and were first run from other seeds (--seed 1001). " +
    `A difference beyond the tolerance counts from ${FEWEST_TRAININGS} trainings on.`,
    "A training is four epochs of Reddit's stand-in, two of Products'. A stand-in's labels are its communities or their parts, its " +
    "features random. Reddit's at 1/128 has some 44 vertices a class with 455 neighbours each, whose mean features say little of the class: " +
    "a GCN guesses to the end (its loss stays at ln 41 = 3.71), so that the premise asks whether a training has learnt.",
  ],
  claims: [{ claimId: "fastgl.q.convergence", premise: PREMISE, decide: converges }],
};
