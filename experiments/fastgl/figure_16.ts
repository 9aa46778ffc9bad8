/**
 * fastgl Figure 16: the training loss, iteration by iteration, in the order of DGL and in that of FastGL.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { FEWEST_ROUNDS } from "../../results/verdict.ts";
import type { Profile } from "../profiles.ts";
import type { ContenderSpec, Fact, Lab, Suite, Workload } from "../suite.ts";
import type { SuiteEvidence } from "../suite_evidence.ts";
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

const GRAPH = "reddit";

const ORDERS: readonly ContenderSpec[] = [
  { id: DGL_POLICY.id, label: "order of DGL (as sampled)", factors: { window: String(DGL_POLICY.window) } },
  { id: FASTGL.id, label: "order of FastGL (reordered)", factors: { window: String(FASTGL.window) } },
];

/**
 * Trainings of each order, their iterations, of which an epoch has 20 (29 in a smoke run), epochs at the end whose mean is the final
 * loss, and iterations from mark to mark of the curve.
 */
const LENGTH: Readonly<Record<Profile["id"], Record<"trainings" | "iterations" | "last" | "step", number>>> =
  {
    smoke: { trainings: 1, iterations: 58, last: 1, step: 29 },
    standard: { trainings: 2, iterations: 160, last: 2, step: 8 },
    paper: { trainings: 9, iterations: 400, last: 5, step: 10 },
  };

/** `tolerance` of two losses, relative. */
const TOLERANCE = 0.01;

/** The stand-in keeps how sparse the graph's tiles are: with the average degree instead, classes would be told apart at once. */
function graphOf(profile: Profile): SampledGraph {
  const graph = sampledGraph(profile, GRAPH);
  return profile.id === "standard"
    ? { ...graph, dataset: `${GRAPH}@1/128:fill`, batch: Math.floor(PAPER_BATCH / 128) }
    : graph;
}

const curves = new WeakMap<LoadedDataset, Map<string, Promise<LossCurve>>>();

/** The trainings of an order, which give all marks of its curve: each begins with other weights and shuffles. */
async function curvesOf(
  lab: Lab,
  dataset: LoadedDataset,
  { model, contender }: { readonly model: ConvergingModel; readonly contender: string },
): Promise<LossCurve[]> {
  const { window } = contender === FASTGL.id ? FASTGL : DGL_POLICY;
  const { trainings, iterations } = LENGTH[lab.profile.id];
  const known = curves.getOrInsertComputed(dataset, () => new Map<string, Promise<LossCurve>>());
  const all: LossCurve[] = [];
  for (let seed = lab.seed; seed < lab.seed + trainings; seed++) {
    all.push(
      await known.getOrInsertComputed(
        `${model} ${contender} ${seed}`,
        () => lossCurve(lab, dataset, { graph: graphOf(lab.profile), model, window, iterations, seed }),
      ),
    );
  }
  return all;
}

const END = "end";

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { model: named, factors }: Workload,
  { id }: ContenderSpec,
): Promise<readonly Fact[]> {
  const model = named as ConvergingModel, { step, last } = LENGTH[lab.profile.id];
  const own = await curvesOf(lab, dataset, { model, contender: id });
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
  const plain = (await curvesOf(lab, dataset, { model, contender: DGL_POLICY.id })).map((curve) =>
    finalLoss(curve, last)
  );
  return [loss, { metric: "final_loss_ratio", unit: "x", value: ratios(final, plain) }];
}

const endOf = (model: ConvergingModel) => `${model}:${END}`;

/** `abs(final_loss(fastgl) - final_loss(dgl)) <= tolerance`, by the interval over trainings from other weights. */
function converges(evidence: SuiteEvidence): ClaimPart[] {
  return CONVERGING_MODELS.map((model): ClaimPart => {
    const workload = endOf(model);
    const row = evidence.row({ workload, contender: FASTGL.id }, "final_loss_ratio");
    const [own, plain] = [FASTGL.id, DGL_POLICY.id].map((contender) =>
      evidence.row({ workload, contender }, "final_loss").median!
    );
    const { ci_lo: low = row.median!, ci_hi: high = row.median! } = row;
    const words =
      `${model}: final loss ${own.toPrecision(4)} in FastGL's order, ${plain.toPrecision(4)} in DGL's, ` +
      `ratio ${row.median!.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
    const [least, most] = [1 - TOLERANCE, 1 + TOLERANCE];
    const isWithin = low >= least && high <= most, isBeyond = high < least || low > most;
    const part = evidence.exact(isWithin, words, [row], row.median);
    if (isWithin || (isBeyond && row.n >= FEWEST_ROUNDS)) return part;
    const { source, datasetKind } = part;
    // One training's final loss depends on its weights and shuffles by more than the tolerance.
    const reason = isBeyond
      ? `underpowered: trainings of each order: ${row.n}, ${FEWEST_ROUNDS} are needed`
      : `the interval meets ${100 * TOLERANCE} %`;
    return { kind: "open", words, source, datasetKind, reason };
  });
}

/** The suite. */
export const figure16: Suite = {
  id: "fastgl/figure-16",
  paper: "fastgl",
  artifact: "Figure 16",
  title: "Convergence",
  question: "Does training in FastGL's order of mini-batches converge to the same loss?",
  contenders: ORDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => {
    const { dataset, batch } = graphOf(profile), { iterations, step } = LENGTH[profile.id];
    const marks = Array.from({ length: iterations / step }, (_, i) => String((i + 1) * step));
    return CONVERGING_MODELS.flatMap((model) =>
      [...marks, END].map((iteration) => ({
        ...{ id: `${model}:${iteration}`, dataset, model },
        factors: { mark: iteration, batch: String(batch), fanouts: FANOUTS.join(",") },
      }))
    );
  },
  settings: {
    ...SAMPLING_SETTINGS,
    "models": `3 layers of ${HIDDEN} hidden units, dropout ${HYPERPARAMETERS.dropout}`,
    "optimizer":
      `Adam, learning rate ${HYPERPARAMETERS.learningRate}, weight decay ${HYPERPARAMETERS.weightDecay}`,
    "order": `as sampled, or ${FASTGL.window} mini-batches at a time reordered`,
    "trainings": `${LENGTH.standard.trainings} of each order, from other weights and shuffles; ` +
      `${LENGTH.paper.trainings} in the paper profile`,
    "final loss": `mean over the last ${LENGTH.standard.last} epochs`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "training_loss", label: "training loss", unit: "1", better: "lower" },
    { id: "iterations", label: "iterations", unit: "1", better: "neither" },
    { id: "final_loss", label: "final loss", unit: "1", better: "lower" },
    { id: "final_loss_ratio", label: "final loss over that in DGL's order", unit: "x", better: "neither" },
  ],
  plots: [{ metric: "training_loss", x: "iterations", facet: "model", logarithmic: true }],
  notes: [
    ...SAMPLING_NOTES,
    "Weights, mini-batches, neighbours and kernels are the same in both trainings: only the order differs. The paper prints " +
    "neither optimizer nor learning rate: these are the public code's.",
    "A mark is the median over the iterations since the mark before, of all trainings. With dropout and a fixed learning rate the " +
    "final loss of one training varies by more than the claim's tolerance; a difference beyond it counts from " +
    `${FEWEST_ROUNDS} trainings on.`,
    "A stand-in's labels are its communities, its features random. It keeps how full 32 x 32 tiles of the graph are and has fewer " +
    `neighbours than Reddit for that: with Reddit's average degree, the ${
      PAPER_NAMES[GRAPH]
    } stand-in's classes are told apart within an epoch.`,
  ],
  publishedAs: () => undefined,
  claims: [{ claimId: "fastgl.q.convergence", decide: converges }],
};
