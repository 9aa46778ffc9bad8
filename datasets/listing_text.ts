/**
 * Text output of the `datasets` verbs.
 *
 * @module
 */
import { textTable } from "../platform/text/text_table.ts";
import type { DatasetFileStatus } from "./dataset_files.ts";
import { counted } from "../platform/text/plural.ts";
import type { DatasetListing } from "./dataset_listing.ts";
import type { FidelityListing } from "./fidelity_listing.ts";

/**
 * Renders the list: presence, availability and stand-ins of datasets. Warnings and notes follow the table.
 */
export function renderListings(listings: readonly DatasetListing[]): string {
  const table = textTable(
    ["dataset", "vertices", "stored edges", "files", "fetch", "stand-in", "used by"],
    listings.map(({ id, counts, files, readable, fetchable, standIn, papers }) => [
      id,
      counts.vertices,
      counts.storedEdges,
      readable ? files : "no reader",
      fetchable ? "yes" : "no",
      standIn ? "yes" : "no",
      papers.map((paper) => paper.split(":")[0]).join(", ") || "-",
    ]),
  );
  const warnings = listings.flatMap(({ id, warnings }) =>
    warnings.map((warning) => `warning: ${id}: ${warning}`)
  );
  return [table, ...warnings].join("\n");
}

/** Renders one line a file: its status and path. */
export function renderFileStatuses(statuses: readonly DatasetFileStatus[]): string {
  if (statuses.length === 0) return "no files found; see datasets list";
  return textTable(
    ["dataset", "file", "status", "path"],
    statuses.map(({ dataset, file, status, path }) => [dataset, file, status, path ?? "-"]),
  );
}

/** Renders one table a stand-in: each measure in the real graph, where it is known, and in the stand-in. */
export function renderFidelity(listings: readonly FidelityListing[]): string {
  return listings.map(({ dataset, counts, measures }) =>
    [
      `${dataset}: ${counted(counts.vertices, "vertex", "vertices")}, ${
        counted(counts.storedEdges, "stored edge")
      }`,
      textTable(
        ["measure", "real graph", "stand-in"],
        measures.map(({ measure, wanted, got }) => [
          measure,
          wanted === undefined ? "unknown" : wanted.toPrecision(3),
          got.toPrecision(3),
        ]),
      ),
    ].join("\n")
  ).join("\n\n");
}
