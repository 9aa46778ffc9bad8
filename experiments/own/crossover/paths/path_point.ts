/**
 * Measurement of one point of the map of execution paths: epochs of one model whose backward passes run on
 * the whole graph, under a mask, or on paths.
 *
 * @module
 */
import type { LoadedDataset } from "../../../../datasets/dataset.ts";
import { nnz } from "../../../../graph/csr.ts";
import { type ExecutionPath, executionPaths } from "../../../../graph/execution_paths.ts";
import { type CheckReport, worstOf } from "../../../../kernels/checks/check_report.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import { adam } from "../../../../training/optimizers/adam.ts";
import { partiallyActive } from "../../../../training/partially_active.ts";
import type { VertexData } from "../../../../training/vertex_data.ts";
import type { Contender } from "../../../cell.ts";
import type { Lab } from "../../../lab.ts";
import type { JointOutcome } from "../../../measurement.ts";
import type { Metrics } from "../../../metrics.ts";
import { byContender } from "../../../trials/by_contender.ts";
import { checkPaths } from "../../../trials/path_check.ts";
import { measureSideBySide } from "../../../trials/side_by_side.ts";
import {
  EPOCH_PART_METRICS,
  trainingTrial,
  type TrainingTrialOptions,
} from "../../../trials/training_trial.ts";
import { drawnVertexData } from "../../drawn_data.ts";
import {
  MAP_ROUNDS,
  measuredContender,
  PREPARED_METRICS,
  preparedFacts,
  RATIO_METRICS,
  ratioFacts,
  withPreparation,
} from "../map_ratios.ts";
import type { MapWorkload } from "../map_suite.ts";
import { type MatrixCosts, matrixCosts, TERM_METRICS } from "../products/cost_terms.ts";
import { epochCosts, epochTerms } from "./path_terms.ts";
import { CLASSES, HIDDEN, IF_ELSE, WHOLE, WIDTH } from "./path_widths.ts";

/** Epochs over which preparation is spread. */
export const EPOCHS = 50;

/** Metrics of the map. */
export const PATH_METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  ...RATIO_METRICS,
  speedup_over_if_else: { label: "speed-up over if-else", unit: "x", better: "higher" },
  ...EPOCH_PART_METRICS,
  backward_time: { label: "backward pass", unit: "ms", better: "lower" },
  prepare: { label: "building of the paths", unit: "ms", better: "lower" },
  prepared_time: { label: "epoch time with its share of preparation", unit: "ms", better: "lower" },
  ...PREPARED_METRICS,
  pays_off_after: { label: "epochs until preparation has paid", unit: "epochs", better: "lower" },
  path_edges: { label: "edges on the paths, of those of all layers", unit: "%", better: "lower" },
  ...TERM_METRICS,
} as const satisfies Metrics;

/** Model, data and paths of a point. */
interface Training {
  readonly data: VertexData;
  readonly layers: number;
  readonly paths: readonly ExecutionPath[];
}

/** Random features, labels and training vertices of a graph. */
function drawData(lab: Lab, dataset: LoadedDataset, trainingShare: number): Promise<VertexData> {
  return drawnVertexData(lab, dataset, { randomWidth: WIDTH, classes: CLASSES, trainingShare });
}

/** Counts of the aggregation matrix. */
async function graphCosts(lab: Lab, dataset: LoadedDataset, trainingShare: number): Promise<MatrixCosts> {
  return matrixCosts((await lab.once(drawData, dataset, trainingShare)).adjacency, lab.seed);
}

function buildPaths({ adjacency, symmetric, split }: VertexData, layers: number): ExecutionPath[] {
  return executionPaths(adjacency, split.train, { layers, ...(symmetric && { transpose: adjacency }) });
}

/** Builds the paths once a round, and checks every build. */
function timedBuilds(
  data: VertexData,
  { layers, rounds }: { readonly layers: number; readonly rounds: number },
): { readonly paths: readonly ExecutionPath[]; readonly ms: readonly number[]; readonly check: CheckReport } {
  const builds = Array.from({ length: rounds }, () => {
    const started = performance.now();
    const paths = buildPaths(data, layers);
    const ms = performance.now() - started;
    return { paths, ms, check: checkPaths(paths, data.adjacency, data.split.train) };
  });
  return {
    paths: builds[0].paths,
    ms: builds.map(({ ms }) => ms),
    check: worstOf(builds.map(({ check }) => check)),
  };
}

/** Options of a contender's trial. */
function optionsOf(id: string, { data, layers, paths }: Training): TrainingTrialOptions<typeof PATH_METRICS> {
  const stack = gcn({ classes: data.classes, hidden: HIDDEN, layers, order: "transform-first" });
  const model = { layers: stack, optimizer: adam() };
  if (id === WHOLE) return { data, model };
  const gradients = id === "compact" ? "compact" : "full";
  const kernel = id === IF_ELSE ? "masked" : "execution-path";
  return {
    data,
    model: { ...model, active: partiallyActive(data.split.train, paths, gradients) },
    paths,
    kernels: { "path-spmm": { id: kernel } },
  };
}

/** Checks and times the epochs of one point in interleaved rounds, with and without building paths. */
export async function measureTrainings(
  lab: Lab,
  dataset: LoadedDataset,
  { x: percent, y: layers }: Pick<MapWorkload, "x" | "y">,
  contenders: readonly Contender[],
): Promise<(id: string) => JointOutcome<typeof PATH_METRICS>> {
  const rounds = Math.min(lab.profile.rounds, MAP_ROUNDS);
  const data = await lab.once(drawData, dataset, percent / 100);
  const builds = timedBuilds(data, { layers, rounds }), { paths } = builds;
  const trials = contenders.map(({ id }) => {
    return [id, () => trainingTrial(lab, optionsOf(id, { data, layers, paths }))] as const;
  });
  const side = await measureSideBySide(lab, new Map(trials), { rounds });
  const built = (id: string) => id === WHOLE ? [0] : builds.ms;
  const measured = contenders.flatMap(({ id }) => measuredContender(side, id, () => built(id)));
  const costs = epochCosts(await lab.once(graphCosts, dataset, percent / 100), paths, lab.seed);
  const entries = sumOf(paths, ({ matrix }) => nnz(matrix));
  return byContender(contenders, ({ id }) => {
    const time = side.times(id), own = measured.find((each) => each.id === id)!;
    const compared = { id, baseline: WHOLE };
    return {
      times: {
        ...side.of(id).parts,
        time,
        ...(id !== WHOLE && { prepare: { ms: builds.ms, check: builds.check, timer: "wall", waits: 0 } }),
        prepared_time: { ...time, ms: withPreparation(own, EPOCHS) },
      },
      facts: {
        ...ratioFacts(measured, compared),
        ...(id !== IF_ELSE && side.has(IF_ELSE) && { speedup_over_if_else: side.ratio(IF_ELSE, id) }),
        ...preparedFacts(measured, { ...compared, uses: EPOCHS }),
        ...(id !== WHOLE && { path_edges: 100 * entries / (layers * nnz(data.adjacency)) }),
        ...epochTerms(id, costs),
      },
    };
  });
}
