/**
 * fastgl Figure 16: the training loss, iteration by iteration, in the order of DGL and in that of FastGL.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { FEWEST_ROUNDS } from "../../results/verdict.ts";
import { intervalOf, liesWithin } from "../claims/interval.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import {
  CONVERGING_MODELS,
  type ConvergingModel,
  finalLoss,
  HYPERPARAMETERS,
  type LossCurve,
  lossCurve,
} from "./loss_curves.ts";
import { DGL_POLICY, FASTGL } from "./policies.ts";
import { ratios } from "./round_times.ts";
import {
  FANOUTS,
  PAPER_BATCH,
  PAPER_NAMES,
  type SampledGraph,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "./sampling_graphs.ts";
import { HIDDEN } from "./training_iterations.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

/** The paper trains on Reddit; Products, which keeps less of a mini-batch for the next, is ours. */
const GRAPHS = ["reddit", "ogbn-products"] as const;
type GraphId = typeof GRAPHS[number];

const ORDERS: readonly TextContender[] = [
  { id: DGL_POLICY.id, label: "order of DGL (as sampled)", factors: { window: String(DGL_POLICY.window) } },
  { id: FASTGL.id, label: "order of FastGL (reordered)", factors: { window: String(FASTGL.window) } },
];

/**
 * Trainings of each order. Two trainings of Reddit's stand-in differ by 2.8 % (standard deviation of the ratio): the median's interval
 * is 0.5 % to each side with 160 of them, and 0.35 % with 400.
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
  // An epoch has 20 iterations, 29 in a smoke run.
  "reddit": {
    smoke: { iterations: 58, step: 29 },
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
 * Stand-ins small enough for hundreds of iterations. Reddit's keeps how sparse the graph's tiles are: with its average degree,
 * classes would be told apart at once.
 */
const STANDARD: Readonly<Record<GraphId, readonly [dataset: string, scale: number]>> = {
  "reddit": ["reddit@1/128:fill", 128],
  "ogbn-products": ["ogbn-products@1/512", 512],
};

function graphOf(profile: Profile, id: GraphId): SampledGraph {
  const graph = sampledGraph(profile, id);
  if (profile.id !== "standard") return graph;
  const [dataset, scale] = STANDARD[id];
  return { ...graph, dataset, batch: Math.floor(PAPER_BATCH / scale) };
}

const curves = new WeakMap<LoadedDataset, Map<string, Promise<LossCurve>>>();

/** The trainings of an order, which give all marks of its curve: each begins with other weights and shuffles. */
async function curvesOf(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, model, contender }: {
    readonly graph: GraphId;
    readonly model: ConvergingModel;
    readonly contender: string;
  },
): Promise<LossCurve[]> {
  const { window } = contender === FASTGL.id ? FASTGL : DGL_POLICY;
  const trainings = TRAININGS[graph][lab.profile.id], { iterations } = LENGTH[graph][lab.profile.id];
  const known = curves.getOrInsertComputed(dataset, () => new Map<string, Promise<LossCurve>>());
  const all: LossCurve[] = [];
  for (let seed = lab.seed; seed < lab.seed + trainings; seed++) {
    all.push(
      await known.getOrInsertComputed(
        `${model} ${contender} ${seed}`,
        () =>
          lossCurve(lab, dataset, { graph: graphOf(lab.profile, graph), model, window, iterations, seed }),
      ),
    );
  }
  return all;
}

const END = "end";

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { model: named, factors }: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const model = named as ConvergingModel, graph = factors.graph as GraphId;
  const last = LAST[lab.profile.id], { step } = LENGTH[graph][lab.profile.id];
  const own = await curvesOf(lab, dataset, { graph, model, contender: id });
  if (factors.mark !== END) {
    const end = Number(factors.mark);
    return [
      {
        metric: "training_loss",
        unit: "1",
        value: own.flatMap(({ losses }) => losses.slice(end - step, end)),
      },
      { metric: "iterations", unit: "1", value: end },
    ];
  }
  const final = own.map((curve) => finalLoss(curve, last));
  const loss: Fact = { metric: "final_loss", unit: "1", value: final };
  if (id !== FASTGL.id) return [loss];
  const plain = (await curvesOf(lab, dataset, { graph, model, contender: DGL_POLICY.id })).map((curve) =>
    finalLoss(curve, last)
  );
  return [loss, { metric: "final_loss_ratio", unit: "x", value: ratios(final, plain) }];
}

const workloadId = (graph: GraphId, model: ConvergingModel, mark: string) => `${graph}:${model}:${mark}`;

/** `abs(final_loss(fastgl) - final_loss(dgl)) <= tolerance`, by the interval over trainings from other weights. */
function converges(evidence: SuiteEvidence): ClaimPart[] {
  // The claim is of Reddit.
  return CONVERGING_MODELS.map((model): ClaimPart => {
    const workload = workloadId("reddit", model, END);
    const row = evidence.row({ workload, contender: FASTGL.id }, "final_loss_ratio");
    const [own, plain] = [FASTGL.id, DGL_POLICY.id].map((contender) =>
      medianOf(evidence.row({ workload, contender }, "final_loss"))
    );
    const found = intervalOf(row), { value, low, high } = found;
    const isWithin = liesWithin(found, [1 - TOLERANCE, 1 + TOLERANCE]);
    // One training's final loss depends on its weights and shuffles by more than the tolerance.
    const isUnderpowered = isWithin === false && row.n < FEWEST_ROUNDS;
    return evidence.decide(isUnderpowered ? undefined : isWithin, {
      words:
        `${model}: final loss ${own.toPrecision(4)} in FastGL's order, ${plain.toPrecision(4)} in DGL's, ` +
        `ratio ${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
      rows: [row],
      value,
      open: isUnderpowered
        ? `underpowered: trainings of each order: ${row.n}, ${FEWEST_ROUNDS} are needed`
        : `the interval meets ${100 * TOLERANCE} %`,
    });
  });
}

/** The suite. */
export const figure16: TextSuite = {
  id: "fastgl/figure-16",
  paper: "fastgl",
  artifact: "Figure 16",
  title: "Convergence",
  onlyWhenNamed: true,
  question: "Does training in FastGL's order of mini-batches converge to the same loss?",
  contenders: ORDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) =>
    GRAPHS.flatMap((graph) => {
      const { dataset, batch } = graphOf(profile, graph), { iterations, step } = LENGTH[graph][profile.id];
      const marks = Array.from({ length: iterations / step }, (_, i) => String((i + 1) * step));
      return CONVERGING_MODELS.flatMap((model) =>
        [...marks, END].map((mark) => ({
          ...{ id: workloadId(graph, model, mark), dataset, model },
          factors: {
            ...{ graph, mark, batch: String(batch), fanouts: FANOUTS.join(",") },
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
  measurement: { kind: "counted", count },
  metrics: [
    { id: "training_loss", label: "training loss", unit: "1", better: "lower" },
    { id: "iterations", label: "iterations", unit: "1", better: "neither" },
    { id: "final_loss", label: "final loss", unit: "1", better: "lower" },
    { id: "final_loss_ratio", label: "final loss over that in DGL's order", unit: "x", better: "neither" },
  ],
  plots: [{ metric: "training_loss", x: "iterations", facet: "training", logarithmic: true }],
  notes: [
    ...SAMPLING_NOTES,
    "Weights, mini-batches, neighbours and kernels are the same in both trainings: only the order differs. The paper prints " +
    "neither optimizer nor learning rate: these are the public code's.",
    "The paper's figure is of Reddit alone, and so is the claim.",
    "A mark is the median over the iterations since the mark before, of all trainings. With dropout and a fixed learning rate the " +
    "final loss of one training varies by more than the claim's tolerance, so that many are needed. With 160 trainings the ratio of GCN was 1.005 " +
    "[0.997, 1.011] and open: 400 are what its spread asks for, and were first run from other seeds (--seed 1001). " +
    `A difference beyond the tolerance counts from ${FEWEST_ROUNDS} trainings on.`,
    "A training is four epochs of Reddit's stand-in, two of Products': losses of 2.1 (GCN) and 3.3 (GIN) from ln 41 = 3.7, that still fall. " +
    "After twenty epochs pairs of trainings differ by 3 % (GCN) and 7 % (GIN): 1 % of those losses would take a thousand trainings.",
    "A stand-in's labels are its communities, its features random. It keeps how full 32 x 32 tiles of the graph are and has fewer " +
    `neighbours than Reddit for that: with Reddit's average degree, the ${PAPER_NAMES.reddit} stand-in's classes are told apart within an epoch.`,
  ],
  publishedAs: () => undefined,
  claims: [{ claimId: "fastgl.q.convergence", decide: converges }],
};
