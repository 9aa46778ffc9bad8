/**
 * Epochs of a policy over links and on cards that this machine lacks, from what its iterations copied.
 *
 * @module
 */
import type { PlotSpec } from "../../../../results/store/session_document.ts";
import type { Facts } from "../../../metrics.ts";
import type { Loading } from "../../../trials/links/copies.ts";
import { type CARD_METRICS, cardPhaseFacts } from "../../links/card_phase_facts.ts";
import { paperCardWork } from "../../links/paper_card_work.ts";
import { type LINK_METRICS, overLinks } from "../../links/loading_links.ts";
import { atPublishedSize } from "../../links/published_batches.ts";
import type { Policy } from "../../policies.ts";
import type { MeasuredTraining } from "../measured_policies.ts";
import { policyRounds } from "../round_times.ts";
import type { LoadedPhases } from "./largest_phases.ts";
import { epochPhases } from "../epoch_phases.ts";

/** Loading of an epoch for a model of links: what one iteration copies, times the iterations of an epoch. */
function epochLoadings({ iterations }: Pick<MeasuredTraining, "iterations">, { id }: Policy): Loading[] {
  const { epochLength, records } = iterations.of(id);
  return records.map(({ loading: { bytes, matchMs, assembleMs } }) => ({
    bytes: epochLength * bytes,
    transfers: epochLength,
    deviceMs: epochLength * (matchMs + assembleMs),
  }));
}

/**
 * A policy's mini-batch on cards, one entry a round: the share of its features that the iteration copied, of
 * a mini-batch of the published size. Where the host samples, a card only computes.
 */
function policyOnCards(
  { iterations, setting }: MeasuredTraining,
  { id, sampler }: Policy,
): Facts<typeof CARD_METRICS> {
  const published = atPublishedSize(iterations.shapes);
  const batch = sampler === "host" ? { ...published, drawn: 0 } : published;
  const work = paperCardWork(setting, batch);
  return cardPhaseFacts(
    iterations.of(id).records.map(({ vertices, loading: { loaded } }) => ({
      ...work,
      loadedBytes: work.loadedBytes * loaded / vertices,
    })),
  );
}

/** Memory IO of a policy's epochs over links, and of its mini-batches on cards. */
export function linkedFacts(
  training: MeasuredTraining,
  policy: Policy,
): Facts<typeof LINK_METRICS & typeof CARD_METRICS> {
  return { ...overLinks(epochLoadings(training, policy)), ...policyOnCards(training, policy) };
}

/** Phases of an epoch as measured, with its memory IO. */
export interface MeasuredPhases extends LoadedPhases {
  /** Milliseconds of memory IO on this device. */
  readonly memoryIoMs: number;
}

/** Phases of a policy's epochs on this device, one entry a round. */
export function measuredPhases(
  { iterations, model }: Pick<MeasuredTraining, "iterations" | "model">,
  policy: Policy,
): MeasuredPhases[] {
  const { sample, memoryIo, computation } = epochPhases(policyRounds(iterations, policy, model));
  return epochLoadings({ iterations }, policy).map((loading, round) => ({
    sampleMs: sample[round],
    memoryIoMs: memoryIo[round],
    computationMs: computation[round],
    loading,
  }));
}

/** Plots of suites whose claims turn at a link. */
export const LINK_PLOTS: readonly PlotSpec[] = [
  { metric: "flip_link", x: "workload", logarithmic: true },
  { metric: "io_over_pcie_4", x: "workload" },
  { metric: "io_lead_rtx_3090_pcie_4", x: "workload", logarithmic: true },
  { metric: "io_lead_h100_pcie_5", x: "workload", logarithmic: true },
];
