/**
 * Loop that interleaves participants: each takes a turn in every round, in an order drawn anew. Never A...A
 * then B...B, which would make the drift of a machine look like a difference.
 *
 * @module
 */
import { Interrupted } from "../../platform/interrupted.ts";
import { pausing } from "../../platform/pausing.ts";
import { RandomStream } from "../../platform/random.ts";
import { looksBetween } from "../../platform/statistics/mod.ts";

/** Rounds of turns. A participant that fails takes no further turn and does not stop the others. */
export class TurnLoop<Participant extends { readonly id: string }> {
  readonly #order: RandomStream;
  readonly #participants: readonly Participant[];
  readonly #failures = new Map<string, unknown>();

  /** Prepares rounds; `seed` determines the order of every round. */
  constructor(participants: readonly Participant[], seed: number) {
    this.#participants = participants;
    this.#order = new RandomStream(seed, "turns");
  }

  /** Errors of the participants that failed, by id. */
  get failures(): ReadonlyMap<string, unknown> {
    return this.#failures;
  }

  /** Lets those that failed for such an error take turns again; returns whether there are any. */
  readmit(suits: (error: unknown) => boolean): boolean {
    const again = [...this.#failures].filter(([, error]) => suits(error));
    for (const [id] of again) this.#failures.delete(id);
    return again.length > 0;
  }

  /** All participants in the order of the next round, including failed ones. */
  shuffled(): Participant[] {
    return this.#order.shuffle([...this.#participants]);
  }

  /**
   * Runs the work of one participant unless it failed before; an error is kept.
   *
   * @throws {Interrupted} where the user interrupts.
   */
  async attempt(participant: Participant, work: () => Promise<void>): Promise<void> {
    if (this.#failures.has(participant.id)) return;
    try {
      await work();
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      this.#failures.set(participant.id, error);
    }
  }

  /** Runs one round: each participant takes its turn once. */
  async round(take: (participant: Participant) => Promise<void>): Promise<void> {
    for (const participant of this.shuffled()) await this.attempt(participant, () => take(participant));
  }
}

/** A participant that takes turns. */
export interface Turn<Outcome> {
  /** Id, unique within a loop. */
  readonly id: string;
  /** Takes one turn; `round` is 0 or less during warm-up. */
  take(round: number): Promise<Outcome>;
}

/** Earlier end of turns. */
export interface EarlyEnd {
  /** Number of rounds of the first look; further ones follow as `looksBetween` says. */
  readonly least: number;
  /** Whether what is asked is certain by the turns so far; asked at each look. */
  isCertain(): boolean;
}

/** Options of {@linkcode takeTurns}. */
export interface TurnOptions {
  /** Number of counted turns of each participant; the most where they may end earlier. */
  readonly rounds: number;
  /** Looks at which turns may end before; none by default. */
  readonly end?: EarlyEnd | undefined;
  /** Number of rounds before, whose outcomes are dropped; none by default. */
  readonly warmUp?: number;
  /** Seed of the order of each round. */
  readonly seed: number;
  /** Called before each round, for progress. */
  readonly onRound?: (round: number) => void;
  /** Ends the loop before the next turn; undefined on ranks, which all have to take the same turns. */
  readonly signal: AbortSignal | undefined;
}

/** Outcomes of each participant by round, or the error that ended it. */
export class TurnOutcomes<Outcome> {
  readonly #outcomes: ReadonlyMap<string, readonly Outcome[]>;
  readonly #failures: ReadonlyMap<string, unknown>;

  /** Holds outcomes of participants that took turns. */
  constructor(
    outcomes: ReadonlyMap<string, readonly Outcome[]>,
    failures: ReadonlyMap<string, unknown>,
  ) {
    this.#outcomes = outcomes;
    this.#failures = failures;
  }

  /** Error of a participant that failed. */
  failure(id: string): unknown {
    return this.#failures.get(id);
  }

  /**
   * Outcomes of one participant, by round.
   *
   * @throws the error that ended it.
   */
  of(id: string): readonly Outcome[] {
    if (this.#failures.has(id)) throw this.#failures.get(id);
    return this.#outcomes.get(id)!;
  }
}

/**
 * Interleaves participants that continue where their last turn ended, as trainings do.
 *
 * @throws the reason of the signal once that has aborted.
 * @example
 * ```ts
 * const turn = (id: string) => ({ id, take: (round: number) => Promise.resolve(`${id}${round}`) });
 * const options = { rounds: 2, warmUp: 1, seed: 1, signal: undefined };
 * const outcomes = await takeTurns([turn("a"), turn("b")], options);
 * if (outcomes.of("a").join() !== "a1,a2") throw new Error("rounds that warm up are dropped");
 * ```
 */
export async function takeTurns<Outcome>(
  turns: readonly Turn<Outcome>[],
  { rounds, end, warmUp = 0, seed, onRound, signal }: TurnOptions,
): Promise<TurnOutcomes<Outcome>> {
  const looks = end ? looksBetween(end.least, rounds) : [];
  const loop = new TurnLoop(turns, seed), pause = pausing(signal);
  const outcomes = new Map(turns.map(({ id }) => [id, [] as Outcome[]]));
  for (let round = 1 - warmUp; round <= rounds; round++) {
    onRound?.(round);
    for (const turn of loop.shuffled()) {
      await pause();
      await loop.attempt(turn, async () => {
        const outcome = await turn.take(round);
        if (round > 0) outcomes.get(turn.id)!.push(outcome);
      });
    }
    if (looks.includes(round) && end!.isCertain()) break;
  }
  return new TurnOutcomes(outcomes, loop.failures);
}
