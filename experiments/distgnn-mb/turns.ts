/**
 * Contestants that go on where their last turn ended (trainings), and so cannot be timed by the runner: they take turns here.
 *
 * @module
 */
import { RandomStream } from "../../platform/random.ts";

/** How turns are taken. */
export interface TurnOptions {
  /** Turns of each. */
  readonly rounds: number;
  /** Draws the order of each round. */
  readonly seed: number;
}

/**
 * Lets each take one turn a round, one at a time, in an order that is drawn anew each round. Who fails takes no further turn and
 * keeps no other from theirs.
 *
 * @param turns What each does when it is its turn.
 * @returns What the turns of each gave, by round, or why it failed; in the order of `turns`.
 */
export async function takeTurns<Outcome>(
  turns: readonly (() => Promise<Outcome>)[],
  { rounds, seed }: TurnOptions,
): Promise<PromiseSettledResult<Outcome[]>[]> {
  const order = new RandomStream(seed, "turns of trainings");
  const given = turns.map((): PromiseSettledResult<Outcome[]> => ({ status: "fulfilled", value: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const place of order.shuffle([...turns.keys()])) {
      const own = given[place];
      if (own.status === "rejected") continue;
      try {
        own.value.push(await turns[place]());
      } catch (reason) {
        given[place] = { status: "rejected", reason };
      }
    }
  }
  return given;
}
