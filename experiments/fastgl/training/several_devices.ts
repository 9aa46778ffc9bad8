/**
 * Epochs on several GPUs that are not at hand, modelled (M8) from the phases of iterations measured on one
 * device.
 *
 * @module
 */
import { type Link, LINKS } from "../../../hardware/models/interconnect.ts";
import {
  AS_ASSUMED,
  changedLink,
  LINK_CHANGES,
  type LinkChange,
  type LinkChangeId,
} from "../../../hardware/models/link_changes.ts";
import {
  pipelineEpoch,
  type PipelinePhases,
  type PipelinePolicy,
  PIPELINES,
} from "../../../hardware/models/pipeline_model.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { copyMs } from "../../trials/links/copies.ts";
import { DGL_POLICY, GNNLAB, type Policy } from "../policies.ts";
import type { EpochRounds, RoundTimes } from "./round_times.ts";
import { smallestTraining } from "../trained_models.ts";
import type { TrainingSetting } from "./training_iterations.ts";

/** Variation of the model's assumptions: links, copies from the host with them, and the overlap of phases. */
export interface Change extends LinkChange {
  readonly id: LinkChangeId | "loaded_ahead";
  /**
   * Whether systems load and sample ahead as in Table 5; else phases follow one another, as the paper's
   * figures add them.
   */
  readonly ahead: boolean;
}

/** All variations; the first one, which is shown, leaves all as it is assumed. */
export const CHANGES: readonly Change[] = [
  ...LINK_CHANGES.map((change) => ({ ...change, ahead: false })),
  { ...AS_ASSUMED, id: "loaded_ahead", ahead: true },
];

/** Link of the host for features and gradients: the paper's cards have none of their own. */
const LINK: Link = LINKS["pcie-4-x16"];

/** Link of the host under a variation. */
export function changedHostLink(change: LinkChange): Link {
  return changedLink(LINK, change);
}

/** Bytes of a model's gradients. */
export function gradientBytes(
  setting: Pick<TrainingSetting, "graph" | "model" | "hidden" | "fanouts">,
): number {
  const { parameters } = smallestTraining(setting);
  return sumOf(parameters, ({ tensor: { rows, cols } }) => 4 * rows * cols);
}

/** Least number of devices of a policy: GNNLab's samplers train nothing. */
export function leastDevices({ id }: Policy): number {
  return id === GNNLAB.id ? 2 : 1;
}

/** Overlap of a policy's phases: none but for GNNLab's samplers, or as Table 5 says. */
export function pipelineOf({ id, sampler }: Policy, ahead: boolean): PipelinePolicy {
  if (id === GNNLAB.id) return { ...PIPELINES["samplers-apart"], ...(ahead ? {} : { loadedAhead: 0 }) };
  if (sampler === "host") {
    return ahead ? PIPELINES["host-prefetch"] : { ...PIPELINES["in-turn"], sampler: "host" };
  }
  return PIPELINES[ahead && id === DGL_POLICY.id ? "prefetch" : "in-turn"];
}

/**
 * Phases of an iteration for the pipeline model. Devices wait for one another at gathering, as it was
 * measured, and at copying its bytes over the link; each does the rest of a batch by itself.
 */
export function pipelinePhases(round: RoundTimes, over: Link = LINK): PipelinePhases {
  const { drawMs, reorderMs, matchMs, gatherMs, bytes, assembleMs, preprocessMs, kernelMs } = round;
  return {
    sampleMs: drawMs + reorderMs,
    loadMs: gatherMs + copyMs({ bytes, transfers: 1 }, over),
    computeMs: matchMs + assembleMs + preprocessMs + kernelMs,
  };
}

/** Steps that fill the queues of an epoch, and as many that are measured after them. */
const STRIDE = 6;

/**
 * Milliseconds of an epoch on `devices` GPUs, one entry a round: mini-batches are dealt out, gradients are
 * summed after each step. The first steps, in which queues fill, count as all others do.
 *
 * @throws {UsageError} for fewer devices than the policy needs.
 */
export function modelledEpochs(
  { epochLength, rounds }: EpochRounds,
  { policy, devices, bytes, change = CHANGES[0], link = LINK }: {
    readonly policy: Policy;
    readonly devices: number;
    /** Bytes of the gradients. */
    readonly bytes: number;
    readonly change?: Change;
    /** Link of the host; PCIe 4.0 when absent. */
    readonly link?: Link;
  },
): number[] {
  const over = changedLink(link, change);
  return rounds.map((round) => {
    const epoch = {
      policy: pipelineOf(policy, change.ahead),
      gpus: devices,
      phases: pipelinePhases(round, over),
      gradients: { bytes, over },
      hostSamplers: devices,
    };
    const msOf = (steps: number) => {
      const iterations = steps * trainers;
      return 1000 * pipelineEpoch({ ...epoch, iterations }).epochSeconds;
    };
    const { trainers } = pipelineEpoch({ ...epoch, iterations: 1 });
    return (msOf(2 * STRIDE) - msOf(STRIDE)) / STRIDE * epochLength / trainers;
  });
}

/** Notes of all suites that model several devices. */
export const DEVICES_NOTES: readonly string[] = [
  "Several devices are modelled (M8) from what was measured on one: every device takes its share of the mini-batches, gathering " +
  "goes over one host memory, as it was measured, and the exact bytes of features over one link that all share (PCIe 4.0); " +
  "everything else runs beside, and gradients are summed over PCIe 4.0 after each step (a ring).",
  "Phases of a device follow one another, as the paper's figures add them up. A modelled claim is decided only if the answer stays " +
  "the same when systems load ahead as Table 5 says, and over latency x4, /4 and bandwidth x2, /2.",
  "GNNLab's samplers are devices of their own, one of up to four and two of more; each of PyG's devices has a host thread.",
];

/** Note of suites that measure one device and model two. */
export const ONE_AND_TWO_NOTE: string =
  "Epochs of PyG, DGL, GNNAdvisor and FastGL are compared on one device, where all is measured and phases follow one another; where two " +
  "modelled devices give another answer when systems load ahead (Table 5: PyG and DGL do), the claim is open. On one device GNNLab's " +
  "policy is its cache alone: with a sampler beside, it is compared on two modelled devices.";
