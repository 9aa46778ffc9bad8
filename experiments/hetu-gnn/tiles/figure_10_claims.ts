/**
 * The claims of hetu-gnn that rest on Figure 10, on one device and on several.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { ONE_D_2, ONE_DEVICE, TWO_GROUPS } from "../distribution/schemes.ts";
import { tilePremise } from "../epochs/tile_premises.ts";
import { orderingPremise } from "../orderings/ordering_premises.ts";
import type { GraphId } from "../paper_graphs.ts";
import { PLAIN, type SparseKernel } from "./kernel_computation.ts";

/** Graphs of Figure 10. */
export const FIGURE_10_GRAPHS: readonly GraphId[] = ["reddit", "ogbn-proteins"];
/** Partition schemes of Figure 10. */
export const FIGURE_10_SCHEMES = [ONE_DEVICE, ONE_D_2, TWO_GROUPS];
/** Contender on one device that others are held against; its rows have the quantities of premises. */
export const BASELINE = "metis:row-split";

/** Clusters raise the share of entries that fall into dense tiles. */
function reorderFillsTiles(evidence: SuiteEvidence): ClaimPart[] {
  return FIGURE_10_GRAPHS.map((workload) => {
    const [natural, metis, rcm] = ["natural", "metis", "rcm"].map((ordering) =>
      evidence.row({ workload, contender: `${ordering}:block-sparse` }, "dense_nnz_share")
    );
    const best = Math.max(medianOf(metis), medianOf(rcm));
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const text = `${workload}: ${percent(medianOf(natural))} of entries in dense tiles, ` +
      `${percent(medianOf(metis))} after METIS, ${percent(medianOf(rcm))} after RCM`;
    return evidence.exact(best > medianOf(natural), text, [natural, metis, rcm], best);
  });
}

/** The tile-adaptive kernel takes less time on one device, in 1D and in 1.5D, on both graphs. */
function everywhere(evidence: SuiteEvidence): ClaimPart[] {
  return FIGURE_10_GRAPHS.flatMap((graph) =>
    FIGURE_10_SCHEMES.map(({ id, label }) => {
      const at = (contender: SparseKernel["kernel"]) => ({ workload: `${graph}:${id}`, contender });
      const part = evidence.faster(at("block-sparse"), at(PLAIN), "compute_time");
      return { ...part, text: `${label}: ${part.text}` };
    })
  );
}

/** Rule of the claim on one device. */
export const FIGURE_10_CLAIMS: readonly ClaimRule[] = [{
  claimId: "hetu-gnn.q.reorder-helps-block-sparse",
  premise: orderingPremise({
    graphs: Object.fromEntries(FIGURE_10_GRAPHS.map((graph) => [graph, graph])),
    contender: BASELINE,
  }),
  decide: reorderFillsTiles,
}];

/** Rule of the claim on several devices. */
export const FIGURE_10_DEVICES_CLAIMS: readonly ClaimRule[] = [{
  claimId: "hetu-gnn.q.block-sparse-everywhere",
  premise: tilePremise({
    graphs: Object.fromEntries(FIGURE_10_GRAPHS.map((graph) => [`${graph}:${ONE_DEVICE.id}`, graph])),
    contender: PLAIN,
  }),
  decide: everywhere,
}];
