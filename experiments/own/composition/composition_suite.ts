/**
 * Suites of experiments on composition: contenders, measurement and texts that they share. Some contenders
 * are runs, which are timed; the others stand for effects, whose values follow from the times of the runs.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Contender, Factors, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointMeasurement, JointOutcome, Trial } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { measureSideBySide, type SideBySide } from "../../trials/side_by_side.ts";
import { graphsInProfile, type StandardGraph } from "../standard_graphs.ts";
import { compositionAnswers } from "./composition_answers.ts";
import type { Contrast } from "./contrast.ts";
import { CONTRAST_METRICS, contrastFacts, roundsOf } from "./contrast_metrics.ts";
import { type Prediction, predictionText } from "./stated_predictions.ts";

/** Graphs of the experiments on whole graphs. */
export const WHOLE_GRAPHS: readonly StandardGraph[] = [
  { id: "pubmed", standard: "pubmed" },
  { id: "reddit", standard: "reddit@1/32" },
  { id: "ogbn-products", standard: "ogbn-products@1/64" },
];

/** Graphs of an experiment with their datasets in a profile: in smoke, Reddit alone. */
export function composedGraphs(
  graphs: readonly StandardGraph[],
  profile: Pick<Profile, "id">,
): Pick<Workload, "id" | "dataset">[] {
  return graphsInProfile(graphs.filter(({ id }) => profile.id !== "smoke" || id === "reddit"), profile);
}

/** Metrics of every experiment: a run's time, and the effects. */
export const COMPOSITION_METRICS = {
  time: { label: "time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over the run without any technique", unit: "x", better: "higher" },
  ...CONTRAST_METRICS,
} as const satisfies Metrics;

/** A run, or an effect of one or several techniques. */
export interface CompositionContender extends Contender {
  /** Whether it is timed; all others are computed from those that are. */
  readonly isRun: boolean;
}

/** Contender that is timed. */
export function runContender(id: string, label: string, factors: Factors): CompositionContender {
  return { id, label, factors, isRun: true };
}

/** Contender that stands for an effect. */
export function effectContender(id: string, label: string): CompositionContender {
  return { id, label, factors: { effect: label }, isRun: false };
}

/** Budget of a comparison as a multiple of the profile's: an experiment has many runs. */
const PATIENCE = 10;

/** Parts of an experiment. */
export interface Experiment<W extends Workload, M extends Metrics> {
  /** All contenders: runs and effects. */
  readonly contenders: readonly CompositionContender[];
  /** The run without any technique. */
  readonly baseline: string;
  /** Effects to compute. */
  readonly contrasts: readonly Contrast[];
  /** Signs of interactions, stated before the run. */
  readonly predictions: readonly Prediction[];
  /** Values of a run that follow from its counted ones, such as a modelled time; none when absent. */
  derived?(counted: Facts): Facts<M>;
  /** Builds the trial of a run. */
  trial(lab: Lab, dataset: LoadedDataset, workload: W, run: string): Promise<Trial<M>>;
}

/** Signs of interactions and the rules of the analysis, as notes of a suite. */
export function experimentNotes(predictions: readonly Prediction[]): string[] {
  return [
    "Runs take turns round by round in random order. An effect is computed in each round from the logarithms of all times of that " +
    "round: its interval is one over rounds. An interaction of 1 means that two speed-ups multiply, above 1 that each is larger beside " +
    "the other, below 1 smaller.",
    "p is that of a sign test over rounds, which count as independent though those of one preparation share their place in memory, adjusted by Holm over all averages, interactions and the last question of a graph together. " +
    "A predicted sign came true (1) or not (0) at an adjusted 5 %; a predicted 1 is shown by an interval within 5 % of it. No value: open.",
    "Techniques that shorten different parts of an epoch do more than multiply: each makes the other's part a larger share of what is left.",
    ...predictions.map(predictionText),
  ];
}

/** Texts, graphs and metrics of an experiment's suite. */
export type ExperimentTexts<W extends Workload, M extends Metrics> = Pick<
  Suite<W, CompositionContender, M>,
  "id" | "artifact" | "title" | "question" | "workloads" | "settings" | "metrics" | "plots" | "notes"
>;

/** Suite of an experiment, which runs only when it is named. */
export function compositionSuite<W extends Workload, M extends Metrics>(
  experiment: Experiment<W, M>,
  texts: ExperimentTexts<W, M>,
): Suite<W, CompositionContender, M> {
  const { contenders, baseline } = experiment;
  return {
    ...texts,
    onlyWhenNamed: true,
    contenders,
    baseline,
    measurement: compositionMeasurement(experiment),
    answers: compositionAnswers,
    claims: [],
  };
}

/** Times all runs side by side, also those that a filter left out: effects need them. */
function compositionMeasurement<W extends Workload, M extends Metrics>(
  experiment: Experiment<W, M>,
): JointMeasurement<W, CompositionContender, M> {
  const { contenders, contrasts, predictions } = experiment;
  const runs = contenders.filter(({ isRun }) => isRun).map(({ id }) => id);
  return {
    kind: "joint",
    measure: async (lab, dataset, workload) => {
      const trials = runs.map((id) => [id, () => experiment.trial(lab, dataset, workload, id)] as const);
      const sides = await measureSideBySide(lab, new Map(trials), { patience: PATIENCE });
      const timed = new Map(runs.map((id) => [id, sides.has(id) ? sides.of(id).ms : undefined]));
      const first = runs.find((id) => sides.has(id));
      const facts = contrastFacts(roundsOf(contrasts, (id) => timed.get(id)), {
        predictions,
        seed: lab.seed,
        preparations: first === undefined ? undefined : sides.of(first).preparations,
      });
      return (id) => {
        if (runs.includes(id)) return runOutcome(sides, id, experiment);
        // A missing effect has the error of the first run that it lacks.
        if (!facts.has(id)) runs.forEach((run) => sides.of(run));
        return { times: {}, facts: facts.get(id)! as Facts<M> };
      };
    },
  };
}

function runOutcome<W extends Workload, M extends Metrics>(
  sides: SideBySide,
  id: string,
  experiment: Experiment<W, M>,
): JointOutcome<M> {
  const { facts, parts } = sides.of(id), { baseline } = experiment;
  const speedup = id === baseline ? {} : { speedup: sides.ratio(baseline, id) };
  // Parts and counts are those of the suite's own trial, and M has the metrics of runs and effects.
  return {
    times: { ...parts, time: sides.times(id) },
    facts: { ...facts, ...experiment.derived?.(facts), ...speedup },
  } as JointOutcome<M>;
}
