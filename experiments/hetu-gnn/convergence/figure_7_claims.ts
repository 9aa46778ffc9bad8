/**
 * The claims of hetu-gnn that rest on Figure 7, on one device and on several.
 *
 * @module
 */
import { labelInSentence } from "../../../results/report/suite_label.ts";
import { medianOf } from "../../../results/row.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { type CellKey, EvidenceMissing, type SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Quantity } from "../../premises/condition.ts";
import { verticesOf } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";
import {
  BROADCAST,
  MEMBER_BROADCAST,
  ONE_RANK,
  type RankContender,
  REAL_RANKS,
} from "../ranks/rank_contenders.ts";
import { GRAPHS } from "../paper_graphs.ts";
import { PYTORCH_CONTENDERS } from "../pytorch.ts";
import { checkpointId, CHECKPOINTS } from "./race_checkpoints.ts";
import { LENGTH, TARGET } from "./convergence_target.ts";
import { filledCalls } from "../../premises/busy_threads.ts";

/** Workload of epochs on real ranks, and hidden units of its model. */
const REAL_EPOCH = "reddit:epoch:machine", { hidden: HIDDEN } = GRAPHS.reddit;

/** `tolerance` of two losses, relative. */
const TOLERANCE = 0.01;

/** Contender whose losses are the reference. */
const [REFERENCE] = PYTORCH_CONTENDERS;

/** The cell of a contender's last checkpoint, which a profile decides. */
function atEnd(evidence: SuiteEvidence, contender: string): CellKey {
  const epoch = CHECKPOINTS.findLast((each) =>
    evidence.find({ workload: checkpointId(each), contender }, "test_loss") !== undefined
  );
  return { workload: checkpointId(epoch ?? LENGTH.standard.epochs), contender };
}

/** Equal to the reference's final test loss within the tolerance, from equal weights and hyper-parameters. */
function sameLoss(evidence: SuiteEvidence): ClaimPart[] {
  const reference = evidence.row(atEnd(evidence, REFERENCE), "test_loss");
  return ["base", "reorder-bs"].map((contender) => {
    const own = evidence.row(atEnd(evidence, contender), "test_loss");
    const difference = Math.abs(medianOf(own) / medianOf(reference) - 1);
    const text = `at the end ${contender} has a test loss of ${medianOf(own).toPrecision(4)}, PyTorch ` +
      `${medianOf(reference).toPrecision(4)}: ${(100 * difference).toPrecision(2)} % apart`;
    return evidence.exact(difference <= TOLERANCE, text, [own, reference], difference);
  });
}

/** Every reference takes longer to reach the loss; where one of the contenders does not, there is no time. */
function fasterThanReference(evidence: SuiteEvidence): ClaimPart[] {
  const [own, ...references] = ["base", ...PYTORCH_CONTENDERS].map((contender) => {
    const end = atEnd(evidence, contender), last = evidence.row(end, "test_loss");
    if (evidence.find(end, "time_to_loss") === undefined) {
      throw new EvidenceMissing(
        `${contender} has a test loss of ${medianOf(last).toPrecision(4)} on ${end.workload}, the last; ` +
          `the loss to reach is ${TARGET.toFixed(3)}`,
      );
    }
    return end;
  });
  return references.map((reference) => evidence.faster(own, reference, "time_to_loss"));
}

const onRanks = ({ id: contender }: RankContender) => ({
  suite: REAL_RANKS,
  workload: REAL_EPOCH,
  contender,
});

/** Outputs of a rank's product in hidden layers: it has its share of the rows. */
const rankOutputs: Quantity["readings"] = (evidence) => {
  const { dataset, ranks = 1 } = evidence.row(onRanks(BROADCAST), "epoch_time");
  return [{ of: `a rank on ${dataset}`, value: verticesOf(dataset) * HIDDEN / ranks }];
};

/** Real ranks take less time for an epoch than one; with its losses, they need as many epochs. */
function moreDevices(evidence: SuiteEvidence): ClaimPart[] {
  return [BROADCAST, MEMBER_BROADCAST].flatMap((contender) => {
    const row = contender === BROADCAST
      ? evidence.row(onRanks(contender), "epoch_time")
      : evidence.find(onRanks(contender), "epoch_time");
    if (row?.status !== "ok") return [];
    const part = evidence.faster(onRanks(contender), onRanks(ONE_RANK), "epoch_time");
    return [{
      ...part,
      text: `on ${row.ranks} real ranks, ${labelInSentence(contender.label)}: ${part.text}`,
    }];
  });
}

/** Rules of the claims on one device. */
export const FIGURE_7_CLAIMS: readonly ClaimRule[] = [
  { claimId: "hetu-gnn.q.same-loss", decide: sameLoss },
  { claimId: "hetu-gnn.q.single-faster-than-reference", decide: fasterThanReference },
];

/** Rule of the claim on several devices. */
export const FIGURE_7_DEVICES_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "hetu-gnn.q.multi-faster-than-single",
    premise: filledCalls(rankOutputs),
    reads: [REAL_RANKS],
    decide: moreDevices,
  },
];
