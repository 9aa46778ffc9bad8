/**
 * Claim of fastgl Table 1: training leaves far less memory on large graphs than on small ones.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { DGL_POLICY } from "../policies.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { FOUR_GRAPHS } from "../sampling_graphs.ts";
import { openAtSmoke } from "../smoke_part.ts";

/** `<<` is below a tenth. */
const FAR_BELOW = 0.1;

const COMMON =
  "the ledger leaves out what every training takes besides: the less is left, the more that weighs";

/**
 * `memory_left(MAG), memory_left(Papers100M) << memory_left(Products) < memory_left(Reddit)`. What the ledger
 * leaves out, as much on every graph, changes no difference and makes no quotient below 1 larger: an order is
 * decided, and so is `<<` where it holds, or where no less is left.
 */
function memoryLeft(evidence: SuiteEvidence): ClaimPart[] {
  const left = (workload: string) => evidence.row({ workload, contender: DGL_POLICY.id }, "gpu_memory_left");
  const [reddit, products, mag, papers] = ["reddit", "ogbn-products", "mag", "ogbn-papers100m"].map(left);
  const far = ([["MAG", mag], ["Papers100M", papers]] as const).map(([name, row]): ClaimPart => {
    const share = medianOf(row) / medianOf(products);
    const text = `at most ${medianOf(row).toFixed(1)} GB left on ${name}, ${
      medianOf(products).toFixed(1)
    } on Products`;
    const isFar = share < FAR_BELOW ? true : share >= 1 ? false : undefined;
    const part = evidence.decide(isFar, { text, rows: [row, products], value: share, open: COMMON });
    return openAtSmoke(part, row);
  });
  const more = medianOf(reddit) - medianOf(products);
  const text = `${more.toFixed(1)} GB more left on Reddit than on Products`;
  return [...far, openAtSmoke(evidence.exact(more > 0, text, [products, reddit], more), reddit)];
}

/** Claims by the rows of the suite. */
export const TABLE_1_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.memory-left",
    premise: sampledBatches(FOUR_GRAPHS, DGL_POLICY.id),
    decide: memoryLeft,
  },
];
