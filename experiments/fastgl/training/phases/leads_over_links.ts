/**
 * Leads of the phases that are claimed to be the largest, over links and on machines: this device, whose
 * phases are measured, and cards, whose phases are modelled.
 *
 * @module
 */
import { type LinkId, LINKS } from "../../../../hardware/models/interconnect.ts";
import type { CardLimits } from "../../../../hardware/models/published_cards.ts";
import type { Contender } from "../../../cell.ts";
import type { Lab } from "../../../lab.ts";
import type { JointOutcome } from "../../../measurement.ts";
import { type Metrics, modelled } from "../../../metrics.ts";
import { cardPhases, keptRowsMs } from "../../../trials/links/card_phases.ts";
import { copyMs } from "../../../trials/links/copies.ts";
import { paperCardWork } from "../../links/paper_card_work.ts";
import { atPublishedSize } from "../../links/published_batches.ts";
import { ANY_LINK } from "../../links/turning_speeds.ts";
import { DGL_POLICY, MATCH_REORDER, type Policy } from "../../policies.ts";
import type { ModelId } from "../../trained_models.ts";
import { policySetting } from "../measured_policies.ts";
import { policyIterations } from "../training_iterations.ts";
import { PRODUCTS, type TrainingWorkload } from "../training_workloads.ts";
import {
  COMPUTATION_LARGEST,
  type LargestPhase,
  type LoadedPhases,
  MEMORY_IO_LARGEST,
  turningSpeeds,
} from "./largest_phases.ts";
import { measuredPhases } from "./linked_epochs.ts";

/** A device beside which features come over a link. */
export interface Machine extends Contender {
  /** Limits of a card; absent for the device that is measured. */
  readonly card?: CardLimits;
}

/** A claim that a phase is the largest while a policy is in use. */
interface PhaseClaim extends LargestPhase {
  /** Policy whose phases it is about. */
  readonly policy: Policy;
}

/** Claims about the largest phase, by the name that ends their id. */
export const PHASE_CLAIMS: Readonly<Record<string, PhaseClaim>> = {
  "naive-io": { policy: DGL_POLICY, ...MEMORY_IO_LARGEST },
  "mr-then-computation": { policy: MATCH_REORDER, ...COMPUTATION_LARGEST },
};

/** Marks the link at which the claim turns. */
export const TURN = "turn" as const;

/** A claim over a link. */
export interface LinkedWorkload extends TrainingWorkload {
  /** Name in {@linkcode PHASE_CLAIMS}. */
  readonly claim: string;
  /** The link, or the one at which the claim turns. */
  readonly link: LinkId | typeof TURN;
  readonly factors: TrainingWorkload["factors"] & { readonly claim: string; readonly link: string };
}

/** Metrics of a claim over a link. */
export const LEAD_METRICS = {
  lead: { label: "phase that is claimed to be largest over the longest other", unit: "x" },
  link_speed: { label: "speed of the link", unit: "GB/s" },
} as const satisfies Metrics;

/** Phases of the rounds on this device, as they were measured, and of the same mini-batches on each card. */
async function phasesOn(
  lab: Lab,
  model: ModelId,
  policy: Policy,
): Promise<(machine: Machine) => readonly LoadedPhases[]> {
  const setting = policySetting(lab.profile, PRODUCTS, model);
  const iterations = await policyIterations(lab, setting);
  return ({ card }) => {
    if (card === undefined) return measuredPhases({ iterations, model }, policy);
    const work = paperCardWork(setting, atPublishedSize(iterations.shapes));
    const { sampleMs, computeMs: computationMs } = cardPhases(card, work);
    return iterations.of(policy.id).records.map(({ vertices, loading: { loaded } }) => {
      const bytes = work.loadedBytes * loaded / vertices;
      // Rows that are kept are read and written once.
      const deviceMs = keptRowsMs(work.loadedBytes - bytes, card);
      return { sampleMs, computationMs, loading: { bytes, transfers: 1, deviceMs } };
    });
  };
}

/** Leads of a claim's phase over a link on each machine, one entry a round, with the speed of the link. */
export async function leadsOverLink(
  lab: Lab,
  { claim, link, trained: [{ model }] }: LinkedWorkload,
  machines: readonly Machine[],
): Promise<(id: string) => JointOutcome<typeof LEAD_METRICS>> {
  const { policy, lead, turnsAt } = PHASE_CLAIMS[claim];
  const phases = await phasesOn(lab, model, policy);
  return (id) => {
    const rounds = phases(machines.find((machine) => machine.id === id)!);
    const speeds = link === TURN
      ? turningSpeeds(rounds, turnsAt).map((gbs) => Math.min(ANY_LINK, gbs))
      : rounds.map(() => LINKS[link].bytesPerSecond / 1e9);
    const leads = rounds.map((round, i) => {
      const over = link === TURN ? LINKS["pcie-4-x16"] : LINKS[link];
      const ioMs = copyMs(round.loading, { ...over, bytesPerSecond: 1e9 * speeds[i] }) +
        round.loading.deviceMs;
      return lead(round, ioMs);
    });
    return {
      times: {},
      facts: {
        lead: modelled(leads),
        link_speed: modelled(link === TURN ? speeds : speeds[0]),
      },
    };
  };
}
