/**
 * Functions that ranks run in the tests of communicators.
 *
 * @module
 */
import assert from "node:assert/strict";
import {
  type Communicator,
  type Exchange,
  MAX_UNDER_WAY,
} from "../../../distributed/communicator/communicator.ts";
import { delayedCommunicator } from "../../../distributed/communicator/delayed/communicator.ts";
import { type Link, LINKS } from "../../../hardware/models/interconnect.ts";
import { MissingError } from "../../../platform/errors.ts";

/**
 * Float32 value of a place, different for every seed and place, so that sums in different orders differ in
 * bits.
 */
function value(seed: number, i: number): number {
  return Math.fround(Math.sin(seed * 7919 + i * 1.37) * 1e3);
}

function floats(length: number, seed: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => value(seed, i));
}

/** Calls every collective operation at least once and returns the results of a rank. */
export function everyCollective(communicator: Communicator, { lengths }: { lengths: number[] }) {
  const { rank, size } = communicator;
  const broadcasts = Array.from({ length: size }, (_, root) => {
    const payload = rank === root ? floats(1000 + root, root) : new Float32Array(1000 + root);
    communicator.broadcast(payload, root);
    const ids = Uint32Array.of(rank === root ? 2 ** 32 - 1 - root : 0);
    communicator.broadcast(ids, root);
    assert.deepEqual(payload, floats(1000 + root, root));
    assert.equal(ids[0], 2 ** 32 - 1 - root);
    return ids[0];
  });
  const sums = lengths.map((length) => {
    const payload = floats(length, rank);
    communicator.allReduce(payload);
    return payload;
  });
  const counts = Uint32Array.of(rank, 2 ** 32 - 1, 1);
  communicator.allReduce(counts);
  const gathered = communicator.allGather(floats(rank * 3, rank));
  assert.deepEqual(gathered.map((part) => [...part]), gathered.map((_, r) => [...floats(r * 3, r)]));
  for (let i = 0; i < 100; i++) communicator.barrier();
  communicator.broadcast(new Uint32Array(), 0);
  return { broadcasts, sums, counts };
}

/** Overwrites arrays directly after sending them. */
export function overwriting(communicator: Communicator, { length }: { length: number }) {
  const { rank, size } = communicator;
  const outgoing = Array.from({ length: size }, () => new Float32Array(length).fill(rank + 1));
  const exchange = communicator.startAllToAllV(outgoing);
  for (const payload of outgoing) payload.fill(-1);
  for (const [from, payload] of exchange.wait().entries()) {
    assert.ok(payload.every((word) => word === from + 1), `rank ${rank} has other words of rank ${from}`);
  }
  if (rank === 0) {
    const payload = new Float32Array(length).fill(5);
    communicator.broadcast(payload, 0);
    payload.fill(6);
  } else {
    const payload = new Float32Array(length);
    communicator.broadcast(payload, 0);
    assert.ok(payload.every((word) => word === 5));
  }
}

/**
 * Splits the ranks into parity groups in reverse order, splits one of them again, and leaves some ranks in no
 * group.
 */
export function splitting(communicator: Communicator) {
  const { rank, size } = communicator;
  const part = communicator.split(rank % 2, size - rank)!;
  const members = [...part.allGather(Uint32Array.of(rank))].map((ids) => ids[0]);
  // Messages of the subgroups must not mix, whatever the subgroups do meanwhile.
  const sum = Float32Array.of(rank);
  for (let i = 0; i <= rank % 2; i++) part.allReduce(sum);
  const pending = part.startAllToAllV(members.map((to) => Uint32Array.of(rank * 100 + to)));
  const pair = communicator.split(rank < 2 ? 0 : undefined);
  const heard = pair?.allGather(Uint32Array.of(rank)).map((ids) => ids[0]);
  const crossed = pending.wait().map((ids) => ids[0]);
  const inner = part.split(0)!;
  inner.barrier();
  for (const one of [inner, part, pair]) one?.close();
  communicator.barrier();
  return { rank: part.rank, size: part.size, members, sum: sum[0], heard, crossed };
}

/** Case of the property test: the words that rank i sends to rank j, for each exchange. */
export interface ExchangeCase {
  counts: number[][][];
  /** Order in which the exchanges are waited for. */
  order: number[];
  uint: boolean[];
}

/** Begins all exchanges of a case before waiting for them in any order; returns the received words. */
export function exchangeCases(communicator: Communicator, { cases }: { cases: ExchangeCase[] }) {
  const { rank, size } = communicator;
  let words = 0;
  for (const [c, { counts, order, uint }] of cases.entries()) {
    const content = (e: number, from: number, to: number) =>
      Uint32Array.from(
        { length: counts[e][from][to] },
        (_, i) => (c * 31 + e * 7 + from * 1009 + to * 65537 + i),
      );
    const exchanges: Exchange<Float32Array | Uint32Array>[] = counts.map((_, e) => {
      const outgoing = Array.from({ length: size }, (_, to) => content(e, rank, to));
      return uint[e]
        ? communicator.startAllToAllV(outgoing)
        : communicator.startAllToAllV(outgoing.map((ids) => Float32Array.from(ids)));
    });
    if (c % 3 === 0) exchanges[0]?.test();
    for (const e of order) {
      const received = exchanges[e].wait();
      assert.ok(exchanges[e].test());
      assert.equal(exchanges[e].wait(), received);
      for (let from = 0; from < size; from++) {
        const wanted = content(e, from, rank);
        assert.equal(received[from].length, wanted.length, `case ${c}, exchange ${e}, from ${from}`);
        assert.deepEqual([...received[from]], [...(uint[e] ? wanted : Float32Array.from(wanted))]);
        words += wanted.length;
      }
    }
  }
  return words;
}

/** Lets a fast rank send many more messages than mailboxes hold before slow ranks receive them. */
export function runAhead(
  communicator: Communicator,
  { messages, length }: { messages: number; length: number },
) {
  const { rank } = communicator;
  let sum = 0;
  for (let i = 0; i < messages; i++) {
    const payload = new Float32Array(length).fill(rank === 0 ? i : -1);
    communicator.broadcast(payload, 0);
    if (rank > 0 && i % 50 === 0) pause(2);
    sum += payload[length - 1];
  }
  return sum;
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Lets one rank fail while the others wait for it. */
export async function misbehave(communicator: Communicator, { how, who }: { how: string; who: number }) {
  const part = communicator.split(0)!;
  if (communicator.rank === who) {
    switch (how) {
      case "throw":
        throw new TypeError("boom");
      case "lack":
        throw new MissingError({ action: "read it", current: "nothing", wanted: "a file", next: "look" });
      case "throw later":
        await new Promise((_, reject) => setTimeout(() => reject(new TypeError("later")), 30));
        break;
      case "uncaught":
        setTimeout(() => {
          throw new TypeError("uncaught");
        }, 10);
        await new Promise((resolve) => setTimeout(resolve, 5000));
        break;
      case "exit 3":
        Deno.exit(3);
        break;
      case "exit 0":
        Deno.exit(0);
        break;
      case "abort":
        communicator.abort("on purpose");
        break;
      case "return":
        return;
      case "leave under way":
        part.startAllToAllV(Array.from({ length: communicator.size }, () => new Float32Array(1)));
        return;
      case "length":
        communicator.broadcast(new Float32Array(5), 1 - who);
        break;
      case "type":
        communicator.allGather(new Float32Array(4));
        break;
      case "sum length":
        communicator.allReduce(new Float32Array(9));
        break;
      case "long sum":
        communicator.allReduce(new Float32Array(8192));
        break;
    }
  } else if (how === "length") communicator.broadcast(new Float32Array(7), 1 - who);
  else if (how === "type") communicator.allGather(new Uint32Array(4));
  else if (how === "sum length") communicator.allReduce(new Float32Array(8));
  // As many words as the segment of a rank that sums 8,192 of them.
  else if (how === "long sum") communicator.allReduce(new Float32Array(4096));
  for (;;) communicator.barrier();
}

/** Exchanges without end. */
export function endless(communicator: Communicator) {
  const outgoing = Array.from({ length: communicator.size }, (_, r) => new Float32Array(1000 * r));
  for (;;) communicator.allToAllV(outgoing);
}

/** Breaks the rules of the contract and returns the errors' names. */
export function wrongUses(communicator: Communicator) {
  const { size } = communicator;
  const nameOf = (use: () => unknown): string => {
    try {
      use();
      return "none";
    } catch (error) {
      return (error as Error).name;
    }
  };
  const arrays = (length: number) => Array.from({ length }, () => new Float32Array(1));
  const mixed = [...arrays(size - 1), new Uint32Array(1)] as Float32Array[];
  const part = communicator.split(0)!;
  part.close();
  const names = [
    nameOf(() => communicator.allToAllV(arrays(size + 1))),
    nameOf(() => communicator.allToAllV(size > 1 ? mixed : [])),
    nameOf(() =>
      communicator.allToAllV(Array.from({ length: size }, () => [1]) as unknown as Float32Array[])
    ),
    nameOf(() => communicator.broadcast(new Float32Array(1), size)),
    nameOf(() => communicator.split(-1)),
    nameOf(() => part.barrier()),
  ];
  // Ranks may call different communicators in different order: the others begin when rank 0 has begun all it
  // may.
  const go = communicator.split(0)!;
  const begin = () => Array.from({ length: MAX_UNDER_WAY }, () => communicator.startAllToAllV(arrays(size)));
  if (size > 1) {
    const begun = communicator.rank === 0 ? begin() : [];
    if (communicator.rank === 0) names.push(nameOf(() => communicator.startAllToAllV(arrays(size))));
    go.broadcast(new Float32Array(1), 0);
    for (const exchange of communicator.rank === 0 ? begun : begin()) exchange.wait();
  }
  communicator.barrier();
  return names;
}

/**
 * Closes a communicator while rank 0 has a pending exchange, and again afterwards; returns whether each was
 * refused.
 */
export function earlyClose(communicator: Communicator) {
  const { rank, size } = communicator;
  const part = communicator.split(0)!;
  const begin = () => part.startAllToAllV(Array.from({ length: size }, () => new Float32Array(1)));
  const isRefused = () => {
    try {
      part.close();
      return false;
    } catch {
      return true;
    }
  };
  // The messages of the first exchange have arrived when rank 0 begins it; the second waits for ranks that
  // have not begun.
  const early = rank === 0 ? undefined : begin();
  communicator.barrier();
  (early ?? begin()).wait();
  const second = rank === 0 ? begin() : undefined;
  const refused = rank === 0 && isRefused();
  communicator.barrier();
  (second ?? begin()).wait();
  return [refused, isRefused()];
}

/** Runs another function of this module over a fast injected link. */
export function overLink(
  communicator: Communicator,
  { entry, input }: { entry: "everyCollective" | "splitting"; input: { lengths: number[] } },
) {
  const slow = delayedCommunicator(communicator, LINKS["ethernet-100g"]);
  const output = entry === "splitting" ? splitting(slow) : everyCollective(slow, input);
  slow.close();
  return output;
}

/** Times an exchange and a sum of 1 MB over a link of 100 MB/s. */
export function timedLink(communicator: Communicator) {
  const link: Link = { name: "slow", latencySeconds: 1e-3, bytesPerSecond: 1e8, source: "this test" };
  const slow = delayedCommunicator(communicator, link);
  const megabyte = new Float32Array(250_000);
  const outgoing = Array.from({ length: slow.size }, () => megabyte);
  // Times of day, by which the ranks' own moments can be compared.
  const now = () => performance.timeOrigin + performance.now();
  const timed = (action: () => void) => {
    slow.barrier();
    const begun = now();
    action();
    return { begun, ended: now() };
  };
  const blocking = timed(() => void slow.allToAllV(outgoing));
  const summing = timed(() => slow.allReduce(megabyte));
  const polled = timed(() => {
    const exchange = slow.startAllToAllV(outgoing);
    while (!exchange.test());
    exchange.wait();
  });
  slow.close();
  return { blocking, summing, polled };
}

/** Returns the inputs of a rank, which has what is its own and nothing of the others. */
export function ownInput({ rank }: Communicator, input: string, own?: Uint32Array) {
  return { rank, input, own };
}

/** Sums with as many exchanges pending as there may be, since the last rank begins late. */
export function sumBesidePending(communicator: Communicator, { slow }: { readonly slow: boolean }) {
  const link = { name: "slow", latencySeconds: 1e-3, bytesPerSecond: 1e6, source: "this test" };
  const own = slow ? delayedCommunicator(communicator, link) : communicator;
  if (own.rank === own.size - 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  const pending = Array.from(
    { length: MAX_UNDER_WAY },
    (_, i) => own.startAllToAllV(Array.from({ length: own.size }, () => Uint32Array.of(i))),
  );
  const sum = Uint32Array.of(own.rank);
  own.allReduce(sum);
  own.barrier();
  return [sum[0], ...pending.map((exchange) => exchange.wait()[0][0])];
}

/** Sends `words` words to every rank at once, and returns the first word of each received array. */
export function sendAtOnce(communicator: Communicator, words: number) {
  const { rank, size } = communicator;
  const outgoing = Array.from({ length: size }, (_, to) => new Uint32Array(words).fill(10 * rank + to));
  return communicator.allToAllV(outgoing).map(([first]) => first);
}
