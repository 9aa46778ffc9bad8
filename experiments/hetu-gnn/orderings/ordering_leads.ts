/**
 * Times of the sparse product under several orderings, side by side, and how far each ordering leads others.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { orderGraph } from "../../trials/ordered_graph.ts";
import { measureSideBySide, type SideBySide } from "../../trials/side_by_side.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import { WIDTH } from "../paper_graphs.ts";
import { CLAIMED_ORDERINGS, NATURAL, type VertexOrdering } from "./vertex_orderings.ts";

const hidden = (label: string) => ({ label, unit: "x", better: "higher", shown: false }) as const;

/** Metrics of a product, and of how far its ordering leads others over all rounds. */
export const LEAD_METRICS = {
  time: { label: "SpMM time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over the natural order", unit: "x", better: "higher" },
  least_speedup: hidden("least speed-up of a round over the natural order"),
  most_speedup: hidden("largest speed-up of a round over the natural order"),
  least_lead: hidden("least speed-up of a round over the fastest other"),
  most_lead: hidden("largest speed-up of a round over the fastest other"),
} as const satisfies Metrics;

/**
 * Speed-ups over the fastest of several others: the least of all rounds, and the largest of the rounds of the
 * one that is led least.
 *
 * @param ratios Times of each other over those of the ordering, round by round.
 */
export function leadOver(
  ratios: readonly (readonly number[])[],
): { readonly least: number; readonly most: number } {
  return {
    least: Math.min(...ratios.map((rounds) => Math.min(...rounds))),
    most: Math.min(...ratios.map((rounds) => Math.max(...rounds))),
  };
}

/** Orderings that the recommended ones have to lead. */
const OTHERS = CLAIMED_ORDERINGS.filter(({ isStrong }) => !isStrong).map(({ id }) => id);

function outcome(sides: SideBySide, { id, isStrong }: VertexOrdering): JointOutcome<typeof LEAD_METRICS> {
  const lead = (others: readonly string[]) => leadOver(others.map((other) => sides.ratio(other, id)));
  const over = lead([NATURAL]), overAll = lead(OTHERS);
  return {
    times: { time: sides.times(id) },
    facts: {
      ...(id !== NATURAL && { speedup: sides.ratio(NATURAL, id) }),
      ...(isStrong && {
        least_speedup: over.least,
        most_speedup: over.most,
        least_lead: overAll.least,
        most_lead: overAll.most,
      }),
    },
  };
}

/** Times the product under the orderings that were asked for, and under those that they have to lead. */
export async function measureLeads(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  contenders: readonly VertexOrdering[],
): Promise<(id: string) => JointOutcome<typeof LEAD_METRICS>> {
  const needed = contenders.some(({ isStrong }) => isStrong) ? OTHERS : [NATURAL];
  const ids = [...new Set([...needed, ...contenders.map(({ id }) => id)])];
  const trial = async (id: string) => {
    const { ordered, orderingMs } = await orderGraph(lab, dataset, { ordering: id, width: WIDTH });
    return spmmTrial(lab, { ...ordered, kernel: "row-split", preprocessMs: orderingMs });
  };
  const sides = await measureSideBySide(lab, new Map(ids.map((id) => [id, () => trial(id)])));
  return byContender(contenders, (contender) => outcome(sides, contender));
}
