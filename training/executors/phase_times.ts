/**
 * Breakdown of a training step's time: by phase (aggregation, combination, loss, update), by pass, and by
 * layer.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { timeEach } from "../../hardware/measuring/time_once.ts";
import type { Pass, Phase } from "../program/phase.ts";
import type { Step } from "../program/program.ts";
import type { DeviceExecutor } from "./device_executor.ts";
import { restoreSnapshot, takeSnapshot } from "./snapshot.ts";

/** Time of one operation. */
export interface StepTime {
  /** The operation. */
  readonly step: Step;
  /** Milliseconds on the device's own clock. */
  readonly ms: number;
}

/** Time of one layer's operations in one phase and pass. */
export interface PhaseTime {
  /** Phase of a GNN. */
  readonly phase: Phase;
  /** Direction of the pass. */
  readonly pass: Pass;
  /** Layer that emitted the operations. */
  readonly layer: string;
  /** Milliseconds of the operations. */
  readonly ms: number;
}

/** Times of one training step. */
export interface TrainingStepTimes {
  /** Times of the operations, in order. */
  readonly steps: readonly StepTime[];
  /** Times by layer, phase and pass, in the order of their first operations. */
  readonly parts: readonly PhaseTime[];
  /** Milliseconds by phase. */
  readonly phases: ReadonlyMap<Phase, number>;
  /** Milliseconds of the whole step. */
  readonly ms: number;
}

/**
 * Runs training step number `trainingStep` in order and times each operation by itself, on real data.
 * Parameters and moments are restored afterwards. The total excludes the gain of operations that run back to
 * back.
 */
export async function timePhases(executor: DeviceExecutor, trainingStep = 1): Promise<TrainingStepTimes> {
  const { device, program } = executor;
  const before = await takeSnapshot(executor, program);
  const plans = executor.trainPlans;
  let times: readonly number[];
  try {
    executor.setStep(trainingStep);
    await device.finish();
    times = await timeSteps(device, plans.map(({ plan }) => () => plan.run()));
  } finally {
    restoreSnapshot(executor, before);
  }
  return summarizeStepTimes(plans.map(({ step }, i) => ({ step, ms: times[i] })));
}

/** Times each operation once, or by the slope of some executions where the device has only that. */
async function timeSteps(device: Device, runs: readonly (() => void)[]): Promise<readonly number[]> {
  if (device.timer !== "wall-slope") return await timeEach(device, runs);
  const times: number[] = [];
  for (const run of runs) times.push(await device.time(run, 1));
  return times;
}

/** Sums the times of the operations of one training step. */
export function summarizeStepTimes(steps: readonly StepTime[]): TrainingStepTimes {
  const parts = new Map<string, { phase: Phase; pass: Pass; layer: string; ms: number }>();
  const phases = new Map<Phase, number>();
  let total = 0;
  for (const { step: { phase, pass, layer }, ms } of steps) {
    const key = JSON.stringify([layer, phase, pass]);
    const part = parts.get(key) ?? { phase, pass, layer, ms: 0 };
    part.ms += ms;
    parts.set(key, part);
    phases.set(phase, (phases.get(phase) ?? 0) + ms);
    total += ms;
  }
  return { steps, parts: [...parts.values()], phases, ms: total };
}
