/**
 * Places of a paper's published numbers and claims.
 *
 * @module
 */

/** Id of a paper: `fastgl`. Its published rows, claims and suites begin with it. */
export type PaperId = string;

/** Published numbers and claims of a paper. */
export interface PaperTables {
  /** Id of the paper, which every record names. */
  readonly id: PaperId;
  /** Folder that holds `published.csv` and `claims.csv`; null where nothing is printed. */
  readonly tables: URL | null;
  /**
   * Metrics of `published.csv` that follow from a graph or a scheme and not from a machine: `edges`. They are
   * judged as exact values, on the real graph only.
   */
  readonly counts: readonly string[];
}
