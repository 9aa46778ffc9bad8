/**
 * Graphs of the papers as points of a map: those whose files were read, by their measured degrees.
 *
 * @module
 */
import { standInFamilies } from "../../../../datasets/generators/families.ts";
import { datasetRecord } from "../../../../datasets/registry.ts";
import type { PlotSpec } from "../../../../results/store/session_document.ts";
import { spreadOfGini } from "./drawn_graphs.ts";

/** Mean degree and spread of the degrees of each graph of the papers that was measured. */
export function measuredGraphs(): NonNullable<PlotSpec["landmarks"]> {
  return standInFamilies().flatMap(({ id, measured }) =>
    measured === undefined
      ? []
      : [{ label: datasetRecord(id).id, x: measured.meanDegree, y: spreadOfGini(measured.gini) }]
  );
}
