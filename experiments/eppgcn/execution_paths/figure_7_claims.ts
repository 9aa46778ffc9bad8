/**
 * Claims of eppgcn Figure 7: execution paths beat a mask everywhere, and the whole graph where it is not
 * small.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { ON_A_GPU } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";
import { PAPER_GRAPHS } from "../paper_graphs.ts";
import { pathPremise } from "../path_premises.ts";
import { MASK, PATH, WHOLE } from "./backward_kernels.ts";

/** Graphs that the paper calls small here. */
export const SMALL: readonly string[] = ["cora", "citeseer"];
/** Graph that the claim of the largest gain is about. */
const LARGEST = "com-youtube";

const SMALL_GRAPHS = PAPER_GRAPHS.filter(({ id }) => SMALL.includes(id));
const OTHER_GRAPHS = PAPER_GRAPHS.filter(({ id }) => !SMALL.includes(id));

const key = (workload: string, contender: string) => ({ workload, contender });

/** Cells of the graphs by these contenders. */
const cells = (graphs: readonly { readonly id: string }[], ...contenders: readonly string[]) =>
  graphs.flatMap(({ id }) => contenders.map((contender) => key(id, contender)));

/** The named graph's normalised time is below that of the others that are not small. */
function lowestOn(evidence: SuiteEvidence, lowest: string): ClaimPart[] {
  const time = (graph: string): Cited => [key(graph, PATH), "time_normalized"];
  return OTHER_GRAPHS.filter(({ id }) => id !== lowest).map(({ id }) =>
    evidence.less(time(lowest), time(id))
  );
}

/** Claims that Figure 7 decides. */
export const CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "eppgcn.q.beats-if-else",
    premise: pathPremise(cells(PAPER_GRAPHS, PATH, MASK)),
    decide: (evidence) => PAPER_GRAPHS.map(({ id }) => evidence.faster(key(id, PATH), key(id, MASK))),
  },
  {
    claimId: "eppgcn.q.small-graphs",
    // The default grouping, to which the paper puts the loss down, is none on CPU threads.
    premise: [ON_A_GPU, ...pathPremise(cells(SMALL_GRAPHS, WHOLE, PATH))],
    decide: (evidence) => SMALL_GRAPHS.map(({ id }) => evidence.faster(key(id, WHOLE), key(id, PATH))),
  },
  {
    claimId: "eppgcn.q.large-graphs",
    premise: pathPremise(cells(OTHER_GRAPHS, WHOLE, PATH)),
    decide: (evidence) => [
      ...OTHER_GRAPHS.map(({ id }) => evidence.faster(key(id, PATH), key(id, WHOLE))),
      ...lowestOn(evidence, LARGEST),
    ],
  },
];
