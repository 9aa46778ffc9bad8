/**
 * Claims of eppgcn Figure 11: each further layer adds about five points of memory, and gains less time.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { liesWithin } from "../../claims/interval.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { pathPremise } from "../path_premises.ts";
import { DEPTHS } from "./depth_costs.ts";
import { addedMemory, openBeside } from "./added_memory.ts";

/** Graphs of the figure. */
export const DATASETS = ["amazon0505", "web-google"] as const;
/** Id of the contender. */
export const CONTENDER = "eppgcn";
/** "About 5 points" of the claim, within 20 %. */
const PRINTED_POINTS = 5, ABOUT = 0.2;
/** Share of the edges from which a path counts as the whole graph. */
const WHOLE = 90;

const key = (dataset: string, layers: number) => ({
  workload: `${dataset}:L${layers}`,
  contender: CONTENDER,
});

/** Memory grows with every layer, each time by about the printed points. */
function layersMemory(evidence: SuiteEvidence): ClaimPart[] {
  return DATASETS.flatMap((dataset) => {
    const found = DEPTHS.slice(1).map((layers) =>
      addedMemory(evidence, key(dataset, layers), {
        metric: "memory_overhead_per_layer",
        share: "edge_share",
      })
    );
    const points = found.map(({ bounds: { value } }) => value), rows = found.flatMap(({ rows }) => rows);
    const text = `${dataset}: ${points.map((value) => value.toFixed(1)).join(", ")} points a further layer`;
    const near = found.map(({ bounds }) =>
      liesWithin(bounds, [(1 - ABOUT) * PRINTED_POINTS, (1 + ABOUT) * PRINTED_POINTS])
    );
    return [
      evidence.exact(points.every((value) => value > 0), `grows on ${text}`, rows, Math.min(...points)),
      evidence.decide(near.includes(false) ? false : near.includes(undefined) ? undefined : true, {
        text: `about ${PRINTED_POINTS} points on ${text}`,
        rows,
        open: openBeside(`${PRINTED_POINTS} points and a fifth`),
      }),
    ];
  });
}

/** Each further layer gains less, round by round, and layer 0 works on nearly the whole graph in the end. */
function layersSpeedup(evidence: SuiteEvidence): ClaimPart[] {
  return DATASETS.flatMap((dataset) => {
    const shares = DEPTHS.map((layers) => evidence.row(key(dataset, layers), "edge_share"));
    const last = medianOf(shares.at(-1)!);
    const falls = DEPTHS.slice(1).map((layers, i): ClaimPart => {
      const part = evidence.faster(key(dataset, layers), key(dataset, DEPTHS[i]), "speedup");
      return { ...part, text: `${part.text}, ${DEPTHS[i]} layers beside ${layers}` };
    });
    return [
      ...falls,
      evidence.exact(
        last >= WHOLE,
        `${dataset}: SG_0 has ${last.toFixed(1)} % of the edges at 6 layers`,
        shares,
        last,
      ),
    ];
  });
}

/** Claims that Figure 11 decides. */
export const CLAIMS: readonly ClaimRule[] = [
  { claimId: "eppgcn.q.layers-memory", decide: layersMemory },
  {
    claimId: "eppgcn.q.layers-speedup",
    premise: pathPremise(DATASETS.flatMap((dataset) => DEPTHS.map((layers) => key(dataset, layers))), {
      time: "shortest_product",
      calls: 1,
    }),
    decide: layersSpeedup,
  },
];
