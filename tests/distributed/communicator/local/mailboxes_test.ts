import assert from "node:assert/strict";
import fc from "fast-check";
import {
  MailboxPort,
  makeMailboxes,
  type SharedMailboxes,
} from "../../../../distributed/communicator/local/mailboxes.ts";
import { type Header, headOf } from "../../../../distributed/communicator/message.ts";
import { MessageError, RankError } from "../../../../distributed/communicator/rank_error.ts";
import { OutOfMemoryError } from "../../../../platform/errors.ts";

const HEADER: Header = { operation: "exchange", element: "Uint32Array", sequence: 9, length: 6 };
const LABEL = { context: 4, sequence: 9 };
const PAYLOAD = Uint32Array.of(1, 2, 3, 4, 5, 6);

/** Ports of two ranks in one thread; rank 0 has sent six words to rank 1. */
function sent(
  outboxBytes = 1 << 20,
): { shared: SharedMailboxes; ports: MailboxPort[]; words: Int32Array; head: number } {
  const shared = makeMailboxes(2, outboxBytes);
  const ports = [0, 1].map((rank) => new MailboxPort(shared, rank, 1));
  ports[0].post([1], { ...LABEL, header: HEADER }, PAYLOAD);
  const words = new Int32Array(shared.control);
  return { shared, ports, words, head: words.indexOf(headOf(HEADER)) };
}

function take(port: MailboxPort): number[] | undefined {
  let got: number[] | undefined;
  const expected = { operation: "exchange", element: "Uint32Array", sequence: 9, from: 0 } as const;
  const took = port.take(0, { ...LABEL, expected }, (words) => got = [...words]);
  assert.equal(took, got !== undefined);
  return got;
}

Deno.test("a message lies in the outbox until it is taken, once", () => {
  const { ports } = sent();
  assert.deepEqual(take(ports[1]), [...PAYLOAD]);
  assert.equal(take(ports[1]), undefined);
});

Deno.test("a rank that fails because another has ended passes on that one's end", () => {
  const shared = makeMailboxes(3, 1 << 20),
    [first, second] = [0, 1].map((r) => new MailboxPort(shared, r, 1));
  second.fail(new RankError({ rank: 2, engine: "local", reason: "Error: asleep" }));
  assert.throws(
    () => first.checkJob(),
    (error) => error instanceof RankError && error.end.rank === 2 && error.end.reason === "Error: asleep",
  );
});

Deno.test("a message of another operation, type or length than announced is refused before a word is read", () => {
  const damages: Record<string, (words: Int32Array, head: number) => void> = {
    operation: (words, head) => words[head] = headOf({ operation: "broadcast", element: "Uint32Array" }),
    element: (words, head) => words[head] = headOf({ operation: "exchange", element: "Float32Array" }),
    magic: (words, head) => words[head] = 0x12345678,
    "length past the outbox": (words, head) => words[head + 2] = 1 << 24,
    "negative length": (words, head) => words[head + 2] = -1,
    "offset past the outbox": (words, head) => words[head - 2] = 1 << 28,
    "negative offset": (words, head) => words[head - 2] = -4,
  };
  for (const [name, damage] of Object.entries(damages)) {
    const { ports, words, head } = sent();
    damage(words, head);
    assert.throws(() => take(ports[1]), MessageError, name);
  }
});

Deno.test("whatever words stand in an announcement, taking it gives words of the outbox or a typed error", () => {
  let refused = 0, taken = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.integer({ min: -3, max: 2 }), fc.oneof(fc.integer(), fc.integer({ min: 0, max: 20 }))),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      (damages) => {
        const { ports, words, head, shared } = sent();
        for (const [place, word] of damages) words[head + place] = word;
        try {
          const got = take(ports[1]);
          if (got) {
            taken++;
            assert.ok(got.length * 4 <= shared.outboxes[0].byteLength);
          }
        } catch (error) {
          assert.ok(error instanceof MessageError, String(error));
          refused++;
        }
      },
    ),
    { numRuns: 500, seed: 3 },
  );
  assert.ok(refused > 50 && taken > 10, `${refused} refused, ${taken} taken`);
});

Deno.test("a message that no outbox of this size can hold is a typed error", () => {
  const { ports } = sent(1024);
  const header = { ...HEADER, length: 300 };
  assert.throws(() => ports[0].post([1], { ...LABEL, header }, new Uint32Array(300)), OutOfMemoryError);
});
