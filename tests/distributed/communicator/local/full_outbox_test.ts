/**
 * Exchanges of more than an outbox holds.
 *
 * @module
 */
import assert from "node:assert/strict";
import { runLocalRanks } from "../../../../distributed/communicator/local/run_local_ranks.ts";
import { RankError } from "../../../../distributed/communicator/rank_error.ts";

const OUTBOX_BYTES = 2 ** 16;

const sendAtOnce = (words: number) =>
  runLocalRanks<number[]>({
    ranks: 3,
    module: new URL("../rank_functions.ts", import.meta.url),
    entry: "sendAtOnce",
    input: words,
    outboxBytes: OUTBOX_BYTES,
    stallSeconds: 5,
  });

Deno.test("ranks exchange more at once than their outboxes hold, as long as each message fits", async () => {
  // Two messages of 40 kB a rank.
  assert.deepEqual(await sendAtOnce(10_000), [[0, 10, 20], [1, 11, 21], [2, 12, 22]]);
});

Deno.test("a message that no outbox holds is refused at once", async () => {
  const refused = (error: unknown) => error instanceof RankError && /outbox/.test(error.end.reason);
  await assert.rejects(sendAtOnce(OUTBOX_BYTES / 4 + 1), refused);
});
