/**
 * Phases of a mini-batch on a card that is not at hand: the roofline over its arithmetic and traffic, and
 * loading over a stated link.
 *
 * @module
 */
import { CURRENT_CARDS } from "../../../hardware/models/current_cards.ts";
import { type Link, LINKS } from "../../../hardware/models/interconnect.ts";
import { type CardLimits, PUBLISHED_CARDS } from "../../../hardware/models/published_cards.ts";
import type { StepOperation } from "../../../training/operations/step_operation.ts";
import { stepWork } from "../../../training/operations/step_rules.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { copyMs } from "./copies.ts";
import { flipFact, takesLongerBelow } from "./turning_speeds.ts";

/** Work of a mini-batch on a card. */
export interface CardWork {
  /** Steps of forward, backward and update. */
  readonly steps: readonly StepOperation[];
  /** Neighbours that the card draws; 0 where the host samples. */
  readonly drawn: number;
  /** Bytes of features that are copied to the card. */
  readonly loadedBytes: number;
}

/** Sectors that a drawn neighbour costs: its id, and its slot in the ID map when it is put in and read. */
const SECTORS = 3, SECTOR_BYTES = 32;

/** Milliseconds of sampling and of computation at the card's limits: no card takes less. */
export function cardPhases(
  { peakGflops, dramGBs }: CardLimits,
  { steps, drawn }: Pick<CardWork, "steps" | "drawn">,
): { readonly sampleMs: number; readonly computeMs: number } {
  const computeMs = steps.reduce((sum, step) => {
    const { multiplyAdds, compulsoryBytes, bytesWithoutReuse } = stepWork(step);
    // Features of sampled neighbours have next to no reuse (Table 2); dense operands stay in shared memory.
    const bytes = step.op === "spmm" || step.op === "head-spmm" ? bytesWithoutReuse : compulsoryBytes;
    return sum + Math.max(2 * multiplyAdds / peakGflops, bytes / dramGBs) / 1e6;
  }, 0);
  return { sampleMs: SECTORS * SECTOR_BYTES * drawn / dramGBs / 1e6, computeMs };
}

/** A card in a machine whose host it reads over a link. */
interface HostedCard {
  readonly name: string;
  readonly card: CardLimits;
  readonly link: Link;
}

/** The paper's card over the link before the one that it names and over that, and two of today. */
const HOSTED_CARDS = {
  rtx_3090_pcie_3: {
    name: "RTX 3090, PCIe 3.0",
    card: PUBLISHED_CARDS["rtx-3090"],
    link: LINKS["pcie-3-x16"],
  },
  rtx_3090_pcie_4: {
    name: "RTX 3090, PCIe 4.0",
    card: PUBLISHED_CARDS["rtx-3090"],
    link: LINKS["pcie-4-x16"],
  },
  h100_pcie_5: { name: "H100, PCIe 5.0", card: CURRENT_CARDS["h100-sxm"], link: LINKS["pcie-5-x16"] },
  gh200_c2c: { name: "GH200, NVLink C2C", card: CURRENT_CARDS["gh200"], link: LINKS["grace-hopper"] },
} as const satisfies Readonly<Record<string, HostedCard>>;

const hidden = { unit: "x", better: "neither", shown: false } as const;
const speed = { unit: "GB/s", better: "neither" } as const;

/** Memory IO beside the longer other phase on cards, at the published size. */
export const CARD_METRICS = {
  card_loaded: { label: "features copied to a card, a mini-batch", unit: "MB", better: "lower" },
  io_lead_rtx_3090_pcie_3: { label: "memory IO over the longer other phase, RTX 3090, PCIe 3.0", ...hidden },
  io_lead_rtx_3090_pcie_4: {
    label: "memory IO over the longer other phase, RTX 3090, PCIe 4.0",
    unit: "x",
    better: "neither",
  },
  io_lead_h100_pcie_5: {
    label: "memory IO over the longer other phase, H100, PCIe 5.0",
    unit: "x",
    better: "neither",
  },
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
export function cardFacts(batches: readonly CardWork[]): Facts<typeof CARD_METRICS> {
  const others = (card: CardLimits) =>
    batches.map((batch) => {
      const { sampleMs, computeMs } = cardPhases(card, batch);
      return Math.max(sampleMs, computeMs);
    });
  const modelled = (value: readonly number[]) => ({ value, source: "modelled" }) as const;
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
