import assert from "node:assert/strict";
import { hostDigest } from "../../../kernels/checks/host_digest.ts";

Deno.test("a changed bit is seen in every word, wherever the array begins and ends", () => {
  for (let length = 1; length <= 9; length++) {
    const words = new Uint32Array(length + 1).subarray(1), before = hostDigest({ words });
    for (let i = 0; i < length; i++) {
      for (const bit of [0, 31]) {
        words[i] ^= 1 << bit;
        assert.notEqual(hostDigest({ words }), before, `word ${i} of ${length}, bit ${bit}`);
        words[i] ^= 1 << bit;
      }
    }
    assert.equal(hostDigest({ words }), before);
  }
});

Deno.test("arrays within objects, lists and maps count, and zeros behind the end do, too", () => {
  const of = (value: unknown) => hostDigest(value), words = Float32Array.of(1, 2);
  assert.equal(of({ a: [words] }), of(new Map([["a", words]])));
  assert.notEqual(of([words, words]), of([words]));
  assert.notEqual(of(new Float32Array(4)), of(new Float32Array(8)));
  assert.equal(of({ name: "no array", count: 3 }), "");
});

Deno.test("a change behind 4 GiB is seen, and one in an array of just as many bytes", () => {
  const longer = new Uint8Array(2 ** 32 + 16), exact = longer.subarray(0, 2 ** 32);
  const before = [longer, exact].map(hostDigest);
  longer[2 ** 32 + 5] = 7;
  assert.notEqual(hostDigest(longer), before[0]);
  exact[0] = 1;
  assert.notEqual(hostDigest(exact), before[1]);
});
