/**
 * The claims of hetu-gnn that rest on Figure 9.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { liesBelow, spellInterval } from "../../claims/interval.ts";
import { lower } from "../../claims/interval_parts.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { FASTER_LINKS, VARIED_LINKS } from "./links.ts";
import { GRAPH_IDS, type GraphId } from "../paper_graphs.ts";
import { EQUAL_BLOCKS, ONE_D_4, type PaperScheme, SCHEMES } from "./schemes.ts";
import {
  BLOCK_METIS,
  BLOCK_RCM,
  ORDERINGS,
  type ScopedOrdering,
  UNORDERED,
  WHOLE_METIS,
  WHOLE_RCM,
} from "./scoped_orderings.ts";
import { medianOf } from "../../../results/row.ts";

/** Graphs on which the paper says that messages take longer than computing. */
export const LARGE_GRAPHS: readonly GraphId[] = ["archaea", "ogbn-products"];

const BLOCK_WISE = [BLOCK_METIS, BLOCK_RCM];
/** Epochs that the paper trains. */
const EPOCHS = 100;
/** Largest share that is "much less". */
const MUCH_LESS = 0.1;

const at = (graph: GraphId, scheme: PaperScheme, { id: contender }: ScopedOrdering) => ({
  workload: `${graph}:${scheme.id}`,
  contender,
});

/** One part for every graph and scheme. */
function everywhere(ask: (graph: GraphId, scheme: PaperScheme) => readonly ClaimPart[]): ClaimPart[] {
  return GRAPH_IDS.flatMap((graph) =>
    SCHEMES.flatMap((scheme) =>
      ask(graph, scheme).map((part) => ({ ...part, words: `${scheme.label}: ${part.words}` }))
    )
  );
}

function blockSpeedup(evidence: SuiteEvidence): ClaimPart[] {
  return everywhere((graph, scheme) =>
    BLOCK_WISE.map((ordering) =>
      evidence.faster(at(graph, scheme, ordering), at(graph, scheme, UNORDERED), "spmm_time")
    )
  );
}

/**
 * Mean time over graphs and schemes; times of a graph as shares of its own time without reordering, so that
 * none outweighs.
 */
function blockAgainstWhole(evidence: SuiteEvidence): ClaimPart[] {
  return [[BLOCK_METIS, WHOLE_METIS], [BLOCK_RCM, WHOLE_RCM]].map((pair) => {
    const rows = pair.map((ordering) =>
      GRAPH_IDS.flatMap((graph) =>
        SCHEMES.map((scheme) => evidence.row(at(graph, scheme, ordering), "spmm_speedup"))
      )
    );
    const shares = rows.map((own) => {
      const ends = (end: "median" | "ci_lo" | "ci_hi") =>
        own.reduce((sum, row) => sum + 1 / (row[end] ?? medianOf(row)), 0) / own.length;
      return { value: ends("median"), low: ends("ci_hi"), high: ends("ci_lo") };
    });
    const [block, whole] = shares;
    const said = shares.map((share, i) => `${spellInterval(share)} with ${pair[i].label}`).join(", ");
    return evidence.decide(liesBelow(block, whole), {
      words: `mean time as a share of that without reordering: ${said}`,
      rows: rows.flat(),
      value: block.value / whole.value,
      open: "intervals overlap",
    });
  });
}

function epochAlso(evidence: SuiteEvidence): ClaimPart[] {
  return everywhere((graph, scheme) =>
    BLOCK_WISE.map((ordering) =>
      underChanges(VARIED_LINKS, (link) => {
        const metric = changedMetric("epoch_time", link);
        return evidence.faster(at(graph, scheme, ordering), at(graph, scheme, UNORDERED), metric);
      })
    )
  );
}

/** `1 < epoch_speedup < spmm_speedup`. */
function amdahl(evidence: SuiteEvidence): ClaimPart[] {
  const less = everywhere((graph, scheme) =>
    BLOCK_WISE.map((ordering) =>
      underChanges(VARIED_LINKS, (link) =>
        evidence.bounded(
          at(graph, scheme, ordering),
          changedMetric("spmm_over_epoch_speedup", link),
          { side: "above", bound: 1 },
        ))
    )
  );
  return [...epochAlso(evidence), ...less];
}

/** Archaea above Reddit, Reddit not below the other two. */
function archaeaLargest(evidence: SuiteEvidence): ClaimPart[] {
  const best = (graph: string) =>
    evidence.row({ workload: `${graph}:best`, contender: "block-best" }, "spmm_speedup");
  return [
    lower(evidence, best("reddit"), best("archaea")),
    lower(evidence, best("ogbn-proteins"), best("reddit")),
    lower(evidence, best("ogbn-products"), best("reddit")),
  ];
}

function messagesDominate(evidence: SuiteEvidence): ClaimPart[] {
  return LARGE_GRAPHS.map((graph) =>
    underChanges(VARIED_LINKS, (link) => {
      const key = at(graph, ONE_D_4, BLOCK_METIS);
      const [messages, spmm] = [
        evidence.row(key, changedMetric("card_messages_time", link)),
        evidence.row(key, "card_spmm_time"),
      ];
      const words =
        `${graph} at its published size, ${ONE_D_4.label}: messages ${medianOf(messages).toFixed(1)} ms, ` +
        `slowest rank ${medianOf(spmm).toFixed(1)} ms`;
      return evidence.exact(medianOf(messages) > medianOf(spmm), words, [messages, spmm]);
    })
  );
}

function fasterLink(evidence: SuiteEvidence): ClaimPart[] {
  return everywhere((graph, scheme) => {
    const key = at(graph, scheme, BLOCK_METIS);
    const rows = [VARIED_LINKS[0], ...FASTER_LINKS].map((link) =>
      evidence.row(key, changedMetric("epoch_time", link))
    );
    const [plain, some, most] = rows.map(medianOf);
    const words = `${graph}: ${most.toFixed(3)}, ${some.toFixed(3)}, ${plain.toFixed(3)} ms`;
    return [evidence.exact(most < some && some < plain, words, rows)];
  });
}

/** The 1.5D scheme of each pair computes faster than the 1D scheme with as many blocks. */
function fasterWithMembers(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPH_IDS.flatMap((graph) =>
    EQUAL_BLOCKS.map(([more, fewer]) => {
      // The larger speed-up over one device, measured beside each of the two, stands on the slow side of
      // the ratio.
      const [a, b] = [more, fewer].map((scheme) => at(graph, scheme, UNORDERED));
      const part = evidence.faster(b, a, "one_device_speedup");
      return { ...part, words: `${more.id} over ${fewer.id}: ${part.words}` };
    })
  );
}

function sameBytes(evidence: SuiteEvidence): ClaimPart[] {
  return everywhere((graph, scheme) => {
    const rows = ORDERINGS.map((ordering) => evidence.row(at(graph, scheme, ordering), "comm_bytes"));
    const counts = [...new Set(rows.map(({ median }) => median))];
    return [evidence.exact(counts.length === 1, `${graph}: ${counts.join(" or ")} bytes a product`, rows)];
  });
}

function cheapOrdering(evidence: SuiteEvidence): ClaimPart[] {
  return everywhere((graph, scheme) =>
    BLOCK_WISE.map((ordering) => {
      const key = at(graph, scheme, ordering);
      return underChanges(VARIED_LINKS, (link) => {
        const once = evidence.row(key, "preprocess"),
          epoch = evidence.row(key, changedMetric("epoch_time", link));
        const share = medianOf(once) / (EPOCHS * medianOf(epoch));
        const words = `${graph}, ${ordering.label}: ${(100 * share).toPrecision(2)} % of ${EPOCHS} epochs`;
        return evidence.exact(share < MUCH_LESS, words, [once, epoch], share);
      });
    })
  );
}

/** Rules of all claims on Figure 9. */
export const FIGURE_9_CLAIMS: readonly ClaimRule[] = [
  { claimId: "hetu-gnn.q.block-speedup", decide: blockSpeedup },
  { claimId: "hetu-gnn.q.block-vs-whole", decide: blockAgainstWhole },
  { claimId: "hetu-gnn.q.epoch-also", decide: epochAlso },
  { claimId: "hetu-gnn.q.amdahl", decide: amdahl },
  { claimId: "hetu-gnn.q.archaea-largest", decide: archaeaLargest },
  { claimId: "hetu-gnn.q.comm-dominates-large", decide: messagesDominate },
  { claimId: "hetu-gnn.q.faster-link", decide: fasterLink },
  { claimId: "hetu-gnn.q.1_5d-faster-compute", decide: fasterWithMembers },
  { claimId: "hetu-gnn.q.same-communication", decide: sameBytes },
  { claimId: "hetu-gnn.q.reorder-cost-small", decide: cheapOrdering },
];
