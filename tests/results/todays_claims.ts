/** Claims of a recorded session as today's rules judge its rows. @module */
import { publishedPapers } from "../../experiments/papers.ts";
import { decideClaims } from "../../experiments/session/verdicts/claim_verdicts.ts";
import { allSuites } from "../../experiments/suites.ts";
import type { ClaimRow } from "../../results/row.ts";
import { readSession } from "../../results/store/store.ts";

/** Judges the rows of an archive, or of a session's folder. */
export async function todaysClaims(
  archive: string,
): Promise<{ readonly recorded: readonly ClaimRow[]; readonly today: readonly ClaimRow[] }> {
  const { document, rows, samples, claims } = await readSession(archive);
  const { session, seed, profile, calibration } = document, [{ backend, adapter_kind }] = rows;
  const today = decideClaims(publishedPapers(), allSuites(), {
    session,
    seed,
    profile,
    rows,
    samples,
    ...(calibration?.callMs !== undefined && { callMs: calibration.callMs }),
    smallestDifference: calibration?.smallestDifference ?? 0,
    backend,
    adapterKind: adapter_kind,
  });
  return { recorded: claims, today };
}
