/**
 * roc Figure 7: test accuracy of residual GCNs by depth and width, beside networks that others trained on
 * samples.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { takeTurns } from "../../../hardware/turn_loop.ts";
import { recordOf } from "../../../platform/record.ts";
import { median } from "../../../platform/statistics/mod.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import type { AccuracyCurve } from "../../trials/accuracy_curves.ts";
import { ACCURACY_NOTES, accuracyDataset, fiveSeeds, PLANTED_LABELS } from "./accuracy_data.ts";
import { type AccuracyTraining, trainCurve } from "./accuracy_training.ts";
import { higher, residualShape } from "./figure_7_claims.ts";
import { residualError } from "./residual_algebra.ts";

const DEPTHS = [2, 3, 4] as const, WIDTHS = [16, 32, 64, 128, 256, 512];
const SHAPE = "shape", BEST = "best";

const DROPOUT = 0.5, REFERENCE_WIDTH = 128, SCALE = 128;

/** Trainings of each, epochs of full batches and of sampled ones, seeds of a mini-batch. */
const LENGTH: Readonly<Record<Profile["id"], Record<"seeds" | "whole" | "sampled" | "batch", number>>> = {
  smoke: { seeds: 1, whole: 3, sampled: 1, batch: 64 },
  standard: { seeds: 6, whole: 400, sampled: 10, batch: 16 },
  paper: { seeds: 9, whole: 1000, sampled: 20, batch: 512 },
};

/** A network that is trained and scored. */
interface Network extends Contender {
  /** Model, number of layers and sampling method. */
  readonly training: Pick<AccuracyTraining, "model" | "layers"> & {
    readonly sampled?: Omit<NonNullable<AccuracyTraining["sampled"]>, "batch">;
  };
  /** Columns of its hidden layers, where it has one width alone. */
  readonly hidden?: number;
  /** Metric of the gain over it. */
  readonly gain: GainMetric;
}

type GainMetric = `gain_over_${`layers_${typeof DEPTHS[number]}` | "graphsage" | "gcn" | "fastgcn"}`;

const RESIDUAL = DEPTHS.map((layers): Network => ({
  id: `layers-${layers}`,
  label: `residual GCN, ${layers} layers`,
  factors: { layers },
  training: { model: "residual-gcn", layers },
  gain: `gain_over_layers_${layers}`,
}));
const SAGE: Network = {
  id: "graphsage",
  label: "GraphSAGE",
  training: { model: "graphsage", sampled: { method: "graphsage", aggregation: "mean" } },
  hidden: REFERENCE_WIDTH,
  gain: "gain_over_graphsage",
};
const GCN: Network = {
  id: "gcn",
  label: "GCN",
  training: { model: "gcn" },
  hidden: REFERENCE_WIDTH,
  gain: "gain_over_gcn",
};
const FASTGCN: Network = {
  id: "fastgcn",
  label: "FastGCN",
  training: { model: "gcn", sampled: { method: "fastgcn", aggregation: "gcn" } },
  hidden: REFERENCE_WIDTH,
  gain: "gain_over_fastgcn",
};
const NETWORKS = [...RESIDUAL, SAGE, GCN, FASTGCN];

/** One width, the best of all, or the rule by which layers are residual. */
interface WidthWorkload extends Workload {
  readonly width: number | typeof BEST | typeof SHAPE;
}

const METRICS = {
  test_accuracy: { label: "test accuracy", unit: "%", better: "higher" },
  best_accuracy: { label: "test accuracy at the best width", unit: "%", better: "higher" },
  width_gain: { label: "widest above narrowest", unit: "percentage points", better: "higher" },
  ...recordOf(
    NETWORKS.map(({ gain, label }) =>
      [gain, { label: `above ${label}`, unit: "percentage points", better: "higher" }] as const
    ),
  ),
  residual_error: { label: "difference from the residual rule", unit: "1", better: "lower" },
} as const satisfies Metrics;

/** From the narrowest to the widest; all between them in the paper profile. */
function widthsOf({ id }: Profile): readonly number[] {
  return id === "paper" ? WIDTHS : id === "smoke" ? [16, 32] : [16, 64, 256, 512];
}

/** Trains a network at one width, a curve a seed; what another workload has trained is not trained again. */
async function curves(
  lab: Lab,
  dataset: LoadedDataset,
  { network: { label, training: { sampled, ...model }, hidden }, width }: {
    readonly network: Network;
    readonly width: number;
  },
): Promise<readonly AccuracyCurve[]> {
  const { seeds, whole, sampled: sampledEpochs, batch } = LENGTH[lab.profile.id];
  const all: AccuracyCurve[] = [];
  for (let seed = lab.seed; seed < lab.seed + seeds; seed++) {
    lab.say(`${label}, width ${hidden ?? width}: seed ${all.length + 1} of ${seeds}`);
    const training: AccuracyTraining = {
      ...model,
      hidden: hidden ?? width,
      dropout: DROPOUT,
      seed,
      scored: "last",
      ...(sampled === undefined
        ? { epochs: whole }
        : { epochs: sampledEpochs, sampled: { ...sampled, batch } }),
    };
    all.push(await lab.kept("roc/accuracy-curve", trainCurve, dataset, training));
  }
  return all;
}

const finals = (all: readonly AccuracyCurve[]) => all.map(({ test }) => test.at(-1)!);

/**
 * Test accuracies of a network: at its best width by the median validation accuracy, and at the ends of the
 * widths.
 */
interface BestWidth {
  readonly network: Network;
  readonly best: readonly number[];
  readonly narrowest: readonly number[];
  readonly widest: readonly number[];
}

/** The test vertices have no say in the best width. */
async function bestWidth(lab: Lab, dataset: LoadedDataset, network: Network): Promise<BestWidth> {
  const byWidth: (readonly AccuracyCurve[])[] = [];
  for (const width of widthsOf(lab.profile)) byWidth.push(await curves(lab, dataset, { network, width }));
  const validated = byWidth.map((all) => median(all.map(({ validation }) => validation.at(-1)!)));
  const best = byWidth[validated.indexOf(Math.max(...validated))];
  return {
    network,
    best: finals(best),
    narrowest: finals(byWidth[0]),
    widest: finals(byWidth.at(-1)!),
  };
}

/** Differences seed by seed; those of equal shares of the vertices are 0, whatever their rounding. */
const difference = (above: readonly number[], below: readonly number[]) =>
  above.map((accuracy, seed) => Number((accuracy - below[seed]).toFixed(9)));

/** Values at the best width; gains are over the networks that were asked for. */
function bestFacts({ best, narrowest, widest }: BestWidth, all: readonly BestWidth[]): Facts<typeof METRICS> {
  return {
    best_accuracy: best,
    width_gain: difference(widest, narrowest),
    ...recordOf(all.map(({ network, best: others }) => [network.gain, difference(best, others)] as const)),
  };
}

/** Trains and scores the networks that were asked for. Accuracies are counted: nothing here is a time. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { width }: WidthWorkload,
  contenders: readonly Network[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  if (width === BEST) {
    const all: BestWidth[] = [];
    for (const network of contenders) all.push(await bestWidth(lab, dataset, network));
    return byContender(contenders, (network) => ({
      times: {},
      facts: bestFacts(all.find((own) => own.network === network)!, all),
    }));
  }
  const factsOf = async (network: Network): Promise<Facts<typeof METRICS>> =>
    width === SHAPE
      ? { residual_error: await residualError(network.training.layers ?? DEPTHS[0], lab.seed) }
      : { test_accuracy: finals(await curves(lab, dataset, { network, width })) };
  // One turn each: what fails leaves the others to train.
  const turns = contenders.map((network) => ({ id: network.id, take: () => factsOf(network) }));
  const taken = await takeTurns(turns, { rounds: 1, seed: lab.seed });
  return (id) => ({ times: {}, facts: taken.of(id)[0] });
}

const best = ({ id }: Network) => ({ workload: BEST, contender: id });

/** Compares residual networks of several depths and widths by their accuracy. */
export const figure7: Suite<WidthWorkload, Network, typeof METRICS> = {
  id: "roc/figure-7",
  artifact: "Figure 7",
  title: "Deeper and wider networks",
  onlyWhenNamed: true,
  group: "accuracy",
  question:
    "Does accuracy rise with the depth and width of a residual GCN, beyond that of networks trained on samples?",
  contenders: NETWORKS,
  baseline: GCN.id,
  workloads: (profile) => {
    const dataset = accuracyDataset(profile, SCALE);
    return [
      { id: SHAPE, factors: { width: SHAPE }, width: SHAPE },
      ...widthsOf(profile).map((width) => ({ id: `width:${width}`, dataset, factors: { width }, width })),
      { id: BEST, dataset, factors: { width: BEST }, width: BEST },
    ];
  },
  settings: {
    "residual": "the input added to every layer's result, times weights where widths differ",
    "training":
      `${LENGTH.standard.whole} epochs of full batches, ${LENGTH.standard.sampled} of sampled ones; ${LENGTH.standard.seeds} seeds`,
    "dropout": String(DROPOUT),
    "references":
      `2 layers, ${REFERENCE_WIDTH} hidden units; GraphSAGE with means of sampled neighbours, FastGCN with layers by importance`,
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "test_accuracy", x: "width" }],
  notes: [
    ...ACCURACY_NOTES,
    "Widths 16, 64, 256 and 512; 32 and 128 as well in the paper profile. The widest takes two threads longer than all others together.",
    "Every depth trains for as many epochs. On the stand-in the accuracy of four layers still rises when they end: what is compared is a " +
    "budget of epochs, not what each depth reaches in the end.",
    "The best width is chosen by validation accuracy. The paper takes the references' accuracies from their own publications; here they " +
    "are trained on the same graph, and drawn at every width though they have one.",
  ],
  publishedAs: ({ width }, network, metric) => {
    if (width !== BEST) return undefined;
    const isResidual = RESIDUAL.includes(network), dataset = "Reddit";
    if (metric === "best_accuracy") {
      const shared = { dataset, metric: "test_accuracy" };
      if (!isResidual) {
        return { ...shared, model: network === GCN ? "original GCN" : network.label, system: network.label };
      }
      return { ...shared, model: "deep GCN", system: "ROC", config: { layers: "best", width: "best" } };
    }
    return metric === SAGE.gain && isResidual
      ? { dataset, metric: "accuracy_gain", model: "deep GCN", system: "ROC vs best sampling method" }
      : undefined;
  },
  claims: [
    {
      claimId: "roc.q.depth-width",
      premise: [fiveSeeds(RESIDUAL.map(best), "best_accuracy")],
      onStandIns: PLANTED_LABELS,
      decide: (evidence) => {
        const [two, three, four] = RESIDUAL;
        return [
          higher(evidence, best(four), three.gain),
          higher(evidence, best(three), two.gain),
          ...RESIDUAL.map((network) => higher(evidence, best(network), "width_gain")),
        ];
      },
    },
    {
      claimId: "roc.q.reference-order",
      premise: [fiveSeeds(NETWORKS.map(best), "best_accuracy")],
      onStandIns: PLANTED_LABELS,
      decide: (evidence) => {
        const accuracy = (network: Network) => medianOf(evidence.row(best(network), "best_accuracy"));
        // The depth that is best by the median stands for what the paper calls the deepest network.
        const deepest = RESIDUAL.reduce((a, b) => accuracy(b) > accuracy(a) ? b : a);
        return [
          higher(evidence, best(deepest), SAGE.gain),
          higher(evidence, best(SAGE), GCN.gain),
          higher(evidence, best(GCN), FASTGCN.gain),
        ];
      },
    },
    {
      claimId: "roc.q.residual-shape",
      decide: (evidence) => [
        residualShape(evidence, {
          cells: RESIDUAL.map(({ id }) => ({ workload: SHAPE, contender: id })),
          depths: DEPTHS,
        }),
      ],
    },
  ],
};
