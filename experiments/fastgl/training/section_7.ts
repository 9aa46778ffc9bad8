/**
 * fastgl Section 7: the links over which its claims about memory IO hold, on this device and on cards, from
 * a slow network to the one that the paper expects.
 *
 * @module
 */
import { CURRENT_CARDS } from "../../../hardware/models/current_cards.ts";
import { type LinkId, LINKS } from "../../../hardware/models/interconnect.ts";
import { type CardLimits, PUBLISHED_CARDS } from "../../../hardware/models/published_cards.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { cardPhases, keptRowsMs } from "../../trials/links/card_phases.ts";
import { copyMs, type Loading } from "../../trials/links/copies.ts";
import { CARD_NOTES } from "../links/card_phases.ts";
import { cardWork } from "../links/card_work.ts";
import { LINK_NOTES } from "../links/loading_links.ts";
import { atPublishedSize } from "../links/published_batches.ts";
import { ANY_LINK, takesLongerBelow } from "../links/turning_speeds.ts";
import { DGL_POLICY, MATCH_REORDER, type Policy, POLICY_NOTES } from "../policies.ts";
import { SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import type { ModelId } from "../trained_models.ts";
import { epochLoadings } from "./linked_epochs.ts";
import { policySetting } from "./measured_policies.ts";
import { epochPhases, PHASE_NOTES, policyRounds } from "./round_times.ts";
import { policyIterations } from "./training_iterations.ts";
import {
  PRODUCTS,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "./training_workloads.ts";

/** A device beside which features come over a link. */
interface Machine extends Contender {
  /** Limits of a card; absent for the device that is measured. */
  readonly card?: CardLimits;
}

const MEASURED: Machine = { id: "device", label: "this device" };
const MACHINES: readonly Machine[] = [
  MEASURED,
  { id: "rtx-3090", label: "RTX 3090", card: PUBLISHED_CARDS["rtx-3090"] },
  { id: "h100", label: "H100", card: CURRENT_CARDS["h100-sxm"] },
  { id: "gh200", label: "GH200", card: CURRENT_CARDS.gh200 },
];

/** Phases of a round or mini-batch, in milliseconds, and what is loaded in it. */
interface Phases {
  readonly sampleMs: number;
  readonly computationMs: number;
  readonly loading: Loading;
}

/** A claim about the largest phase. */
interface PhaseClaim {
  /** Policy whose phases it is about. */
  readonly policy: Policy;
  /** Quotient that is above 1 where the claim holds. */
  lead(phases: Phases, ioMs: number): number;
  /** Memory IO at which it turns, in milliseconds. */
  turnsAt(phases: Phases): number;
}

const CLAIMS: Readonly<Record<string, PhaseClaim>> = {
  "naive-io": {
    policy: DGL_POLICY,
    lead: ({ sampleMs, computationMs }, ioMs) => ioMs / Math.max(sampleMs, computationMs),
    turnsAt: ({ sampleMs, computationMs }) => Math.max(sampleMs, computationMs),
  },
  "mr-then-computation": {
    policy: MATCH_REORDER,
    lead: ({ sampleMs, computationMs }, ioMs) => computationMs / Math.max(sampleMs, ioMs),
    turnsAt: ({ sampleMs, computationMs }) => sampleMs > computationMs ? 0 : computationMs,
  },
};

/** Links of the plot by workload; the last one is where the claim turns. */
const SHOWN: readonly LinkId[] = [
  "ethernet-10g",
  "ethernet-25g",
  "ethernet-100g",
  "pcie-3-x16",
  "pcie-4-x16",
  "pcie-5-x16",
  "grace-hopper",
];
const TURN = "turn" as const;

/** A claim over a link. */
interface LinkedWorkload extends TrainingWorkload {
  readonly claim: string;
  readonly link: LinkId | typeof TURN;
  readonly factors: TrainingWorkload["factors"] & { readonly claim: string; readonly link: string };
}

const METRICS = {
  lead: { label: "phase that is claimed to be largest over the longest other", unit: "x" },
  link_speed: { label: "speed of the link", unit: "GB/s" },
} as const satisfies Metrics;

function workloads(profile: Profile): LinkedWorkload[] {
  const trained = trainingWorkloads(profile, { graphs: [PRODUCTS], models: ["GCN", "GIN"] });
  return trained.flatMap((workload) =>
    Object.keys(CLAIMS).flatMap((name) =>
      [...SHOWN, TURN].map((link) => {
        const claim = `${name}, ${workload.model}`;
        const id = `${name}:${workload.model}:${link}`;
        return { ...workload, id, claim: name, link, factors: { ...workload.factors, claim, link } };
      })
    )
  );
}

/** Phases of the rounds on this device, as they were measured, and of the same mini-batches on each card. */
async function phasesOn(
  lab: Lab,
  model: ModelId,
  policy: Policy,
): Promise<(machine: Machine) => readonly Phases[]> {
  const setting = policySetting(lab.profile, PRODUCTS, model);
  const iterations = await policyIterations(lab, setting);
  return ({ card }) => {
    const { records } = iterations.of(policy.id);
    if (card === undefined) {
      const { sample, computation } = epochPhases(policyRounds(iterations, policy, model));
      return epochLoadings({ iterations }, policy).map((loading, round) => ({
        sampleMs: sample[round],
        computationMs: computation[round],
        loading,
      }));
    }
    const work = cardWork(setting, atPublishedSize(iterations.shapes));
    const { sampleMs, computeMs: computationMs } = cardPhases(card, work);
    return records.map(({ vertices, loading: { loaded } }) => {
      const bytes = work.loadedBytes * loaded / vertices;
      // Rows that are kept are read and written once.
      const deviceMs = keptRowsMs(work.loadedBytes - bytes, card);
      return { sampleMs, computationMs, loading: { bytes, transfers: 1, deviceMs } };
    });
  };
}

async function measure(
  lab: Lab,
  { claim, link, trained: [{ model }] }: LinkedWorkload,
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const { policy, lead, turnsAt } = CLAIMS[claim];
  const phases = await phasesOn(lab, model, policy);
  return (id) => {
    const rounds = phases(MACHINES.find((machine) => machine.id === id)!);
    const speeds = rounds.map((round) =>
      link === TURN
        ? Math.min(ANY_LINK, takesLongerBelow(round.loading, turnsAt(round)))
        : LINKS[link].bytesPerSecond / 1e9
    );
    const leads = rounds.map((round, i) => {
      const over = link === TURN ? LINKS["pcie-4-x16"] : LINKS[link];
      const ioMs = copyMs(round.loading, { ...over, bytesPerSecond: 1e9 * speeds[i] }) +
        round.loading.deviceMs;
      return lead(round, ioMs);
    });
    return {
      times: {},
      facts: {
        lead: { value: leads, source: "modelled" },
        link_speed: { value: link === TURN ? speeds : speeds[0], source: "modelled" },
      },
    };
  };
}

/** Claims about the largest phase over links. */
export const section7: Suite<LinkedWorkload, Machine, typeof METRICS> = {
  id: "fastgl/section-7",
  artifact: "Section 7",
  title: "Claims about memory IO over links",
  decidesFrom: "paper",
  question: "Over which links is memory IO the largest phase, or computation after Match-Reorder?",
  contenders: MACHINES,
  baseline: MEASURED.id,
  workloads,
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS },
  measurement: {
    kind: "joint",
    measure: (lab, _dataset, workload) => measure(lab, workload),
  },
  metrics: METRICS,
  plots: [{ metric: "lead", x: "link_speed", facet: "claim", logarithmic: true, logarithmicX: true }],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    ...LINK_NOTES,
    ...CARD_NOTES,
    "A claim holds where its line is above 1. Marks are the links, and the speed at which the line crosses 1, with the interval of " +
    "both. This device's sampling and computation are measured, at the size of the profile; a card's are modelled, at the published " +
    "size. The paper's card has PCIe 4.0 (the link that the paper names), an H100 5.0, and a GH200 NVLink C2C.",
    "Claims in which sampling has to be the longest phase are not shown: the model bounds a card's sampler from below alone.",
  ],
  claims: [],
};
