/**
 * Links between devices that this machine does not have.
 *
 * @module
 */
import { type Link, LINKS } from "../../../hardware/models/interconnect.ts";
import { changedLink, LINK_CHANGES, type LinkChangeId } from "../../../hardware/models/link_changes.ts";

/** A link that numbers are modelled with. */
export interface NamedLink<Id extends string = string> {
  /** Ends the names of metrics; empty for the link of the paper. */
  readonly id: Id;
  /** Latency and bandwidth. */
  readonly link: Link;
}

/** Link of the paper's machine, as assumed. */
export const PAPER_LINK = LINKS["pcie-3-x16"];

/** The paper's link as assumed, which tables show, and its variations. */
export const VARIED_LINKS: readonly NamedLink<LinkChangeId>[] = LINK_CHANGES.map((change) => ({
  id: change.id,
  link: changedLink(PAPER_LINK, change),
}));

/** Links that the paper calls 3 and 12 times as fast. */
export const FASTER_LINKS: readonly NamedLink<"link_3x" | "link_12x">[] = [
  { id: "link_3x", link: LINKS["nvlink-min"] },
  { id: "link_12x", link: LINKS["nvlink-max"] },
];
