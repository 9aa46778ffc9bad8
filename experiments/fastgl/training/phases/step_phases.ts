/**
 * Phases of an epoch while the techniques of FastGL are added one by one, and the links at which the claims
 * about them turn.
 *
 * @module
 */
import { LINKS } from "../../../../hardware/models/interconnect.ts";
import type { JointOutcome } from "../../../measurement.ts";
import { type Facts, type Metrics, modelled } from "../../../metrics.ts";
import { CARD_METRICS } from "../../links/card_phase_facts.ts";
import { LINK_METRICS } from "../../links/loading_links.ts";
import { flipFact } from "../../links/turning_speeds.ts";
import { DGL_POLICY, MATCH_REORDER, MATCH_REORDER_AWARE, type Policy } from "../../policies.ts";
import type { MeasuredTraining } from "../measured_policies.ts";
import { EPOCH_METRICS, epochOutcome } from "../epoch_phases.ts";
import { TRAINING_REGIME } from "../training_premises.ts";
import {
  COMPUTATION_LARGEST,
  MEMORY_IO_LARGEST,
  sampleTurnsAt,
  turningSpeeds,
  type TurnsAt,
} from "./largest_phases.ts";
import { linkedFacts, measuredPhases } from "./linked_epochs.ts";

/** Metrics of an epoch with some of the techniques. */
export const STEP_METRICS = {
  ...EPOCH_METRICS,
  memory_io_lead: { label: "memory IO over the longer other phase", unit: "x" },
  computation_lead: { label: "computation over the longer other phase", unit: "x" },
  ...LINK_METRICS,
  ...CARD_METRICS,
  flip_gain: { label: "speed-up of the device at which the claim turns over PCIe 4.0", unit: "x" },
  ...TRAINING_REGIME,
} as const satisfies Metrics;

/** Memory IO at which the claim about a step turns, by policy; none is about FastGL. */
const TURNS_AT: Readonly<Record<string, TurnsAt>> = {
  [DGL_POLICY.id]: MEMORY_IO_LARGEST.turnsAt,
  [MATCH_REORDER.id]: COMPUTATION_LARGEST.turnsAt,
  [MATCH_REORDER_AWARE.id]: sampleTurnsAt,
};

const PCIE_4_GBS = LINKS["pcie-4-x16"].bytesPerSecond / 1e9;

/** Where memory IO is no longer the largest phase: the link, and the speed-up of all else over PCIe 4.0. */
function turn(speeds: readonly number[]): Facts<typeof STEP_METRICS> {
  const { flip_link: turning } = flipFact(speeds);
  const gains = turning.value.map((gbs) => PCIE_4_GBS / gbs);
  return { flip_link: turning, flip_gain: modelled(gains) };
}

/** Phases of the epochs of a step, and how far memory IO and computation lead. */
export function stepOutcome(policy: Policy, training: MeasuredTraining): JointOutcome<typeof STEP_METRICS> {
  const { times, facts } = epochOutcome(training.rounds(policy));
  const rounds = measuredPhases(training, policy), turnsAt = TURNS_AT[policy.id];
  const speeds = turnsAt && turningSpeeds(rounds, turnsAt);
  return {
    times,
    facts: {
      ...facts,
      ...linkedFacts(training, policy),
      ...(speeds && (policy === DGL_POLICY ? turn(speeds) : flipFact(speeds))),
      memory_io_lead: rounds.map((round) => MEMORY_IO_LARGEST.lead(round, round.memoryIoMs)),
      computation_lead: rounds.map((round) => COMPUTATION_LARGEST.lead(round, round.memoryIoMs)),
    },
  };
}
