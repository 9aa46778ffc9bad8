/**
 * The contract of a suite. A suite is data: the paper's artifact and its question, what is compared
 * (contenders) on what (workloads), how one cell is measured, how its cells map to the published columns, and
 * the claims it must decide. Adding one is one file and one line in its paper's list.
 *
 * @module
 */
import type { ClaimPart } from "../results/verdicts/evidence.ts";
import type { Row } from "../results/row.ts";
import type { PlotSpec } from "../results/store/session_document.ts";
import type { Contender, Workload } from "./cell.ts";
import type { SuiteEvidence } from "./claims/suite_evidence.ts";
import type { Measurement } from "./measurement.ts";
import type { Metrics } from "./metrics.ts";
import type { PaperId } from "./paper_tables.ts";
import type { PremiseCondition } from "./premises/condition.ts";
import { contextOf, type Profile } from "./profiles.ts";
import type { PublishedKey } from "./published/mod.ts";

/** Rule that decides one claim of the published table from this suite's rows. */
export interface ClaimRule {
  /** Id in the paper's claims table: `hetu-gnn.q.spmm-time`. */
  readonly claimId: string;
  /**
   * Regime in which the claim means something, word for word as in the claims table; where one condition is
   * not met, the claim is not decided. Absent where it means something everywhere, or where it is about time
   * and needs nothing but calls that are long enough.
   */
  readonly premise?: readonly PremiseCondition[];
  /**
   * Reason for which evidence on a stand-in answers an analogue of the claim: `labels are planted`. Absent
   * where a stand-in answers the claim itself.
   */
  readonly onStandIns?: string;
  /**
   * Reason for which the evidence answers an analogue of the claim on any data and device: `a loop of ours
   * stands for DGL's`. Absent where it can answer the claim itself.
   */
  readonly analogue?: string;
  /**
   * Ranks or devices that a model stands for, such as `8 GPUs`: the verdict says that a run on these would
   * decide. Absent where none are modelled.
   */
  readonly standsFor?: string;
  /** Ids of further suites of the same paper whose rows it reads; none when absent. */
  readonly reads?: readonly string[];
  /** Gives the conjuncts of the claim, each with its measured evidence. */
  decide(evidence: SuiteEvidence): readonly ClaimPart[];
  /**
   * Gives the value of a modelled quantity at which the claim turns, in words with its interval: evidence
   * also where the premise is not met. Absent where no such value is computed.
   */
  turns?(evidence: SuiteEvidence): string;
}

/** Groups of suites of several papers, by name: what their suites have in common. */
export const SUITE_GROUPS: Readonly<Record<NonNullable<Suite["group"]>, string>> = {
  accuracy: "trainings of many seeds to the accuracies, losses and epochs that the papers claim",
};

/** A suite over workloads, contenders and metrics of its own. */
export interface Suite<
  W extends Workload = Workload,
  C extends Contender = Contender,
  M extends Metrics = Metrics,
> {
  /** Id, whose first part is the paper whose question it answers: `hetu-gnn/figure-8`. */
  readonly id: string;
  /** Artifact as the paper numbers it: `Figure 8`. */
  readonly artifact: string;
  /** Title for headings, a few words. */
  readonly title: string;
  /**
   * Set for a suite that takes minutes of training that no other suite needs: it runs only when the suite,
   * its group or its artifact is named.
   */
  readonly onlyWhenNamed?: true;
  /** Group whose name on a command line stands for all of its suites; absent where it is in none. */
  readonly group?: "accuracy";
  /** Set for a suite that runs on a user's own graphs in place of the papers', where there are any. */
  readonly onUserGraphs?: true;
  /**
   * Set where in `standard` no claim rests on the suite's times: its graphs are too small for the premise of
   * any, or there is none. They are context then, in few rounds; claims are decided at published sizes only.
   */
  readonly decidesFrom?: "paper";
  /** Set where a finding of this project rests on such times, and few rounds do not tell them apart. */
  readonly readByFinding?: true;
  /**
   * Set where one loop takes the times of all workloads, which claims compare with one another: a session
   * whose workloads are of several runs measures all of them again. Absent where none are compared.
   */
  readonly sharesRounds?: true;
  /** The question in one sentence. */
  readonly question: string;
  /** Contenders on every workload, in the order of legends. */
  readonly contenders: readonly C[];
  /** Id of the contender that ratios are against. */
  readonly baseline: string;
  /** Workloads at the sizes of a profile, in the order in which they run. */
  workloads(profile: Profile): readonly W[];
  /**
   * Workloads that the rows of the session so far ask for, beside {@linkcode workloads}: points between two
   * that disagree, or a fit of what was measured. Asked again after they have run, until none is new. The
   * same rows give the same workloads, so that a resumed session goes on where it ended. Their datasets are
   * those of {@linkcode workloads}, so that a run knows them beforehand. Absent where all workloads are known
   * beforehand.
   */
  furtherWorkloads?(profile: Profile, rows: readonly Row[]): readonly W[];
  /**
   * Sentences that answer the question from the suite's rows, each on its own. Absent where claims and plots
   * answer it.
   */
  answers?(rows: readonly Row[]): readonly string[];
  /** Settings of all cells, by name, as a reader sees them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Measurement that gives cells their values. */
  readonly measurement: Measurement<W, C, M>;
  /** Metrics of each cell. */
  readonly metrics: M;
  /** Plots in the order of the page; empty for a suite that is a table. */
  readonly plots: readonly PlotSpec[];
  /** Deviations from the paper, with their reasons. */
  readonly notes: readonly string[];
  /**
   * Published columns of one metric of one cell, or `undefined` where the paper prints no such number. Absent
   * where it prints none of the suite's.
   */
  publishedAs?(workload: W, contender: C, metric: string): PublishedKey | undefined;
  /** Claims that its rows decide; empty where the paper makes none of them. */
  readonly claims: readonly ClaimRule[];
}

/** Paper whose question a suite answers. */
export function paperOf({ id }: Pick<Suite, "id">): PaperId {
  return id.split("/")[0];
}

/** Note of a suite that decides at published sizes. */
export const FEW_ROUNDS =
  "Profile standard takes few rounds: no claim about these times is decided at its sizes.";

/** Whether a suite's times decide nothing under a profile, so that few rounds do. */
export function takesFewRounds(
  { decidesFrom, readByFinding }: Pick<Suite, "decidesFrom" | "readByFinding">,
  profile: Profile["id"],
): boolean {
  return decidesFrom === "paper" && readByFinding === undefined && profile === "standard";
}

/** The profile at whose limits a suite is measured: fewer rounds where its times decide nothing. */
export function profileFor(
  suite: Pick<Suite, "decidesFrom" | "readByFinding">,
  profile: Profile,
): Profile {
  return takesFewRounds(suite, profile.id) ? contextOf(profile) : profile;
}
