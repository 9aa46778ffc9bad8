/**
 * Time budget of a run: suites that decide most claims per second come first, a comparison begins only if it
 * fits into what is left, and the run ends in time.
 *
 * @module
 */
import type { Device } from "../../../hardware/device.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Tier } from "../../../results/verdicts/evidence.ts";
import { readClaims } from "../../claims/published_claims.ts";
import { publishedPapers } from "../../papers.ts";
import type { Suite } from "../../suite.ts";
import type { PlannedEstimate } from "./estimate.ts";

/** Share of a budget that is kept for verdicts, report and archive, and its limits in seconds. */
const RESERVE = { share: 0.15, least: 2, most: 60 } as const;

/** Reports that a budget keeps time for: the last one is larger than those before, and is packed. */
const REPORTS = 3;

/** The budget was spent within a comparison, which is dropped; the run has ended well. */
export class BudgetSpent extends Interrupted {
  /** Takes nothing: the run itself says what is left. */
  constructor() {
    super("a budget that is spent");
  }
}

/** A comparison has taken more than its part of the budget; it is dropped, and the run goes on. */
class ComparisonTooLong extends Interrupted {
  /** Takes nothing: the run itself says what is left. */
  constructor() {
    super("a comparison that has taken its part of the budget", "run it without --budget");
  }
}

/**
 * Part of the time left that one comparison may take, whatever its estimate: an estimate is often of another
 * device, and the others should get their turn.
 */
const MOST_SHARE = 1 / 4;
/** Multiple of its estimate that it may take beyond that. */
const PATIENCE = 3;

/** Tier of every claim of the papers, by id. */
function claimTiers(): ReadonlyMap<string, Tier> {
  return new Map(
    publishedPapers().flatMap((paper) =>
      readClaims(paper).map(({ claimId, tier }) => [claimId, tier] as const)
    ),
  );
}

/** Tiers of claims about times. */
const TIMED: ReadonlySet<Tier> = new Set(["time-any", "time-gpu", "peer"]);

/** Numbers of a suite's claims that its rows can decide on this device under this profile. */
function decidable(
  { claims, decidesFrom }: Pick<Suite, "claims" | "decidesFrom">,
  tiers: ReadonlyMap<string, Tier>,
  { profile, onGpu }: { readonly profile: string; readonly onGpu: boolean },
): { readonly timed: number; readonly all: number } {
  const own = claims.flatMap(({ claimId }) => tiers.get(claimId) ?? []);
  const isLarge = decidesFrom === undefined || decidesFrom === profile;
  const timed = own.filter((tier) => TIMED.has(tier) && isLarge && (tier !== "time-gpu" || onGpu)).length;
  return { timed, all: timed + own.filter((tier) => !TIMED.has(tier)).length };
}

/**
 * Suites in the order of the claims that they decide per second; of equals, the quicker one first. A claim
 * about GPUs counts on a GPU only, and one about times only where the profile's graphs are large enough. On a
 * GPU claims about times go before all others, which any machine can decide.
 *
 * @param comparisons Estimated seconds of every comparison.
 */
export function byClaimsPerSecond(
  suites: readonly Suite[],
  comparisons: readonly Pick<PlannedEstimate, "suite" | "seconds">[],
  { profile, device }: {
    readonly profile: string;
    readonly device: Pick<Device, "backend" | "adapterKind">;
  },
): Suite[] {
  const onGpu = device.backend === "webgpu" && device.adapterKind === "hardware";
  const tiers = claimTiers();
  const bySuite = Map.groupBy(comparisons, ({ suite }) => suite);
  return suites.map((suite) => {
    const seconds = sumOf(bySuite.get(suite.id) ?? [], (each) => each.seconds);
    const cost = Math.max(1e-3, seconds), { timed, all } = decidable(suite, tiers, { profile, onGpu });
    return { suite, cost, timed: onGpu ? timed / cost : 0, all: all / cost };
  }).toSorted((a, b) => b.timed - a.timed || b.all - a.all || a.cost - b.cost).map(({ suite }) => suite);
}

/** Seconds that a run may take, and what is left of them. */
export class Budget implements Disposable {
  readonly #spent = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #part: AbortSignal | undefined;
  /** Time of the clock at which nothing may run any more. */
  readonly #limit: number;
  #ends = 0;
  readonly #expected: ReadonlyMap<string, number>;
  readonly #clock: () => number;
  #estimated = 0;
  #took = 0;
  #abandoned = false;

  /**
   * Begins now.
   *
   * @param seconds Whole budget.
   * @param expected Estimated seconds of each comparison, by name.
   * @param clock Milliseconds of a steady clock.
   */
  constructor(seconds: number, expected: ReadonlyMap<string, number>, clock = () => performance.now()) {
    const reserve = Math.min(RESERVE.most, Math.max(RESERVE.least, RESERVE.share * seconds));
    this.#clock = clock;
    this.#limit = clock() + 1000 * seconds;
    this.#expected = expected;
    this.#keep(1000 * reserve);
  }

  /** Ends the comparisons so many milliseconds before the limit. */
  #keep(reserveMs: number): void {
    this.#ends = this.#limit - reserveMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#spent.abort(new BudgetSpent()), this.remainingMs);
  }

  /** Keeps enough for the last report where verdicts and a report have taken so long. */
  reported(ms: number): void {
    const wanted = REPORTS * ms;
    if (this.#limit - this.#ends < wanted) this.#keep(wanted);
  }

  /**
   * Aborts with {@linkcode BudgetSpent} where the comparison in progress takes longer than there is time, and
   * with {@linkcode ComparisonTooLong} where it takes more than its part.
   */
  get signal(): AbortSignal {
    return this.#part === undefined ? this.#spent.signal : AbortSignal.any([this.#spent.signal, this.#part]);
  }

  /** Whether some work had not ended when it had to, and may still go on. */
  get abandoned(): boolean {
    return this.#abandoned;
  }

  /**
   * Runs a comparison. Unless it is the last, the {@linkcode signal} ends one that takes more than a quarter
   * of the time that was left at its begin, and than three times its estimate.
   *
   * @returns Whether it ended by itself; false where it was dropped, and others may follow.
   * @throws {BudgetSpent} where it has not ended when the budget ends.
   */
  async run(name: string, comparison: () => Promise<void>, isLast: boolean): Promise<boolean> {
    const estimate = PATIENCE * this.#slowness * (this.#expected.get(name) ?? 0);
    const most = Math.max(MOST_SHARE * this.remainingMs, 1000 * estimate);
    const part = new AbortController();
    const timer = isLast ? undefined : setTimeout(() => part.abort(new ComparisonTooLong()), most);
    this.#part = part.signal;
    try {
      await this.within(comparison());
      return true;
    } catch (error) {
      if (!(error instanceof ComparisonTooLong)) throw error;
      return false;
    } finally {
      clearTimeout(timer);
      this.#part = undefined;
    }
  }

  /**
   * Waits for a comparison, but not beyond half of the time that is kept for the report: what neither ends
   * nor listens to the signal, such as a wait for a driver that hangs, would take the whole session along.
   *
   * @throws {BudgetSpent} where the comparison has not ended by then; it may still go on.
   */
  async within<T>(comparison: Promise<T>): Promise<T> {
    // Nobody listens any more to what fails later.
    comparison.catch(() => {});
    let timer: ReturnType<typeof setTimeout> | undefined;
    const overdue = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#abandoned = true;
        reject(new BudgetSpent());
      }, Math.max(0, (this.#ends + this.#limit) / 2 - this.#clock()));
    });
    try {
      return await Promise.race([comparison, overdue]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the timer of the signal. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  /** Milliseconds until verdicts and report have to begin. */
  get remainingMs(): number {
    return Math.max(0, this.#ends - this.#clock());
  }

  /**
   * Whether a comparison fits, by its estimate and by how slow this machine has been against the estimates
   * so far.
   */
  fits(name: string): boolean {
    return 1000 * this.#slowness * (this.#expected.get(name) ?? 0) < this.remainingMs;
  }

  /** Time that comparisons took over their estimates, so far; at least 1. */
  get #slowness(): number {
    return this.#estimated > 0 ? Math.max(1, this.#took / this.#estimated) : 1;
  }

  /** Whether work of so many milliseconds takes no more than a quarter of the time that is left. */
  affords(ms: number): boolean {
    return ms <= MOST_SHARE * this.remainingMs;
  }

  /** Compares a comparison that has ended with its estimate. */
  ended(name: string, seconds: number): void {
    this.#estimated += this.#expected.get(name) ?? seconds;
    this.#took += seconds;
  }
}
