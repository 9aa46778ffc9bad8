import assert from "node:assert/strict";
import fc from "fast-check";
import { Outbox, outboxMemory } from "../../../../distributed/communicator/local/outbox.ts";

Deno.test("rooms of an outbox never overlap, and all of it is one room again when all are given back", () => {
  const actions = fc.array(
    fc.oneof(
      fc.record({ words: fc.integer({ min: 1, max: 9000 }) }),
      fc.record({ release: fc.nat(50) }),
    ),
    { maxLength: 120, size: "max" },
  );
  fc.assert(
    fc.property(actions, (list) => {
      const memory = outboxMemory(4 * 200_000);
      const outbox = new Outbox(memory);
      let live: { offset: number; words: number }[] = [];
      for (const action of list) {
        if ("words" in action) {
          const offset = outbox.reserve(action.words);
          if (offset === undefined) continue;
          assert.ok((offset + action.words) * 4 <= memory.byteLength);
          for (const other of live) {
            assert.ok(offset + action.words <= other.offset || other.offset + other.words <= offset);
          }
          live.push({ offset, words: action.words });
        } else if (live.length > 0) {
          const [gone] = live.splice(action.release % live.length, 1);
          outbox.release(gone.offset, gone.words);
        }
      }
      for (const { offset, words } of live) outbox.release(offset, words);
      live = [];
      assert.equal(outbox.reserve(200_000), 0);
      assert.equal(outbox.reserve(1), undefined);
    }),
    { numRuns: 200, seed: 5 },
  );
});
