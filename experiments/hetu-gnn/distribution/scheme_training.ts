/**
 * Full-batch training on the ranks of a partition scheme, held to the losses of one device.
 *
 * @module
 */
import { OneProcess, PartitionedExecutor, type PartitionedProgram } from "../../../distributed/spmm/mod.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import { permuteVertexData } from "../../../training/permuted_data.ts";
import { checkSteps, recheckSteps, wrongStep } from "../../../training/executors/step_check.ts";
import type { KernelChoices } from "../../../training/executors/kernel_choice.ts";
import { bindVertexData, type VertexData } from "../../../training/vertex_data.ts";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import { checkLosses } from "../../peers/peer_training_trial.ts";
import { stepBounds } from "../../trials/step_bounds.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { referenceLosses } from "../epochs/reference_losses.ts";
import { hetuModel } from "../epochs/hetu_model.ts";
import { orderedData } from "../epochs/ordered_data.ts";
import { type CheckedRanks, wrongRanks } from "./rank_runner.ts";
import type { PaperScheme } from "./schemes.ts";
import { type ScopedOrdering, scopedPermutation } from "./scoped_orderings.ts";

/**
 * Largest relative difference of a training loss over ranks from that on one device: by the order of sums
 * alone.
 */
export const LOSS_TOLERANCE = 1e-4;

/** Scheme, ordering and kernels of a training. */
export interface SchemeTrainingSetting {
  /** Scheme that the graph is partitioned by. */
  readonly scheme: PaperScheme;
  /** Ordering of the graph. */
  readonly ordering: ScopedOrdering;
  /** Units of the hidden layer. */
  readonly hidden: number;
  /** Kernels that are not to be the best known ones. */
  readonly kernels?: KernelChoices;
}

/** Training ready to be timed, after its first epochs. */
export interface SchemeTraining extends CheckedRanks {
  /** Adjacency, features and labels in the numbering of the ordering. */
  readonly data: VertexData;
}

/**
 * Training on ranks. On one device every step is checked against its oracle; several are held to the losses
 * of one.
 *
 * @throws {WrongResultError} where a step or a loss is wrong.
 */
export async function openTraining(
  lab: Lab,
  dataset: LoadedDataset,
  { scheme, ordering, hidden, kernels }: SchemeTrainingSetting,
): Promise<SchemeTraining> {
  const { data: natural } = await orderedData(lab, dataset, "natural");
  const permutation = await scopedPermutation(lab, dataset, { scheme, ordering });
  const data = permutation ? permuteVertexData(natural, permutation.perm) : natural;
  const task = trainingTask(lab, { data, model: hetuModel(data, hidden) });
  const whole: PartitionedProgram = {
    program: task.program,
    bindings: bindVertexData(task, data),
    vertices: data.adjacency.rows,
    scheme,
    ...(kernels && { kernels }),
  };
  const run = await PartitionedExecutor.openWhole(lab.device, whole, new OneProcess(scheme.ranks));
  try {
    if (scheme.ranks === 1) return { run, data, ...await stepChecks(lab, run) };
    const wanted = await referenceLosses(lab, dataset, hidden);
    return { run, data, ...await lossChecks(lab, run, { wanted, label: scheme.label }) };
  } catch (error) {
    run.close();
    throw error;
  }
}

/** Checks of every step of all ranks, after one epoch. */
async function stepChecks(
  lab: Lab,
  run: PartitionedExecutor,
): Promise<Pick<CheckedRanks, "check" | "recheck">> {
  const { seed } = lab;
  run.initialise(seed);
  await run.train(1);
  const reports = [];
  for (const { executor } of run.ranks) {
    const report = await checkSteps(executor, stepBounds(lab));
    if (!report.ok) throw wrongStep(report);
    reports.push(report);
  }
  return {
    check: worstOf(reports),
    recheck: async () => {
      for (const { executor } of run.ranks) await recheckSteps(executor, seed + 1);
    },
  };
}

/**
 * Checks of the losses of a training from the start: steps timed without messages leave parameters of no
 * meaning.
 */
async function lossChecks(
  { seed }: Lab,
  run: PartitionedExecutor,
  { wanted, label }: { readonly wanted: readonly number[]; readonly label: string },
): Promise<Pick<CheckedRanks, "check" | "recheck">> {
  const train = async () => {
    run.initialise(seed);
    const losses: number[] = [];
    for (const epoch of wanted.keys()) {
      await run.train(epoch + 1);
      losses.push((await run.read(run.program.loss))[0]);
    }
    const check = checkLosses(losses, wanted, LOSS_TOLERANCE);
    if (check.ok) return check;
    throw wrongRanks(label, `losses ${check.relErr.toExponential(1)} apart from those of one rank`);
  };
  const check = await train();
  return {
    check,
    recheck: async () => {
      await train();
    },
  };
}
