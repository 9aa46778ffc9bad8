/**
 * Experiments whose techniques are switches: their contenders, runs and contrasts, from techniques and a
 * design.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { PlotSpec } from "../../../results/store/session_document.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import {
  type CompositionContender,
  effectContender,
  type Experiment,
  runContender,
} from "./composition_suite.ts";
import type { FractionalFactorial } from "./fractional_factorial.ts";
import { effectId, pairId, switchedRuns, TOGETHER } from "./switched_runs.ts";

/** Parts of an experiment with switches. */
export interface SwitchedExperiment<W extends Workload, M extends Metrics>
  extends Pick<Experiment<W, M>, "predictions" | "derived"> {
  /** Names of the techniques for readers, by id, in the order of the experiment. */
  readonly techniques: Readonly<Record<string, string>>;
  /** Combinations to run; nothing, each technique alone and all together run beside them. */
  readonly design: FractionalFactorial;
  /** Builds the trial of the run with these techniques on. */
  trial(lab: Lab, dataset: LoadedDataset, workload: W, on: ReadonlySet<string>): Promise<Trial<M>>;
}

/** Plots of the effects of switches. */
export const EFFECT_PLOTS: readonly PlotSpec[] = ["alone", "average", "interaction", "surplus"].map((
  metric,
) => ({
  metric,
  x: "workload",
  logarithmic: true,
}));

/** Experiment of techniques that are off or on, against the run without any. */
export function switchedExperiment<W extends Workload, M extends Metrics>(
  { techniques, design, trial, ...parts }: SwitchedExperiment<W, M>,
): Experiment<W, M> {
  const { runs, contrasts } = switchedRuns(design);
  return {
    ...parts,
    contenders: switchContenders(runs, techniques),
    baseline: "none",
    contrasts,
    trial: (lab, dataset, workload, run) => trial(lab, dataset, workload, runs.get(run)!),
  };
}

/** Contenders: every run with its switches as factors, every technique, every pair, and all together. */
function switchContenders(
  runs: ReadonlyMap<string, ReadonlySet<string>>,
  techniques: Readonly<Record<string, string>>,
): CompositionContender[] {
  const ids = Object.keys(techniques);
  const switches = (on: ReadonlySet<string>) =>
    Object.fromEntries(ids.map((id) => [id, on.has(id) ? "on" : "off"]));
  const spell = (on: ReadonlySet<string>) =>
    on.size === 0 ? "nothing" : on.size === ids.length ? "everything" : [...on].join(" + ");
  return [
    ...[...runs].map(([id, on]) => runContender(id, spell(on), switches(on))),
    ...ids.map((id) => effectContender(effectId(id), techniques[id])),
    ...ids.flatMap((a, i) => ids.slice(i + 1).map((b) => effectContender(pairId(a, b), `${a} x ${b}`))),
    effectContender(TOGETHER, "all together"),
  ];
}
