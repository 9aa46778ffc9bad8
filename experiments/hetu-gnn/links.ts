/**
 * Links between devices that are not here.
 *
 * @module
 */
import { type Link, LINKS } from "../../hardware/interconnect.ts";
import { changedLink, LINK_CHANGES } from "../../hardware/link_changes.ts";

/** A link that numbers are modelled with, and what ends the names of their metrics. */
export interface NamedLink {
  /** Empty for what is shown. */
  readonly id: string;
  /** The link. */
  readonly link: Link;
}

/** The paper's link, which is shown, and what it may be besides. */
export const VARIED_LINKS: readonly NamedLink[] = LINK_CHANGES.map((change) => ({
  ...{ id: change.id, link: changedLink(LINKS["pcie-3-x16"], change) },
}));

/** What the paper says is 3 and 12 times as fast. */
export const FASTER_LINKS: readonly NamedLink[] = [
  { id: "link_3x", link: LINKS["nvlink-min"] },
  { id: "link_12x", link: LINKS["nvlink-max"] },
];
