/**
 * Findings in the order of their document, a line each.
 *
 * @module
 */
import type { Appendix } from "../../findings/appendix.ts";
import type { Finding } from "../../findings/finding.ts";
import { addedGroups } from "./added_groups.ts";
import { costModel } from "./cost_model.ts";
import { cutRows } from "./cut_rows.ts";
import { fairBaselines } from "./fair_baselines.ts";
import { firstToAccuracy } from "./first_to_accuracy.ts";
import { compactGradients } from "./gradients.ts";
import { groupedNeighbours } from "./grouped_neighbours.ts";
import { sharedCounter } from "./id_map.ts";
import { turningLink } from "./links.ts";
import { linkCrossover } from "./link_crossover.ts";
import { multipliedSpeedups } from "./multiplied_speedups.ts";
import { orderOfIds } from "./orderings.ts";
import { overlappedMessages } from "./overlapped_messages.ts";
import { pathCrossover } from "./path_crossover.ts";
import { tileDensity } from "./tile_density.ts";

/** Findings over suites of all papers. */
export const findings: readonly Finding[] = [
  multipliedSpeedups,
  compactGradients,
  sharedCounter,
  orderOfIds,
  overlappedMessages,
  turningLink,
  groupedNeighbours,
  cutRows,
  addedGroups,
  fairBaselines,
  firstToAccuracy,
  pathCrossover,
  linkCrossover,
  tileDensity,
];

/** Tables below the findings. */
export const appendices: readonly Appendix[] = [costModel];
