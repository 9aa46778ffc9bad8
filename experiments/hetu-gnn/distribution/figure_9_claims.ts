/**
 * The claims of hetu-gnn that rest on Figure 9.
 *
 * @module
 */
import { parseDatasetName } from "../../../datasets/generators/stand_in.ts";
import { labelInSentence } from "../../../results/report/suite_label.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { meanOf } from "../../claims/timed_series.ts";
import { between, type Quantity } from "../../premises/condition.ts";
import { verticesOf, workloadMetric } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";
import { orderingPremise } from "../orderings/ordering_premises.ts";
import { FASTER_LINKS, VARIED_LINKS } from "./links.ts";
import { GRAPH_IDS, type GraphId, WIDTH } from "../paper_graphs.ts";
import { EQUAL_BLOCKS, ONE_D_2, ONE_D_4, type PaperScheme, SCHEMES } from "./schemes.ts";
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
import { LONG_CALLS } from "../../premises/long_calls.ts";
import { busyCard } from "../../premises/busy_threads.ts";

/** Graphs on which the paper says that messages take longer than computing. */
export const LARGE_GRAPHS: readonly GraphId[] = ["archaea", "ogbn-products"];

const BLOCK_WISE = [BLOCK_METIS, BLOCK_RCM];
/** Epochs that the paper trains. */
const EPOCHS = 100;
/** Largest share that is "much less". */
const MUCH_LESS = 0.1;

/** Scheme whose rows without reordering have the quantities of premises. */
export const REGIME_SCHEME = ONE_D_2;

/** Premise of claims about products. */
const ORDERING_PREMISE = orderingPremise({
  graphs: Object.fromEntries(GRAPH_IDS.map((graph) => [`${graph}:${REGIME_SCHEME.id}`, graph])),
  contender: UNORDERED.id,
});

/** A slow epoch flatters an ordering's cost: at full size one takes about as long as on the paper's card. */
const EPOCH_OF_THE_CARD = [
  between(0.25, 4, {
    name: "epoch time over the printed",
    readings: workloadMetric(
      "epoch_over_printed",
      GRAPH_IDS.map((graph) => `${graph}:${REGIME_SCHEME.id}`),
      UNORDERED.id,
    ),
    elsewhere: "--device webgpu on a GPU of the paper's rate",
  }),
];

const at = (graph: GraphId, scheme: PaperScheme, { id: contender }: ScopedOrdering) => ({
  workload: `${graph}:${scheme.id}`,
  contender,
});

/** One part for every graph and scheme. */
function everywhere(ask: (graph: GraphId, scheme: PaperScheme) => readonly ClaimPart[]): ClaimPart[] {
  return GRAPH_IDS.flatMap((graph) =>
    SCHEMES.flatMap((scheme) =>
      ask(graph, scheme).map((part) => ({ ...part, text: `${scheme.label}: ${part.text}` }))
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
    const [block, whole] = pair.map((ordering) =>
      meanOf(
        GRAPH_IDS.flatMap((graph) =>
          SCHEMES.map((scheme) => evidence.series(at(graph, scheme, ordering), "spmm_speedup"))
        ),
        (speedup) => 1 / speedup,
      )
    );
    const [own, other] = pair.map(({ label }) => label);
    return evidence.timed({
      of: [whole, block],
      quantity: ([above, below]) => above / below,
      within: [1, Infinity],
      text: `mean time as a share of that without reordering: ${other} over ${own}`,
    });
  });
}

/** A relation of each modelled epoch to the measured product that it is priced from, a part a graph. */
function pricedEpochs(
  evidence: SuiteEvidence,
  holds: (epochSpeedup: number, spmmSpeedup: number) => boolean,
): ClaimPart[] {
  return GRAPH_IDS.map((graph) => {
    const cells = SCHEMES.flatMap((scheme) =>
      BLOCK_WISE.flatMap((ordering) =>
        VARIED_LINKS.map((link) => {
          const rows = ["spmm_time", changedMetric("epoch_time", link)].map((metric) =>
            [UNORDERED, ordering].map((each) => evidence.row(at(graph, scheme, each), metric))
          );
          const [product, epoch] = rows.map(([before, after]) => medianOf(before) / medianOf(after));
          return { rows: rows.flat(), product, epoch };
        })
      )
    );
    const [farthest] = cells.toSorted((a, b) => Math.abs(b.epoch - 1) - Math.abs(a.epoch - 1));
    const text =
      `${graph}: ${cells.length} modelled epochs, one ${farthest.epoch.toFixed(3)} times as fast ` +
      `with a product ${farthest.product.toFixed(3)} times as fast`;
    const all = cells.every(({ epoch, product }) => holds(epoch, product));
    return evidence.byConstruction(all, text, cells.flatMap(({ rows }) => rows));
  });
}

/** The modelled epoch gets shorter where the product does, and longer where the product does. */
function epochAlso(evidence: SuiteEvidence): ClaimPart[] {
  return pricedEpochs(evidence, (epoch, spmm) => Math.sign(epoch - 1) === Math.sign(spmm - 1));
}

/** The modelled epoch's speed-up lies between 1 and the product's. */
function amdahl(evidence: SuiteEvidence): ClaimPart[] {
  return pricedEpochs(evidence, (epoch, spmm) => epoch === spmm || Math.abs(epoch - 1) < Math.abs(spmm - 1));
}

/** Archaea above Reddit, Reddit not below the other two. */
function archaeaLargest(evidence: SuiteEvidence): ClaimPart[] {
  const best = (graph: GraphId): Cited => [
    { workload: `${graph}:best`, contender: "block-best" },
    "spmm_speedup",
  ];
  return [
    evidence.less(best("reddit"), best("archaea")),
    evidence.less(best("ogbn-proteins"), best("reddit")),
    evidence.less(best("ogbn-products"), best("reddit")),
  ];
}

/**
 * Outputs of a rank's product at the published sizes, at which messages and products are priced on the
 * paper's card: a constant, since the launches that are compared are the card's. A stand-in at another scale
 * changes the traffic that is priced, but no launch. The condition says that these launches fill the card.
 */
const cardOutputs: Quantity["readings"] = (evidence) =>
  LARGE_GRAPHS.map((graph) => {
    const { dataset } = evidence.row(at(graph, ONE_D_4, BLOCK_METIS), "card_spmm_time");
    const { id } = parseDatasetName(dataset);
    return { of: `a rank on ${id}`, value: verticesOf(id) * WIDTH / ONE_D_4.ranks };
  });

function messagesDominate(evidence: SuiteEvidence): ClaimPart[] {
  return LARGE_GRAPHS.map((graph) =>
    underChanges(VARIED_LINKS, (link) => {
      const key = at(graph, ONE_D_4, BLOCK_METIS);
      const [messages, spmm] = [
        evidence.row(key, changedMetric("card_messages_time", link)),
        evidence.row(key, "card_spmm_time"),
      ];
      const text =
        `${graph} at its published size, ${ONE_D_4.label}: messages ${medianOf(messages).toFixed(1)} ms, ` +
        `slowest rank ${medianOf(spmm).toFixed(1)} ms`;
      return evidence.exact(medianOf(messages) > medianOf(spmm), text, [messages, spmm]);
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
    const text = `${graph}: ${most.toFixed(3)}, ${some.toFixed(3)}, ${plain.toFixed(3)} ms`;
    return [evidence.byConstruction(most < some && some < plain, text, rows)];
  });
}

/** In 1.5D the busiest rank multiplies less than in 1D with as many blocks. */
function lessWorkWithMembers(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPH_IDS.flatMap((graph) =>
    EQUAL_BLOCKS.map((pair) => {
      const rows = pair.map((scheme) => evidence.row(at(graph, scheme, UNORDERED), "most_rank_entries"));
      const [members, alone] = rows.map(medianOf);
      const [few, many] = pair.map(({ label }) => labelInSentence(label));
      const text = `${graph}: ${members} entries with ${few}, ${alone} with ${many}`;
      return evidence.exact(members < alone, text, rows, members / alone);
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

/** The time of an ordering as a share of that of all epochs. */
function cheapOrdering(evidence: SuiteEvidence): ClaimPart[] {
  return everywhere((graph, scheme) =>
    BLOCK_WISE.map((ordering) => {
      const key = at(graph, scheme, ordering);
      return underChanges(VARIED_LINKS, (link) =>
        evidence.timed({
          of: [
            evidence.series(key, "preprocess"),
            evidence.series(key, changedMetric("epoch_time", link)),
          ],
          quantity: ([once, epoch]) => once / (EPOCHS * epoch),
          within: [-Infinity, MUCH_LESS],
          text: `${graph}, ${ordering.label}: time of the ordering over that of ${EPOCHS} epochs`,
        }));
    })
  );
}

/** Rules of all claims on Figure 9. */
export const FIGURE_9_CLAIMS: readonly ClaimRule[] = [
  { claimId: "hetu-gnn.q.block-speedup", premise: ORDERING_PREMISE, decide: blockSpeedup },
  { claimId: "hetu-gnn.q.block-vs-whole", premise: ORDERING_PREMISE, decide: blockAgainstWhole },
  { claimId: "hetu-gnn.q.epoch-also", decide: epochAlso },
  { claimId: "hetu-gnn.q.amdahl", decide: amdahl },
  { claimId: "hetu-gnn.q.archaea-largest", premise: ORDERING_PREMISE, decide: archaeaLargest },
  {
    claimId: "hetu-gnn.q.comm-dominates-large",
    premise: [LONG_CALLS, busyCard(cardOutputs, "a graph of the published size (--profile paper)")],
    standsFor: `${ONE_D_4.ranks} GPUs of the paper's kind on PCIe 3.0`,
    decide: messagesDominate,
  },
  { claimId: "hetu-gnn.q.faster-link", decide: fasterLink },
  { claimId: "hetu-gnn.q.1_5d-faster-compute", decide: lessWorkWithMembers },
  { claimId: "hetu-gnn.q.same-communication", decide: sameBytes },
  { claimId: "hetu-gnn.q.reorder-cost-small", premise: EPOCH_OF_THE_CARD, decide: cheapOrdering },
];
