/**
 * fastgl Section 7: the links over which its claims about memory IO hold, on this device and on cards, from
 * a slow network to the one that the paper expects.
 *
 * @module
 */
import { CURRENT_CARDS } from "../../../../hardware/models/current_cards.ts";
import type { LinkId } from "../../../../hardware/models/interconnect.ts";
import { PUBLISHED_CARDS } from "../../../../hardware/models/published_cards.ts";
import type { Profile } from "../../../profiles.ts";
import type { Suite } from "../../../suite.ts";
import { CARD_NOTES } from "../../links/card_phase_facts.ts";
import { LINK_NOTES } from "../../links/loading_links.ts";
import { POLICY_NOTES } from "../../policies.ts";
import { SAMPLING_NOTES, SAMPLING_SETTINGS } from "../../sampling_graphs.ts";
import { PHASE_NOTES } from "../epoch_phases.ts";
import { PRODUCTS, STEP_MODELS, TRAINING_SETTINGS, trainingWorkloads } from "../training_workloads.ts";
import {
  LEAD_METRICS,
  leadsOverLink,
  type LinkedWorkload,
  type Machine,
  PHASE_CLAIMS,
  TURN,
} from "./leads_over_links.ts";

const MEASURED: Machine = { id: "device", label: "this device" };
const MACHINES: readonly Machine[] = [
  MEASURED,
  { id: "rtx-3090", label: "RTX 3090", card: PUBLISHED_CARDS["rtx-3090"] },
  { id: "h100", label: "H100", card: CURRENT_CARDS["h100-sxm"] },
  { id: "gh200", label: "GH200", card: CURRENT_CARDS.gh200 },
];

/** Links of the plot; after them comes the one at which the claim turns. */
const SHOWN: readonly LinkId[] = [
  "ethernet-10g",
  "ethernet-25g",
  "ethernet-100g",
  "pcie-3-x16",
  "pcie-4-x16",
  "pcie-5-x16",
  "grace-hopper",
];

function workloads(profile: Profile): LinkedWorkload[] {
  const trained = trainingWorkloads(profile, { graphs: [PRODUCTS], models: STEP_MODELS });
  return trained.flatMap((workload) =>
    Object.keys(PHASE_CLAIMS).flatMap((name) =>
      [...SHOWN, TURN].map((link) => {
        const claim = `${name}, ${workload.model}`;
        const id = `${name}:${workload.model}:${link}`;
        return { ...workload, id, claim: name, link, factors: { ...workload.factors, claim, link } };
      })
    )
  );
}

/** Claims about the largest phase over links. */
export const section7: Suite<LinkedWorkload, Machine, typeof LEAD_METRICS> = {
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
    measure: (lab, _dataset, workload, machines) => leadsOverLink(lab, workload, machines),
  },
  metrics: LEAD_METRICS,
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
