/**
 * The claims of hetu-gnn that rest on Table 4: on its times, and on its two `OOM` cells.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { fitsWithin } from "../../claims/card_memory.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import type { RegimeRows } from "../graph_regime.ts";
import { realIds } from "../orderings/ordering_premises.ts";
import { GRAPH_IDS } from "../paper_graphs.ts";
import { PYTORCH_CONTENDERS } from "../pytorch.ts";
import { BASELINE } from "./epoch_systems.ts";
import { STORAGE_POLICIES } from "./storage_policies.ts";
import { tilePremise } from "./tile_premises.ts";

/** Memory of a TITAN RTX; the paper names the card and not its memory. */
export const CARD_GIB = 24;

const ROWS: RegimeRows = {
  graphs: Object.fromEntries(GRAPH_IDS.map((graph) => [graph, graph])),
  contender: BASELINE,
};

/** Systems that reorder, slowest first. */
const REORDERED = ["reorder", "reorder-bs"];

/** The baseline and the frameworks take ids as they come: how far reordering is ahead hangs on those. */
const PREMISE = [...tilePremise(ROWS), realIds(ROWS)];

/**
 * `pytorch > base > dgl > reorder > reorder-bs`, on every graph, with PyTorch in both ways; about the named
 * systems themselves, which run out of memory on Archaea in the paper: there the order is that of the others.
 */
function order(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPH_IDS.flatMap((workload) => {
    const isArchaea = workload === "archaea";
    const pairs = isArchaea ? [] : PYTORCH_CONTENDERS.map((slow) => [BASELINE, slow] as const);
    const ran = isArchaea ? [BASELINE, ...REORDERED] : [BASELINE, "peer:dgl", ...REORDERED];
    return [...pairs, ...ran.slice(1).map((fast, i) => [fast, ran[i]] as const)].map(([fast, slow]) =>
      evidence.faster({ workload, contender: fast }, { workload, contender: slow })
    );
  });
}

/**
 * `peak(pytorch | dgl, archaea) > 24 GB >= peak(ours, archaea)`. A ledger is the least that a system takes,
 * and shows that an epoch does not fit. That it fits is shown where its bytes, with the overhead that was
 * measured on this device, are below the card's; the overhead of other systems was not measured on a card.
 */
function outOfMemory(evidence: SuiteEvidence): ClaimPart[] {
  return STORAGE_POLICIES.map(({ id, label }) => {
    const key = { workload: "archaea", contender: id }, row = evidence.row(key, "peak_memory");
    const isOwn = id === "own", overhead = isOwn ? evidence.row(key, "overhead") : undefined;
    const least = medianOf(row), most = overhead && least * medianOf(overhead);
    const fits = fitsWithin(CARD_GIB, { least, ...(overhead && { overhead: medianOf(overhead) }) });
    const beside = most === undefined ? "" : `, ${most.toFixed(1)} with the overhead measured here`;
    return evidence.decide(fits === undefined ? undefined : fits === isOwn, {
      text: `${label} on Archaea: ${least.toFixed(1)} GiB at least${beside}, the card has ${CARD_GIB}`,
      rows: [row, ...(overhead ? [overhead] : [])],
      value: least,
      open: "the ledger is the least that a system takes, and is below the card's memory",
    });
  });
}

/** Rule of the claim on times. */
export const TABLE_4_CLAIMS: readonly ClaimRule[] = [
  { claimId: "hetu-gnn.q.order", premise: PREMISE, decide: order },
];

/** Rule of the claim on memory. */
export const TABLE_4_MEMORY_CLAIMS: readonly ClaimRule[] = [
  { claimId: "hetu-gnn.q.oom", decide: outOfMemory },
];
