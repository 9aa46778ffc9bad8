/**
 * Runners that take turns: each is checked when it opens, timed in rounds of random order, and checked
 * again after its last round.
 *
 * @module
 */
import type { TimerKind } from "../../hardware/device.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { takeTurns } from "../../hardware/measuring/turn_loop.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";
import type { Lab } from "../lab.ts";
import type { CheckedTimes } from "../metrics.ts";
import type { Profile } from "../profiles.ts";
import { Outcomes } from "../trials/outcomes.ts";

/** An open program, whose result was right when it opened. */
export interface Runner<Turn> {
  /** Check of its result before it was timed. */
  readonly check: CheckReport;
  /** Clock of its times. */
  readonly timer: TimerKind;
  /** Runs once; measurements of that run. */
  time(): Promise<Turn>;
  /**
   * Runs again and compares.
   *
   * @throws {WrongResultError} where the result is wrong by now.
   */
  recheck(): Promise<void>;
  /** Returns its memory. */
  close(): void;
}

/** Turns of one runner, by round. */
export class CheckedTurns<Turn> {
  /** Measurements, one entry a round. Round i of all runners was taken together. */
  readonly turns: readonly Turn[];
  readonly #proof: Pick<CheckedTimes, "check" | "timer">;

  /** Turns of a runner that was right before and afterwards. */
  constructor(
    turns: readonly Turn[],
    { check, timer }: Pick<CheckedTimes, "check" | "timer">,
  ) {
    this.turns = turns;
    this.#proof = { check, timer };
  }

  /** The same turns, reduced to what is needed of them. */
  map<Reduced>(reduce: (turn: Turn) => Reduced): CheckedTurns<Reduced> {
    return new CheckedTurns(this.turns.map(reduce), this.#proof);
  }

  /** Times by round, read from each turn, with the runner's check. */
  times(milliseconds: (turn: Turn) => number): CheckedTimes {
    return { ms: this.turns.map(milliseconds), ...this.#proof };
  }
}

/** Rounds of a profile: as many as claims need, few in a smoke run, whose times decide none. */
function roundsOf({ id, rounds, contextRounds }: Profile): number {
  return id === "smoke" ? contextRounds : rounds;
}

/**
 * Opens runners and times them: each once a round, after a round that warms up. A runner that fails, or is
 * wrong, keeps its error and stops no other.
 *
 * @param conclude Takes the result from a runner that was right, before it is closed.
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function takeCheckedTurns<Turn, Extra, Result>(
  lab: Lab,
  openers: ReadonlyMap<string, () => Promise<Extra & Runner<Turn>>>,
  conclude: (runner: Extra, turns: CheckedTurns<Turn>) => Result,
  { rounds = roundsOf(lab.profile) }: { readonly rounds?: number } = {},
): Promise<Outcomes<Result>> {
  const { seed, say, signal } = lab;
  refuseEmulated(lab, "time programs in turns");
  const runners = new Map<string, Extra & Runner<Turn>>(), outcomes = new Outcomes<Result>();
  try {
    for (const [id, open] of openers) {
      await outcomes.attempt(id, async () => {
        runners.set(id, await open());
      });
    }
    const turns = Array.from(runners, ([id, runner]) => ({ id, take: () => runner.time() }));
    const taken = await takeTurns(turns, {
      rounds,
      warmUp: 1,
      seed,
      onRound: (round) => say(`round ${round} of ${rounds}`),
      signal,
    });
    for (const [id, runner] of runners) {
      await outcomes.attempt(id, async () => {
        const own = new CheckedTurns(taken.of(id), runner);
        await runner.recheck();
        outcomes.set(id, conclude(runner, own));
      });
    }
  } finally {
    for (const runner of runners.values()) runner.close();
  }
  return outcomes;
}
