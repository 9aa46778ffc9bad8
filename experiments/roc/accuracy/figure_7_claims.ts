/**
 * Claims of roc Figure 7: accuracies by depth and width, and the rule of residual layers.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { intervalOf, spellInterval } from "../../claims/interval.ts";
import { endOverSeeds } from "../../claims/seed_parts.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { fiveSeeds, PLANTED_LABELS } from "./accuracy_data.ts";
import {
  BEST,
  DEPTHS,
  FASTGCN,
  GCN,
  NETWORKS,
  RESIDUAL,
  SAGE,
  type ScoredNetwork,
  SHAPE,
} from "./scored_networks.ts";

const best = ({ id }: ScoredNetwork): CellKey => ({ workload: BEST, contender: id });

/**
 * A difference of accuracies, seed by seed, that is claimed to be positive; with `orEven`, not negative. It
 * is open where the network that is claimed to be above ended too early to say.
 */
function higher(
  evidence: SuiteEvidence,
  network: ScoredNetwork,
  metric: string,
  { orEven = false }: { readonly orEven?: boolean } = {},
): ClaimPart {
  return endOverSeeds(evidence, {
    rows: [evidence.row(best(network), metric)],
    text: `${network.id}: ${metric.replaceAll("_", " ")}, points`,
    within: [orEven ? 0 : Number.MIN_VALUE, Infinity],
    lateGain: evidence.row(best(network), "late_gain"),
    moves: "up",
  });
}

/**
 * A network is above another, where both have learned: the place of one that is no more accurate than naming
 * one class for all vertices is open.
 */
function aboveOther(evidence: SuiteEvidence, network: ScoredNetwork, other: ScoredNetwork): ClaimPart {
  const part = higher(evidence, network, other.gain);
  const guessed = evidence.row(best(network), "guessed_accuracy");
  const unlearned = [network, other].map((each) => evidence.row(best(each), "best_accuracy"))
    .find((row) => intervalOf(row).low <= medianOf(guessed));
  if (unlearned === undefined) return part;
  const found = spellInterval(intervalOf(unlearned), "%");
  return openPart(
    {
      ...part,
      text: `${part.text}; ${unlearned.contender} is right in ${found}, one class for all vertices in ` +
        medianOf(guessed).toPrecision(3),
    },
    `${unlearned.contender} learns nothing here`,
  );
}

/** A deeper network is at least as accurate, and at every depth the widest is above the narrowest. */
function depthAndWidth(evidence: SuiteEvidence): ClaimPart[] {
  const [two, three, four] = RESIDUAL;
  return [
    higher(evidence, four, three.gain, { orEven: true }),
    higher(evidence, three, two.gain, { orEven: true }),
    ...RESIDUAL.map((network) => higher(evidence, network, "width_gain")),
  ];
}

/** The deepest network is above GraphSAGE, that above GCN, and that above FastGCN. */
function referenceOrder(evidence: SuiteEvidence): ClaimPart[] {
  const accuracy = (network: ScoredNetwork) => medianOf(evidence.row(best(network), "best_accuracy"));
  // The depth that is best by the median stands for what the paper calls the deepest network.
  const deepest = RESIDUAL.reduce((a, b) => accuracy(b) > accuracy(a) ? b : a);
  return [
    aboveOther(evidence, deepest, SAGE),
    aboveOther(evidence, SAGE, GCN),
    aboveOther(evidence, GCN, FASTGCN),
  ];
}

/** Scores of networks of all depths are those of the residual rule. */
function residualShape(evidence: SuiteEvidence): ClaimPart[] {
  const rows = RESIDUAL.map(({ id }) => evidence.row({ workload: SHAPE, contender: id }, "residual_error"));
  const worst = Math.max(...rows.map(medianOf));
  const text = `largest difference from the rule over ${DEPTHS.join(", ")} layers: ${worst.toExponential(1)}`;
  return [evidence.exact(worst < 1e-9, text, rows, worst)];
}

/** Rules of all claims on Figure 7. */
export const FIGURE_7_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "roc.q.depth-width",
    premise: [fiveSeeds(RESIDUAL.map(best), "best_accuracy")],
    onStandIns: PLANTED_LABELS,
    decide: depthAndWidth,
  },
  {
    claimId: "roc.q.reference-order",
    premise: [fiveSeeds(NETWORKS.map(best), "best_accuracy")],
    onStandIns: PLANTED_LABELS,
    decide: referenceOrder,
  },
  { claimId: "roc.q.residual-shape", decide: residualShape },
];
