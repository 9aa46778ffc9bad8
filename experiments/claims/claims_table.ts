/**
 * The papers' claims: sentences that must hold on other hardware and on smaller graphs, each with the formula that checks
 * it and the tier that says what kind of evidence decides it.
 *
 * @module
 */
import { z } from "zod";
import type { PaperId, PaperTables } from "../paper.ts";
import { parseTable, readTableText } from "../table_file.ts";

/**
 * What decides a claim. `algebra`: holds for every input by definition, so a failure is our defect; `count`: exact values
 * of a graph, a partition or a training run; `cache-sim`: cache hit rates; `model`: communication, many devices, or memory
 * at published sizes; `time-gpu`, `time-any`: times, of a paper that ran on GPUs or on CPUs; `peer`: names another system.
 */
export const TIERS = ["algebra", "count", "cache-sim", "model", "time-any", "time-gpu", "peer"] as const;

/** One of {@link TIERS}. */
export type Tier = (typeof TIERS)[number];

/** One claim. */
export interface Claim {
  /** Whose claim it is. */
  readonly paper: PaperId;
  /** Where it is made: `Figure 8`. */
  readonly artifact: string;
  /** `hetu-gnn.q.spmm-time`, unique. */
  readonly claimId: string;
  /** The sentence. */
  readonly statement: string;
  /** The formula over measured quantities. */
  readonly check: string;
  /** What kind of evidence decides it. */
  readonly tier: Tier;
}

const RECORD = z.strictObject({
  paper: z.string(),
  artifact: z.string().min(1),
  claim_id: z.string().min(1),
  statement: z.string().min(1),
  check: z.string().min(1),
  tier: z.enum(TIERS),
});

/**
 * The claims of a paper, in the order of their artifacts.
 *
 * @throws {DataError} with the line, where a row is malformed or an id repeats.
 */
export function readClaims(paper: Pick<PaperTables, "id" | "tables">): Claim[] {
  const [text, source] = readTableText(paper, "claims");
  return parseTable(text, RECORD, source).map(({ record: { claim_id: claimId, ...rest } }) => ({
    ...rest,
    paper: paper.id,
    claimId,
  }));
}
