/**
 * Every artifact of the papers that can be reproduced, and how.
 *
 * @module
 */
import type { PaperId } from "./paper_tables.ts";
import { publishedPapers } from "./papers.ts";
import type { Suite } from "./suite.ts";

/** One artifact and how it is produced here. */
export interface Artifact {
  /** Paper that prints the artifact. */
  readonly paper: PaperId;
  /** Number of the artifact in the paper: `Figure 8`. */
  readonly artifact: string;
  /** A few words for headings. */
  readonly title: string;
  /** Ids of the suites that produce it. */
  readonly suites: readonly string[];
  /** Kinds of measurement behind the artifact, in words. */
  readonly how: string;
}

const WAYS = {
  timed: "timed in interleaved rounds",
  joint: "timed together in interleaved rounds",
  exact: "counted or modelled",
} as const;

const wayOf = ({ measurement: { kind }, onlyWhenNamed }: Suite) =>
  onlyWhenNamed ? `${WAYS[kind]}, when named` : WAYS[kind];

/** All of them, in the order of the papers. */
export function artifacts(): readonly Artifact[] {
  return publishedPapers().flatMap(({ id: paper, artifacts }) =>
    artifacts.map(({ artifact, title, suites }) => ({
      paper,
      artifact,
      title,
      suites: suites.map(({ id }) => id),
      how: [...new Set(suites.map(wayOf))].join("; "),
    }))
  );
}
