/**
 * Parts of claims about what is modelled from measured times and links that are not here.
 *
 * @module
 */
import { type Link, LINKS } from "../../hardware/interconnect.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { Row } from "../../results/row.ts";

const PCIE = LINKS["pcie-3-x16"];

/** A link that numbers are modelled with, and what ends the names of their metrics. */
export interface NamedLink {
  /** Empty for what is shown. */
  readonly id: string;
  /** The link. */
  readonly link: Link;
}

/** The paper's link, and the slowest and the fastest that it may be: a modelled claim must hold with all three. */
export const VARIED_LINKS: readonly NamedLink[] = [
  { id: "", link: PCIE },
  {
    id: "_slow_link",
    link: { ...PCIE, latencySeconds: 4 * PCIE.latencySeconds, bytesPerSecond: PCIE.bytesPerSecond / 2 },
  },
  {
    id: "_fast_link",
    link: { ...PCIE, latencySeconds: PCIE.latencySeconds / 4, bytesPerSecond: 2 * PCIE.bytesPerSecond },
  },
];

/** With those that the paper says are 3 and 12 times as fast. */
export const ALL_LINKS: readonly NamedLink[] = [
  ...VARIED_LINKS,
  { id: "_link_3x", link: LINKS["nvlink-min"] },
  { id: "_link_12x", link: LINKS["nvlink-max"] },
];

function sideOf(part: ClaimPart): boolean | undefined {
  if (part.kind === "exact") return part.holds;
  if (part.kind !== "order") return undefined;
  return part.ratio.ciLo > 1 ? true : part.ratio.ciHi < 1 ? false : undefined;
}

/** A modelled part as it is shown, where slower and faster links agree with it; else open. */
export function overLinks(ask: (suffix: string) => ClaimPart): ClaimPart {
  const [shown, ...varied] = VARIED_LINKS.map(({ id }) => ask(id));
  const side = sideOf(shown);
  if (side === undefined || varied.every((part) => sideOf(part) === side)) return shown;
  const { words, source, datasetKind } = shown;
  return { kind: "open", words, source, datasetKind, reason: "slower or faster links change the answer" };
}

/** At smoke sizes times are a toy's, and what is modelled from them too. */
export function openAtSmoke(part: ClaimPart, { profile }: Pick<Row, "profile">): ClaimPart {
  if (profile !== "smoke") return part;
  const { words, source, datasetKind } = part;
  return { kind: "open", words, source, datasetKind, reason: "smoke sizes decide nothing about time" };
}
