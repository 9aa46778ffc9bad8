/**
 * Suites of Figures 14b, 14c and 14d: their texts, their plots and their printed columns.
 *
 * @module
 */
import type { PlotSpec } from "../../../results/store/session_document.ts";
import type { JointMeasurement } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { PublishedKey } from "../../published/mod.ts";
import type { Suite } from "../../suite.ts";
import { DGL_POLICY, FASTGL, GNNLAB, POLICY_NOTES, type PolicyContender, PYG } from "../policies.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { PHASE_NOTES, PHASE_STACK } from "../training/epoch_phases.ts";
import { DEVICES_NOTES, ONE_AND_TWO_NOTE } from "../training/several_devices.ts";
import { TRAINING_SETTINGS } from "../training/training_workloads.ts";
import { SWEPT_CONTENDERS, type SWEPT_METRICS, sweptOutcomes, type SweptWorkload } from "./products_sweep.ts";

/** Columns of a panel's printed range: FastGL against each baseline in each setting. */
function sweptKey(
  { policy }: PolicyContender,
  metric: string,
  config: Readonly<{ panel: string; sweep: string }>,
): PublishedKey | undefined {
  const printed = policy === GNNLAB ? "fastgl_speedup_on_two" : "fastgl_speedup";
  if (metric !== printed || policy === FASTGL) return undefined;
  return {
    metric: "epoch_speedup",
    dataset: PAPER_NAMES["ogbn-products"],
    system: "FastGL vs baselines",
    config,
    ...(policy === PYG && config.panel !== WITH_PYG && { shownBecause: BEYOND_PYG }),
  };
}

/** The one panel of b to d whose printed range reaches as far as PyG's in Figure 9. */
const WITH_PYG = "d";
/** Reason for which the ranges of the others judge no speed-up over PyG. */
const BEYOND_PYG = "the panel's range ends below 4.3, the least over PyG in Figure 9";

/** Plots of every sweep, over the factor that is varied where it is a number. */
export function sweptPlots(x: string): readonly PlotSpec[] {
  return [{ metric: "time", x: "workload", stack: PHASE_STACK }, { metric: "fastgl_speedup", x }];
}

/** Settings of every sweep. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...SAMPLING_SETTINGS,
  ...TRAINING_SETTINGS,
};

/** Notes of every sweep. */
const NOTES: readonly string[] = [
  ...SAMPLING_NOTES,
  ...POLICY_NOTES,
  ...PHASE_NOTES,
  ...DEVICES_NOTES,
  ONE_AND_TWO_NOTE,
  "In the memory that the paper's card has left all features of Products fit into GNNLab's cache.",
];

/** Contents of a panel: the setting that it varies, and what it adds to every sweep. */
export interface SweptPanel<M extends Metrics> extends
  Pick<
    Suite<SweptWorkload, PolicyContender, M>,
    | "id"
    | "title"
    | "decidesFrom"
    | "question"
    | "workloads"
    | "settings"
    | "measurement"
    | "metrics"
    | "plots"
    | "notes"
    | "claims"
  > {
  /** Panel of Figure 14, and the name of the varied setting in the published table. */
  readonly printed: Readonly<{ panel: string; sweep: string }>;
}

/** Suite of a panel of Figure 14: epochs of four systems on Products, with one setting varied. */
export function sweptSuite<M extends Metrics>(
  { printed, settings, notes, ...panel }: SweptPanel<M>,
): Suite<SweptWorkload, PolicyContender, M> {
  return {
    ...panel,
    artifact: "Figure 14",
    contenders: SWEPT_CONTENDERS,
    baseline: DGL_POLICY.id,
    settings: { ...SETTINGS, ...settings },
    notes: [...NOTES, ...notes],
    publishedAs: (_workload, contender, metric) => sweptKey(contender, metric, printed),
  };
}

/** Measurement of a panel that needs nothing but the outcomes of every sweep. */
export const SWEPT_MEASUREMENT: JointMeasurement<SweptWorkload, PolicyContender, typeof SWEPT_METRICS> = {
  kind: "joint",
  measure: (lab, _dataset, workload, contenders) => sweptOutcomes(lab, workload, contenders),
};
