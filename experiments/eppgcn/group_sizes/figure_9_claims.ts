/**
 * The claim of eppgcn Figure 9: execution paths gain on a newer card too, and more on the largest graphs.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { PAPER_GRAPHS } from "../paper_graphs.ts";
import { decideUnderRates } from "./group_claims.ts";
import { groupsOnACard } from "./group_premises.ts";
import { P100_SLOTS, V100S_SLOTS } from "./grouping_rates.ts";

/** Graphs on which the newer card gains more. */
const LARGEST = ["amazon0505", "web-google", "com-youtube"] as const;

const speedup = (workload: string, contender: string): Cited => [{ workload, contender }, "speedup"];

/** Every graph gains on the newer card, and the largest gain more than on the older one. */
function newerCard(evidence: SuiteEvidence): ClaimPart[] {
  const gains = PAPER_GRAPHS.map(({ id, name }) =>
    decideUnderRates(evidence, {
      of: [speedup(id, "v100s")],
      holds: ([gain]) => gain > 1,
      text: ([gain]) => `${name}: ${gain.toFixed(2)} x with ${V100S_SLOTS} slots`,
      orEven: true,
    })
  );
  const grows = LARGEST.map((id) =>
    decideUnderRates(evidence, {
      of: [speedup(id, "v100s"), speedup(id, "p100")],
      holds: ([newer, older]) => newer > older,
      text: ([newer, older]) =>
        `${id}: ${newer.toFixed(3)} x with ${V100S_SLOTS} slots, ${older.toFixed(3)} x with ${P100_SLOTS}`,
    })
  );
  return [...gains, ...grows];
}

/** Claims that Figure 9 decides. */
export const CLAIMS: readonly ClaimRule[] = [{
  claimId: "eppgcn.q.v100s",
  premise: [
    groupsOnACard(PAPER_GRAPHS.map(({ id: workload }) => ({ workload, contender: "v100s" })), {
      metric: "speedup",
      elsewhere: "a P100 and a V100S",
    }),
  ],
  decide: newerCard,
}];
