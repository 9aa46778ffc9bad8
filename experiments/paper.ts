/**
 * The contract of a paper. A paper is one folder: `paper.ts` with everything that the harness knows of it,
 * and beside it its suites, `published.csv` and `claims.csv`. No code elsewhere depends on which papers there
 * are.
 *
 * @module
 */
import type { PaperTables } from "./paper_tables.ts";
import type { Suite } from "./suite.ts";

/** Full reference of a paper. */
export interface Reference {
  /** Names of the authors, in the order of the paper. */
  readonly authors: readonly string[];
  /** Title in English. */
  readonly title: string;
  /** Title in the language of the original, where that is not English. */
  readonly originalTitle?: string;
  /** Journal, proceedings or preprint number, with volume and pages. */
  readonly venue: string;
  /** Year of publication at the venue. */
  readonly year: number;
  /** DOI or page of the publisher. */
  readonly url?: string;
}

/** A table, figure, section or equation that can be reproduced. */
export interface PaperArtifact {
  /** Number of the artifact in the paper: `Figure 8`. */
  readonly artifact: string;
  /** A few words for headings. */
  readonly title: string;
  /** Suites that produce the artifact. */
  readonly suites: readonly Suite[];
}

/** One paper, or a set of suites on questions that no paper asks (without reference and tables). */
export interface Paper extends PaperTables {
  /** A few words for headings. */
  readonly title: string;
  /** Reference of the paper; null for questions that no paper asks. */
  readonly reference: Reference | null;
  /** Machine that the published numbers were measured on. */
  readonly hardware: string | null;
  /** Kind of device that the paper timed; null where it prints no times. */
  readonly device: "gpu" | "cpu" | null;
  /** Public code, and the part of the paper that the code covers where it does not cover all. */
  readonly code: { readonly url: string; readonly note: string } | null;
  /** Ids of our datasets by the names that the paper prints: `{ "Products": "ogbn-products" }`. */
  readonly datasets: Readonly<Record<string, string>>;
  /** Tables, figures and sections, in the order of the paper. */
  readonly artifacts: readonly PaperArtifact[];
  /** Suites, in the order in which `repro` runs them. */
  readonly suites: readonly Suite[];
}
