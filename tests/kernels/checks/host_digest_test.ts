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

/** Changes a word behind 4 GiB of an array, and the first one of an array of just as many bytes. */
const LARGE = `
const { hostDigest } = await import(${
  JSON.stringify(new URL("../../../kernels/checks/host_digest.ts", import.meta.url).href)
});
const longer = new Uint8Array(2 ** 32 + 16), exact = longer.subarray(0, 2 ** 32);
const before = [hostDigest(longer), hostDigest(exact)];
longer[2 ** 32 + 5] = 7;
const behind = hostDigest(longer) !== before[0];
exact[0] = 1;
console.log(JSON.stringify({ behind, exact: hostDigest(exact) !== before[1] }));
`;

// In a process of its own: tests that run beside this one look at the memory that theirs takes.
Deno.test("a change behind 4 GiB is seen, and one in an array of just as many bytes", async () => {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", LARGE],
    stdout: "piped",
    stderr: "piped",
  }).output();
  const said = new TextDecoder().decode(stdout) || new TextDecoder().decode(stderr);
  assert.deepEqual(JSON.parse(said), { behind: true, exact: true });
});
