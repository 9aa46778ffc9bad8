/**
 * An epoch of full-batch training as a trial: builds the program, checks every step of it against the
 * oracles, times it whole, and says what its phases take.
 *
 * @module
 */
import type { ExecutionPath } from "../../graph/execution_paths.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";
import { kernelName, type ParameterValues } from "../../kernels/kernel.ts";
import type { Work } from "../../kernels/operation.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import { type KernelChoices, kernelOf } from "../../training/executors/kernel_choice.ts";
import { timePhases, type TrainingStepTimes } from "../../training/executors/phase_times.ts";
import { checkSteps, recheckSteps, type StepSequence } from "../../training/executors/step_check.ts";
import { trainFullBatch } from "../../training/full_batch.ts";
import { stepWork } from "../../training/operations/step_rules.ts";
import { programLedger } from "../../training/program/memory_ledger.ts";
import type { Program, Step } from "../../training/program/program.ts";
import {
  vertexClassification,
  type VertexClassifierOptions,
  type VertexTask,
} from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import type { Breakdown, Facts, Metrics } from "../metrics.ts";
import type { Profile } from "../profiles.ts";
import { stepBounds } from "./step_bounds.ts";

/** Model, data and kernels of a trial. */
export interface TrainingTrialOptions<M extends Metrics = Metrics> {
  /** Adjacency, features, labels. */
  readonly data: VertexData;
  /** The model and its optimizer; the lab's seed decides the rest. */
  readonly model: Omit<VertexClassifierOptions, "seed">;
  /** The numbers of the paths that `model.active` has the shapes of; absent where all vertices are active. */
  readonly paths?: readonly ExecutionPath[];
  /** The kernels that are not to be the best known ones. */
  readonly kernels?: KernelChoices;
  /** Milliseconds that the host spent on ordering; absent where there was none. */
  readonly preprocessMs?: number;
  /** Most epochs whose phases are timed; five when absent, fewer than a claim about phases needs. */
  readonly phaseEpochs?: number;
  /** Exact values that go with the cell. */
  readonly facts?: Facts<M>;
  /** Settings of the cell's rows, beside the workload's and the contender's factors. */
  readonly factors?: Readonly<Record<string, string>>;
  /** Further things that make this cell the cell it is: the ordering and its parameters. */
  readonly identity?: Readonly<Record<string, unknown>>;
}

/** Metrics of the parts of an epoch, timed one by one. */
export const EPOCH_PART_METRICS = {
  aggregation_time: { label: "aggregation", unit: "ms", better: "lower" },
  combination_time: { label: "combination", unit: "ms", better: "lower" },
  loss_time: { label: "loss", unit: "ms", better: "lower" },
  update_time: { label: "update", unit: "ms", better: "lower" },
  backward_time: { label: "backward pass", unit: "ms", better: "lower", shown: false },
  backward_aggregation_time: {
    label: "aggregation of the backward pass",
    unit: "ms",
    better: "lower",
    shown: false,
  },
} as const satisfies Metrics;

/** Steps of an epoch. */
const TIMED: readonly StepSequence[] = ["train"];
/** Epochs that must leave finite numbers before any is timed. */
const FIRST_EPOCHS = 3;
/** Epochs whose phases are timed as context. */
const PHASE_EPOCHS = 5;

/** Names of a step's kernel, which are part of the cell's identity. */
function kernelIdentity(
  program: Program,
  { device }: Lab,
  kernels: KernelChoices,
): readonly Readonly<Record<string, unknown>>[] {
  const named = new Map<string, { source: string; parameters: ParameterValues }>();
  for (const step of program.train) {
    const { kernel, parameters } = kernelOf(step, device.backend, kernels);
    named.set(`${step.op} ${kernelName(kernel)} ${JSON.stringify(parameters)}`, {
      source: kernel.source,
      parameters,
    });
  }
  return [...named].map(([name, value]) => ({ name, ...value }));
}

/** Arithmetic and traffic of one epoch: the sums over its steps. */
export function epochWork(steps: readonly Step[]): Work {
  const total = { multiplyAdds: 0, compulsoryBytes: 0, bytesWithoutReuse: 0 };
  for (const step of steps) {
    const work = stepWork(step);
    total.multiplyAdds += work.multiplyAdds;
    total.compulsoryBytes += work.compulsoryBytes;
    total.bytesWithoutReuse += work.bytesWithoutReuse;
  }
  return total;
}

/**
 * Milliseconds of each phase, of the layers' backward pass and of aggregation in it, one entry an epoch. The
 * gradient of the loss is part of the loss.
 */
export function partTimes(
  epochs: readonly Pick<TrainingStepTimes, "parts">[],
): Record<keyof typeof EPOCH_PART_METRICS, readonly number[]> {
  const sum = (holds: (part: { readonly phase: string; readonly pass: string }) => boolean) =>
    epochs.map(({ parts }) => sumOf(parts.filter(holds), ({ ms }) => ms));
  return {
    aggregation_time: sum(({ phase }) => phase === "aggregation"),
    combination_time: sum(({ phase }) => phase === "combination"),
    loss_time: sum(({ phase }) => phase === "loss"),
    update_time: sum(({ phase }) => phase === "update"),
    backward_time: sum(({ phase, pass }) => pass === "backward" && phase !== "loss"),
    backward_aggregation_time: sum(({ phase, pass }) => phase === "aggregation" && pass === "backward"),
  };
}

/** Times the parts of so many epochs, or of the profile's rounds, where these are fewer. */
async function phaseTimes(
  executor: DeviceExecutor,
  { rounds }: Profile,
  most = PHASE_EPOCHS,
): Promise<Breakdown> {
  const epochs: TrainingStepTimes[] = [], count = Math.min(most, rounds);
  for (let epoch = 1; epoch <= count; epoch++) epochs.push(await timePhases(executor, epoch));
  return { times: partTimes(epochs) };
}

/** The task with the lab's seed. */
export function trainingTask(lab: Lab, { data, model }: TrainingTrialOptions): VertexTask {
  return vertexClassification(vertexTaskShape(data), { ...model, seed: lab.seed });
}

/**
 * Builds the trial. An execution is one epoch; epochs go on from each other, as they do in training.
 *
 * @throws {UsageError} for a kernel that does not exist, or layers that do not fit the data.
 */
export function trainingTrial<M extends Metrics>(lab: Lab, options: TrainingTrialOptions<M>): Trial<M> {
  const { device, profile, seed } = lab;
  const { data, kernels = {} } = options;
  const task = trainingTask(lab, options);
  const { program } = task;
  const ledger = programLedger(program);
  return {
    identity: { ...options.identity, program: program.train, kernels: kernelIdentity(program, lab, kernels) },
    bytes: ledger.peak.bytes,
    work: epochWork(program.train),
    ...(options.preprocessMs === undefined ? {} : { preprocessMs: options.preprocessMs }),
    facts: options.facts ?? {},
    factors: options.factors ?? {},
    prepare: async (): Promise<PreparedTrial> => {
      const bindings = bindVertexData(task, data, options.paths);
      const started = performance.now();
      const executor = await DeviceExecutor.open(device, program, bindings, { kernels });
      const prepareMs = performance.now() - started;
      initialise(executor, program, { seed });
      let epoch = 0;
      return {
        prepareMs,
        facts: { device_bytes: executor.memory.bytes },
        run: () => executor.train(++epoch),
        check: async (): Promise<CheckReport> => {
          // Each step can be right and training run away all the same: times of NaN are no times.
          await trainFullBatch(executor, program, { epochs: FIRST_EPOCHS, evaluateEvery: 0 });
          return await checkSteps(executor, { ...stepBounds(lab), sequences: TIMED });
        },
        recheck: async (seed) => {
          await recheckSteps(executor, seed, TIMED);
        },
        breakdown: () => phaseTimes(executor, profile, options.phaseEpochs),
        destroy: () => executor.close(),
      };
    },
  };
}
