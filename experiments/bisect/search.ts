/**
 * Binary search for the first bad commit of a range.
 *
 * @module
 */

/** Verdict on a commit; `open` where it cannot be run or its interval decides nothing. */
export type CommitVerdict = "good" | "bad" | "open";

/** Result of a search. */
export interface FirstBad {
  /** First commit that was judged bad. */
  readonly first: string;
  /** Commits right before it that are open: the change may be in one of them. Oldest first. */
  readonly open: readonly string[];
}

/**
 * Finds the first bad commit, where all before it are good and all after it bad. Commits that are open are
 * passed over by their neighbours.
 *
 * @param commits Commits after the good one, oldest first; the last is known to be bad.
 * @example
 * ```ts
 * const judge = (commit: string) => Promise.resolve(commit >= "c" ? "bad" as const : "good" as const);
 * const { first } = await firstBad(["a", "b", "c", "d"], judge);
 * if (first !== "c") throw new Error("the first that is bad");
 * ```
 */
export async function firstBad(
  commits: readonly string[],
  judge: (commit: string) => Promise<CommitVerdict>,
): Promise<FirstBad> {
  const open = new Set<number>();
  let good = -1, bad = commits.length - 1;
  for (;;) {
    const untested = Array.from({ length: bad - good - 1 }, (_, i) => good + 1 + i).filter((at) =>
      !open.has(at)
    );
    if (untested.length === 0) break;
    const at = untested[Math.floor(untested.length / 2)];
    const verdict = await judge(commits[at]);
    if (verdict === "good") good = at;
    else if (verdict === "bad") bad = at;
    else open.add(at);
  }
  return { first: commits[bad], open: commits.slice(good + 1, bad) };
}
