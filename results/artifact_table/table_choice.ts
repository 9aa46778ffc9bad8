/**
 * Choice of an artifact's tables, and their formats.
 *
 * @module
 */

/** Contents of a table: measured values, published numbers beside measured ones, or verdicts on claims. */
export const TABLE_CONTENTS = ["measured", "published", "claims"] as const;

/** Formats of a printed table. */
export const TABLE_FORMATS = ["markdown", "latex", "csv"] as const;

/** Format of a printed table. */
export type TableFormat = typeof TABLE_FORMATS[number];

/** Choice of tables. */
export interface TableChoice {
  /** Paper id, or suite id; every paper where it is absent. */
  readonly subject?: string;
  /** Artifact in any spelling: `figure 8`; every one where it is absent. */
  readonly artifact?: string;
  /** Metric of the measured tables; by default the first that a suite draws. */
  readonly metric?: string;
  /** Content of the tables. */
  readonly content: typeof TABLE_CONTENTS[number];
}
