/**
 * Epochs on several GPUs that are not here, modelled (M8) from the phases of iterations that were measured on one device.
 *
 * @module
 */
import { type Link, LINKS } from "../../hardware/interconnect.ts";
import {
  pipelineEpoch,
  type PipelinePhases,
  type PipelinePolicy,
  PIPELINES,
} from "../../hardware/pipeline_model.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { smallestProgram } from "../../training/mini_batch/batch_program.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { DGL_POLICY, GNNLAB, type Policy } from "./policies.ts";
import type { PolicyRounds, RoundTimes } from "./round_times.ts";
import { modelOf, type TrainingSetting } from "./training_iterations.ts";

/** What the model assumes, varied: a modelled claim is decided only where all of these give the same answer. */
export interface Change {
  /** Ends the names of metrics; empty for what is shown. */
  readonly id: string;
  /** Times the latency of the link between devices. */
  readonly latency: number;
  /** Times the bandwidth of that link, and of copies from the host. */
  readonly bandwidth: number;
  /** Whether systems load and sample ahead as Table 5 says that they do; else phases follow one another, as its figures add them. */
  readonly ahead: boolean;
}

/** All of them, the one that is shown first. */
export const CHANGES: readonly Change[] = [
  { id: "", latency: 1, bandwidth: 1, ahead: false },
  { id: "latency_x4", latency: 4, bandwidth: 1, ahead: false },
  { id: "latency_quarter", latency: 0.25, bandwidth: 1, ahead: false },
  { id: "bandwidth_x2", latency: 1, bandwidth: 2, ahead: false },
  { id: "bandwidth_half", latency: 1, bandwidth: 0.5, ahead: false },
  { id: "loaded_ahead", latency: 1, bandwidth: 1, ahead: true },
];

/** `epoch_time_latency_x4`: a metric under a change. */
export function changedMetric(metric: string, { id }: Change): string {
  return id === "" ? metric : `${metric}_${id}`;
}

/** What gradients are summed over: the paper's cards have no link of their own. */
const LINK: Link = LINKS["pcie-4-x16"];

/** Bytes of a model's gradients. */
export function gradientBytes(setting: TrainingSetting): number {
  const { graph: { classes, featureWidth } } = setting;
  const { parameters } = smallestProgram({
    ...modelOf(setting, classes),
    ...{ optimizer: adam(), seed: 0, featureWidth, classes, labels: "single" },
  });
  return parameters.reduce((sum, { tensor: { rows, cols } }) => sum + 4 * rows * cols, 0);
}

/** Least devices of a policy: GNNLab's samplers train nothing. */
export function leastDevices({ id }: Policy): number {
  return id === GNNLAB.id ? 2 : 1;
}

function pipelineOf({ id, sampler }: Policy, ahead: boolean): PipelinePolicy {
  if (id === GNNLAB.id) return { ...PIPELINES["samplers-apart"], ...(ahead ? {} : { loadedAhead: 0 }) };
  if (sampler === "host") {
    return ahead ? PIPELINES["host-prefetch"] : { ...PIPELINES["in-turn"], sampler: "host" };
  }
  return PIPELINES[ahead && id === DGL_POLICY.id ? "prefetch" : "in-turn"];
}

/**
 * An iteration as the pipeline model takes it, with copies over `bandwidth` times the link. Gathering and copying are what devices
 * wait for one another at; what else a batch needs is its own device's to do.
 */
export function pipelinePhases(round: RoundTimes, bandwidth = 1): PipelinePhases {
  const { drawMs, reorderMs, matchMs, gatherMs, copyMs, assembleMs, preprocessMs, kernelMs } = round;
  return {
    sampleMs: drawMs + reorderMs,
    loadMs: gatherMs + copyMs / bandwidth,
    computeMs: matchMs + assembleMs + preprocessMs + kernelMs,
  };
}

/** Steps after which an epoch is in its stride, and as many again to measure it by. */
const STRIDE = 6;

/**
 * Milliseconds of an epoch on `devices` GPUs, one entry a round: mini-batches are dealt out, gradients are summed after each step.
 * The first steps, in which queues fill, count as all others do.
 *
 * @throws {UsageError} for fewer devices than the policy needs.
 */
export function modelledEpochs(
  { epochLength, rounds }: PolicyRounds,
  { policy, devices, bytes, change = CHANGES[0] }: {
    readonly policy: Policy;
    readonly devices: number;
    /** Of the gradients. */
    readonly bytes: number;
    readonly change?: Change;
  },
): number[] {
  const over = {
    ...LINK,
    latencySeconds: LINK.latencySeconds * change.latency,
    bytesPerSecond: LINK.bytesPerSecond * change.bandwidth,
  };
  return rounds.map((round) => {
    const epoch = {
      ...{
        policy: pipelineOf(policy, change.ahead),
        gpus: devices,
        phases: pipelinePhases(round, change.bandwidth),
      },
      ...{ gradients: { bytes, over }, hostSamplers: devices },
    };
    const msOf = (steps: number) => {
      const iterations = steps * trainers;
      return 1000 * pipelineEpoch({ ...epoch, iterations }).epochSeconds;
    };
    const { trainers } = pipelineEpoch({ ...epoch, iterations: 1 });
    return (msOf(2 * STRIDE) - msOf(STRIDE)) / STRIDE * epochLength / trainers;
  });
}

/** Which way a part points; undefined where it is open. */
function sideOf(part: ClaimPart): boolean | undefined {
  if (part.kind === "exact") return part.holds;
  if (part.kind !== "order") return undefined;
  const { ciLo, ciHi } = part.ratio;
  return ciLo > 1 ? true : ciHi < 1 ? false : undefined;
}

/** A modelled part of a claim, asked under every change: as the model is shown where all agree, else open. */
export function underChanges(ask: (change: Change) => ClaimPart): ClaimPart {
  const [shown, ...others] = CHANGES.map((change) => ({ change, part: ask(change) }));
  const side = sideOf(shown.part);
  const otherwise = others.filter(({ part }) => sideOf(part) !== side).map(({ change }) => change.id);
  if (side === undefined || otherwise.length === 0) return shown.part;
  const { words, source, datasetKind } = shown.part;
  const reason = `the model's answer is another one, or none, with ${
    otherwise.join(", ").replaceAll("_", " ")
  }`;
  return { kind: "open", words, source, datasetKind, reason };
}

/** What a reader must know of all suites that model several devices. */
export const DEVICES_NOTES: readonly string[] = [
  "Several devices are modelled (M8) from what was measured on one: every device takes its share of the mini-batches, gathering " +
  "and copying features goes over one host memory and one link that all share, everything else runs beside, and gradients are " +
  "summed over PCIe 4.0 after each step (a ring).",
  "Phases of a device follow one another, as the paper's figures add them up. A modelled claim is decided only if the answer stays " +
  "the same when systems load ahead as Table 5 says, and over latency x4, /4 and bandwidth x2, /2.",
  "GNNLab's samplers are devices of their own, one of up to four and two of more; each of PyG's devices has a host thread.",
];
