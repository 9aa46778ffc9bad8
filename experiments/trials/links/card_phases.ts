/**
 * Phases of a mini-batch on a card that this machine lacks: the roofline over its arithmetic and traffic, and
 * loading over a stated link.
 *
 * @module
 */
import { CURRENT_CARDS } from "../../../hardware/models/current_cards.ts";
import { type Link, LINKS } from "../../../hardware/models/interconnect.ts";
import { type CardLimits, PUBLISHED_CARDS } from "../../../hardware/models/published_cards.ts";
import type { StepOperation } from "../../../training/operations/step_operation.ts";
import { stepWork } from "../../../training/operations/step_rules.ts";

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

/** Milliseconds in which a card reads and writes so many bytes of rows that it has already. */
export function keptRowsMs(bytes: number, { dramGBs }: Pick<CardLimits, "dramGBs">): number {
  return 2 * bytes / dramGBs / 1e6;
}

/** A card in a machine whose host it reads over a link. */
export interface HostedCard {
  /** Name for readers: `RTX 3090, PCIe 3.0`. */
  readonly name: string;
  /** Limits of the card. */
  readonly card: CardLimits;
  /** Link to the host. */
  readonly link: Link;
}

/** The card of a published system over the link before its own and over that, and two of today. */
export const HOSTED_CARDS = {
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
