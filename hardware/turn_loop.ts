/**
 * The one loop that interleaves: everybody takes a turn each round, in an order drawn anew. Never A...A then B...B, which
 * would read a machine's drift as a difference.
 *
 * @module
 */
import { Interrupted } from "../platform/interrupt.ts";
import { RandomStream } from "../platform/random.ts";

/** Rounds of turns. Whoever fails takes no further turn and keeps nobody else from theirs. */
export class TurnLoop<Participant extends { readonly id: string }> {
  readonly #order: RandomStream;
  readonly #participants: readonly Participant[];
  readonly #failures = new Map<string, unknown>();

  /** `seed` fixes the order of every round. */
  constructor(participants: readonly Participant[], seed: number) {
    this.#participants = participants;
    this.#order = new RandomStream(seed, "turns");
  }

  /** Errors of those that failed, by id. */
  get failures(): ReadonlyMap<string, unknown> {
    return this.#failures;
  }

  /** All participants in the order of the next round, those that failed too. */
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

  /** One round: each takes its turn once. */
  async round(take: (participant: Participant) => Promise<void>): Promise<void> {
    for (const participant of this.shuffled()) await this.attempt(participant, () => take(participant));
  }
}

/** Something that takes turns. */
export interface Turn<Outcome> {
  /** Unique among those of a loop. */
  readonly id: string;
  /** One turn; `round` is 0 or less while it warms up. */
  take(round: number): Promise<Outcome>;
}

/** How turns are taken. */
export interface TurnOptions {
  /** Turns of each that count. */
  readonly rounds: number;
  /** Rounds before, whose outcomes are dropped; none when absent. */
  readonly warmUp?: number;
  /** Draws the order of each round. */
  readonly seed: number;
  /** Called before each round, for progress. */
  readonly onRound?: (round: number) => void;
}

/** Outcomes of each participant, by round; or the error that ended it. */
export class TurnOutcomes<Outcome> {
  readonly #outcomes: ReadonlyMap<string, readonly Outcome[]>;
  readonly #failures: ReadonlyMap<string, unknown>;

  /** Of those that took turns. */
  constructor(
    outcomes: ReadonlyMap<string, readonly Outcome[]>,
    failures: ReadonlyMap<string, unknown>,
  ) {
    this.#outcomes = outcomes;
    this.#failures = failures;
  }

  /** The error of a participant that failed. */
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
 * Interleaves participants that go on where their last turn ended, as trainings do.
 *
 * @example
 * ```ts
 * const turn = (id: string) => ({ id, take: (round: number) => Promise.resolve(`${id}${round}`) });
 * const outcomes = await takeTurns([turn("a"), turn("b")], { rounds: 2, warmUp: 1, seed: 1 });
 * if (outcomes.of("a").join() !== "a1,a2") throw new Error("rounds that warm up are dropped");
 * ```
 */
export async function takeTurns<Outcome>(
  turns: readonly Turn<Outcome>[],
  { rounds, warmUp = 0, seed, onRound }: TurnOptions,
): Promise<TurnOutcomes<Outcome>> {
  const loop = new TurnLoop(turns, seed);
  const outcomes = new Map(turns.map(({ id }) => [id, [] as Outcome[]]));
  for (let round = 1 - warmUp; round <= rounds; round++) {
    onRound?.(round);
    await loop.round(async (turn) => {
      const outcome = await turn.take(round);
      if (round > 0) outcomes.get(turn.id)!.push(outcome);
    });
  }
  return new TurnOutcomes(outcomes, loop.failures);
}
