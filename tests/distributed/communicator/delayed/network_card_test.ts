import fc from "fast-check";
import assert from "node:assert/strict";
import { NetworkCard } from "../../../../distributed/communicator/delayed/network_card.ts";
import type { Link } from "../../../../hardware/models/interconnect.ts";

/** 1 ms a message, 1000 bytes a millisecond: times can be read off. */
const LINK: Link = { name: "slow", latencySeconds: 1e-3, bytesPerSecond: 1e6, source: "this test" };

Deno.test("a message arrives after alpha + bytes / BW, behind what the card was told to send before", () => {
  let nowMs = 10;
  const card = new NetworkCard(LINK, { now: () => nowMs });
  assert.deepEqual([card.send(2000), card.send(0), card.send(500)], [13, 13, 13.5]);
  nowMs = 20;
  assert.equal(card.send(1000), 22, "an idle card begins at once");
  card.occupy(30);
  assert.equal(card.send(1000), 32);
  card.occupy(25);
  assert.equal(card.send(1000), 33);
});

Deno.test("whatever is sent, no message overtakes another, and the card never sends faster than its link", () => {
  const sends = fc.array(fc.record({ after: fc.nat(5), bytes: fc.nat(20_000) }), { minLength: 1 });
  fc.assert(fc.property(sends, (messages) => {
    let nowMs = 0, total = 0, last = 0;
    const card = new NetworkCard(LINK, { now: () => nowMs });
    for (const { after, bytes } of messages) {
      nowMs += after;
      total += bytes;
      const arrival = card.send(bytes);
      assert.ok(arrival >= last && arrival >= nowMs + 1 + bytes / 1000 - 1e-9);
      last = arrival;
    }
    assert.ok(last >= total / 1000 + 1 - 1e-9);
  }));
});
