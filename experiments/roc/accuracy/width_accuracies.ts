/**
 * Test accuracies of the networks of roc Figure 7 by width, and the gains of each over the others.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { MissingError } from "../../../platform/errors.ts";
import { recordOf } from "../../../platform/record_of.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { ProfileId } from "../../profiles.ts";
import type { AccuracyCurve } from "../../trials/accuracy_curves.ts";
import { byContender } from "../../trials/by_contender.ts";
import { accuracyData, DROPOUT, guessedAccuracy } from "./accuracy_data.ts";
import { type AccuracyTraining, lengthOf, trainCurve, type TrainingLength } from "./accuracy_training.ts";
import { residualError } from "./residual_algebra.ts";
import {
  BEST,
  NETWORKS,
  type ScoredNetwork,
  SHAPE,
  widthsOf,
  type WidthWorkload,
} from "./scored_networks.ts";

/** Lengths of the trainings by profile. */
export const LENGTH: Readonly<Record<ProfileId, TrainingLength>> = {
  smoke: { seeds: 1, whole: 3, sampled: 1, batch: 64 },
  standard: { seeds: 6, whole: 400, sampled: 10, batch: 16 },
  paper: { seeds: 9, whole: 1000, sampled: 20, batch: 512 },
};

/** Metrics of the networks. */
export const WIDTH_METRICS = {
  test_accuracy: { label: "test accuracy", unit: "%", better: "higher" },
  best_accuracy: { label: "test accuracy at the best width", unit: "%", better: "higher" },
  late_gain: { label: "gained in the last third of the epochs", unit: "percentage points" },
  guessed_accuracy: { label: "accuracy of naming the most frequent class", unit: "%" },
  width_gain: { label: "widest above narrowest", unit: "percentage points", better: "higher" },
  ...recordOf(
    NETWORKS.map(({ gain, label }) =>
      [gain, { label: `above ${label}`, unit: "percentage points", better: "higher" }] as const
    ),
  ),
  residual_error: { label: "difference from the residual rule", unit: "1", better: "lower" },
} as const satisfies Metrics;

/** Trains a network at one width, a curve a seed; what another workload has trained is not trained again. */
async function curves(
  lab: Lab,
  dataset: LoadedDataset,
  { label, training: { sampled, ...model }, hidden }: ScoredNetwork,
  width: number,
): Promise<readonly AccuracyCurve[]> {
  const length = LENGTH[lab.profile.id], { seeds } = length;
  const all: AccuracyCurve[] = [];
  for (let seed = lab.seed; seed < lab.seed + seeds; seed++) {
    lab.say(`${label}, width ${hidden ?? width}: seed ${all.length + 1} of ${seeds}`);
    const training: AccuracyTraining = {
      ...model,
      hidden: hidden ?? width,
      dropout: DROPOUT,
      seed,
      scored: "last-third",
      ...lengthOf(sampled, length),
    };
    all.push(await lab.kept("roc/accuracy-curve", trainCurve, dataset, training));
  }
  return all;
}

const finals = (all: readonly AccuracyCurve[]) => all.map(({ test }) => test.at(-1)!);
const lateGains = (all: readonly AccuracyCurve[]) => all.map(({ test }) => test.at(-1)! - test[0]);

/**
 * Test accuracies of a network: at its best width by the median validation accuracy, and at the ends of the
 * widths.
 */
interface BestWidth {
  readonly network: ScoredNetwork;
  readonly best: readonly number[];
  readonly lateGain: readonly number[];
  readonly narrowest: readonly number[];
  readonly widest: readonly number[];
}

/** The test vertices have no say in the best width. */
async function bestWidth(lab: Lab, dataset: LoadedDataset, network: ScoredNetwork): Promise<BestWidth> {
  const byWidth: (readonly AccuracyCurve[])[] = [];
  for (const width of widthsOf(lab.profile)) byWidth.push(await curves(lab, dataset, network, width));
  const validated = byWidth.map((all) => median(all.map(({ validation }) => validation.at(-1)!)));
  const best = byWidth[validated.indexOf(Math.max(...validated))];
  return {
    network,
    best: finals(best),
    lateGain: lateGains(best),
    narrowest: finals(byWidth[0]),
    widest: finals(byWidth.at(-1)!),
  };
}

/** Differences seed by seed; those of equal shares of the vertices are 0, whatever their rounding. */
const difference = (above: readonly number[], below: readonly number[]) =>
  above.map((accuracy, seed) => Number((accuracy - below[seed]).toFixed(9)));

/** Values at the best width; gains are over the networks that were asked for. */
function bestFacts(
  { best, lateGain, narrowest, widest }: BestWidth,
  { all, guessed }: { readonly all: readonly BestWidth[]; readonly guessed: number },
): Facts<typeof WIDTH_METRICS> {
  return {
    best_accuracy: best,
    late_gain: lateGain,
    guessed_accuracy: guessed,
    width_gain: difference(widest, narrowest),
    ...recordOf(all.map(({ network, best: others }) => [network.gain, difference(best, others)] as const)),
  };
}

function notResidual({ label }: ScoredNetwork): MissingError {
  return new MissingError({
    action: `hold ${label} against the rule of residual layers`,
    current: "layers without a residual",
    wanted: "a residual GCN",
    next: "its accuracies are in the cells of the widths",
  });
}

/** Trains and scores the networks that were asked for. Accuracies are counted: nothing here is a time. */
export async function measureWidths(
  lab: Lab,
  dataset: LoadedDataset,
  { width }: WidthWorkload,
  contenders: readonly ScoredNetwork[],
): Promise<(id: string) => JointOutcome<typeof WIDTH_METRICS>> {
  if (width === BEST) {
    const all: BestWidth[] = [];
    for (const network of contenders) all.push(await bestWidth(lab, dataset, network));
    const guessed = guessedAccuracy(await lab.once(accuracyData, dataset, { aggregation: "gcn" }));
    return byContender(contenders, (network) => ({
      times: {},
      facts: bestFacts(all.find((own) => own.network === network)!, { all, guessed }),
    }));
  }
  const factsOf = async (network: ScoredNetwork): Promise<Facts<typeof WIDTH_METRICS>> => {
    if (width !== SHAPE) return { test_accuracy: finals(await curves(lab, dataset, network, width)) };
    const { layers } = network.training;
    if (layers === undefined) throw notResidual(network);
    return { residual_error: await residualError(layers, lab.seed) };
  };
  // One turn each: what fails leaves the others to train.
  const turns = contenders.map((network) => ({ id: network.id, take: () => factsOf(network) }));
  const taken = await takeTurns(turns, { rounds: 1, seed: lab.seed, signal: lab.signal });
  return (id) => ({ times: {}, facts: taken.of(id)[0] });
}
