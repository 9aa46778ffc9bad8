/**
 * The papers' claims: sentences that must hold on other hardware and on smaller graphs, each with the formula
 * that checks it and the tier that says what kind of evidence decides it.
 *
 * @module
 */
import { z } from "zod";
import type { PaperId, PaperTables } from "../paper_tables.ts";
import type { Tier } from "../../results/verdicts/evidence.ts";
import { parsePaperTable, readTableText } from "../table_file.ts";

/**
 * Tiers of claims. `by-construction`: follows from definitions or from this code's own construction, so that
 * it is a check and is never counted as reproduced; `algebra`: holds for every input, so a failure is our
 * defect; `count`: exact values of a graph, a partition or a training run; `cache-sim`: cache hit rates;
 * `model`: communication, many devices, or memory at published sizes; `time-gpu`, `time-any`: times, of a
 * paper that ran on GPUs or on CPUs; `peer`: names another system.
 */
export const TIERS = [
  "by-construction",
  "algebra",
  "count",
  "cache-sim",
  "model",
  "time-any",
  "time-gpu",
  "peer",
] as const satisfies readonly Tier[];

/** One claim. */
export interface Claim {
  /** Paper that makes the claim. */
  readonly paper: PaperId;
  /** Artifact in which the paper makes the claim: `Figure 8`. */
  readonly artifact: string;
  /** `hetu-gnn.q.spmm-time`, unique. */
  readonly claimId: string;
  /** The sentence. */
  readonly statement: string;
  /** The formula over measured quantities. */
  readonly check: string;
  /** Kind of evidence that decides the claim. */
  readonly tier: Tier;
  /** Regime in which the sentence means something; empty where it is every one. */
  readonly premise: string;
}

const RECORD = z.strictObject({
  paper: z.string(),
  artifact: z.string().min(1),
  claim_id: z.string().min(1),
  statement: z.string().min(1),
  check: z.string().min(1),
  tier: z.enum(TIERS),
  premise: z.string().default(""),
});

/**
 * The claims of a paper, in the order of their artifacts.
 *
 * @throws {DataError} with the line, where a row is malformed or an id repeats.
 */
export function readClaims(paper: Pick<PaperTables, "id" | "tables">): Claim[] {
  const [text, source] = readTableText(paper, "claims");
  return parsePaperTable(text, RECORD, source).map(({ record: { claim_id: claimId, ...rest } }) => ({
    ...rest,
    paper: paper.id,
    claimId,
  }));
}
