/**
 * Tests of the check of ID maps: it passes every numbering that is right and no other.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type CompactIds, compactIds } from "../../../graph/sampling/id_map.ts";
import { checkIdMap } from "../../../kernels/id_map/mod.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";

/** Ids, those to keep, and one right map of them; the ids that are not kept are numbered in any order. */
const anyMap = fc.record({
  ids: fc.array(fc.nat(20), { maxLength: 12, size: "max" }),
  kept: fc.uniqueArray(fc.nat(20), { maxLength: 5, size: "max" }),
  seed: fc.nat(1000),
}).map(({ ids: list, kept: first, seed }) => {
  const ids = Uint32Array.from(list), kept = Uint32Array.from(first);
  const { local, unique } = compactIds(ids, kept);
  const order = randomPermutation(unique.length - kept.length, new RandomStream(seed, "numbers"));
  const numberOf = (id: number) => id < kept.length ? id : kept.length + order[id - kept.length];
  const renumbered = unique.slice();
  unique.forEach((id, number) => renumbered[numberOf(number)] = id);
  return { ids, kept, right: { local: local.map(numberOf), unique: renumbered } };
});

const changed = (of: Uint32Array, at: number, value: number) => of.map((x, i) => i === at ? value : x);
const longer = (of: Uint32Array) => Uint32Array.of(...of, of[0] ?? 0);

Deno.test("a right numbering passes, in whatever order, and all ids count as checked", () => {
  fc.assert(fc.property(anyMap, fc.boolean(), ({ ids, kept, right }, counted) => {
    const problem = { ids, kept, ...(counted ? { distinct: right.unique.length } : {}) };
    const checkedRows = kept.length + ids.length;
    assert.deepEqual(checkIdMap(problem, right), { ok: true, relErr: 0, tolerance: 0, checkedRows });
    if (kept.length === 0) assert.ok(checkIdMap({ ids }, right).ok);
  }));
});

Deno.test("a map with any other number, id or length fails at the first wrong place", () => {
  fc.assert(fc.property(anyMap, fc.nat(99), fc.nat(30), ({ ids, kept, right }, pick, other) => {
    const { local, unique } = right;
    const fails = (result: CompactIds, row: number, got: number, wanted: number) => {
      const { ok, relErr, worst } = checkIdMap({ ids, kept }, result);
      assert.deepEqual({ ok, relErr, worst }, {
        ok: false,
        relErr: Infinity,
        worst: { row, got, wanted, allowed: 0 },
      });
    };
    const all = kept.length + ids.length;
    fails({ local, unique: longer(unique) }, all, unique.length + 1, unique.length);
    fails({ local: longer(local), unique }, all, local.length + 1, local.length);
    if (local.length > 0) {
      fails({ local: local.subarray(1), unique }, all, local.length - 1, local.length);
      const at = pick % local.length;
      if (other !== local[at]) {
        fails({ local: changed(local, at, other), unique }, kept.length + at, unique[other] ?? NaN, ids[at]);
      }
    }
    if (unique.length > 0) {
      fails({ local, unique: unique.subarray(1) }, all, unique.length - 1, unique.length);
      const at = pick % unique.length, wrong = unique[at] + 1;
      fails(
        { local, unique: changed(unique, at, wrong) },
        at < kept.length ? at : kept.length + local.indexOf(at),
        wrong,
        unique[at],
      );
    }
  }));
});
