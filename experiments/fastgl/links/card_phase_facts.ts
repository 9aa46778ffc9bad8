/**
 * Memory IO beside the phases of a mini-batch on cards that this machine lacks, over their links.
 *
 * @module
 */
import { CURRENT_CARDS } from "../../../hardware/models/current_cards.ts";
import { type CardLimits, PUBLISHED_CARDS } from "../../../hardware/models/published_cards.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import { cardPhases, type CardWork, HOSTED_CARDS } from "../../trials/links/card_phases.ts";
import { copyMs } from "../../trials/links/copies.ts";
import { flipFact, takesLongerBelow } from "./turning_speeds.ts";

const hidden = { unit: "x", shown: false } as const;
const speed = { unit: "GB/s" } as const;

/** Memory IO beside the longer other phase on cards, at the published size. */
export const CARD_METRICS = {
  card_loaded: { label: "features copied to a card, a mini-batch", unit: "MB", better: "lower" },
  io_lead_rtx_3090_pcie_3: { label: "memory IO over the longer other phase, RTX 3090, PCIe 3.0", ...hidden },
  io_lead_rtx_3090_pcie_4: { label: "memory IO over the longer other phase, RTX 3090, PCIe 4.0", unit: "x" },
  io_lead_h100_pcie_5: { label: "memory IO over the longer other phase, H100, PCIe 5.0", unit: "x" },
  io_lead_gh200_c2c: { label: "memory IO over the longer other phase, GH200, NVLink C2C", ...hidden },
  flip_rtx_3090: { label: "link speed up to which memory IO is the largest phase, RTX 3090", ...speed },
  flip_h100: { label: "link speed up to which memory IO is the largest phase, H100", ...speed },
  flip_gh200: { label: "link speed up to which memory IO is the largest phase, GH200", ...speed },
} as const satisfies Metrics;

/** Card of each metric of a turning speed. */
const TURNING = {
  flip_rtx_3090: PUBLISHED_CARDS["rtx-3090"],
  flip_h100: CURRENT_CARDS["h100-sxm"],
  flip_gh200: CURRENT_CARDS["gh200"],
} as const;

/** Values of {@linkcode CARD_METRICS}, one entry a mini-batch. */
export function cardPhaseFacts(batches: readonly CardWork[]): Facts<typeof CARD_METRICS> {
  const others = (card: CardLimits) =>
    batches.map((batch) => {
      const { sampleMs, computeMs } = cardPhases(card, batch);
      return Math.max(sampleMs, computeMs);
    });
  const copies = batches.map(({ loadedBytes: bytes }) => ({ bytes, transfers: 1 }));
  const leads = Object.entries(HOSTED_CARDS).map(([id, { card, link }]) => {
    const longer = others(card);
    return [`io_lead_${id}`, modelled(copies.map((copy, i) => copyMs(copy, link) / longer[i]))];
  });
  const flips = Object.entries(TURNING).map(([id, card]) => {
    const longer = others(card);
    return [id, flipFact(copies.map((copy, i) => takesLongerBelow(copy, longer[i]))).flip_link];
  });
  return {
    card_loaded: modelled(copies.map(({ bytes }) => bytes / 1e6)),
    ...Object.fromEntries([...leads, ...flips]),
  };
}

/** Notes of suites that show cards. */
export const CARD_NOTES: readonly string[] = [
  "Cards that are not at hand are modelled at the published size, mini-batches of 8000 seeds: exact counts of the stand-in's, times " +
  "8000 over their seeds; each step of the training takes its arithmetic over the card's peak or its bytes over the card's bandwidth, " +
  "whichever is longer (an aggregation fetches a row an entry, all else touches each operand once); a drawn neighbour takes three " +
  "sectors of 32 B. These are the card's limits: a card that stays below them computes longer, and the link at which a claim turns " +
  "is slower than the one that is shown. Gathering on the host is no part of it.",
];
