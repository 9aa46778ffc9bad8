import assert from "node:assert/strict";
import { SavedTuning, sumsName } from "../../../kernels/tuning/saved_tuning.ts";
import { fixedChoice, fixedChoices } from "./fixed_tuning.ts";

const CACHE = 2 ** 20;

Deno.test("a number is looked up by width, and by the bytes of X against the last cache", () => {
  const beyond = fixedChoice({
    name: sumsName(128, { beyond: true }),
    columns: 128,
    parameter: "panel",
    standard: 8,
    chosen: 4,
  });
  const tuning = new SavedTuning([beyond], CACHE);
  assert.equal(tuning.panel({ columns: 128, bytes: CACHE + 1 }), 4);
  assert.equal(tuning.panel({ columns: 128, bytes: CACHE }), undefined);
  assert.equal(tuning.panel({ columns: 132, bytes: CACHE + 1 }), undefined);
  assert.equal(tuning.tile(128), undefined);
});

Deno.test("the choices that were asked for are named once, until they are taken", () => {
  const tuning = new SavedTuning(fixedChoices([64], { panel: 2, tile: 4 }), CACHE);
  assert.deepEqual(tuning.takeUsed(), []);
  for (let i = 0; i < 2; i++) assert.equal(tuning.tile(64), 4);
  assert.equal(tuning.panel({ columns: 64, bytes: 1 }), 2);
  assert.equal(tuning.panel({ columns: 68, bytes: 1 }), undefined);
  assert.deepEqual(tuning.takeUsed(), [
    "dense product, 64 columns",
    "entry sums, 64 columns, X within the last cache",
  ]);
  assert.deepEqual(tuning.takeUsed(), []);
});

Deno.test("the digest depends on what was chosen alone, and is absent where that is every default", () => {
  const digest = (panel: number, tile = 2) =>
    new SavedTuning(fixedChoices([64, 128], { panel, tile }), CACHE).digest;
  assert.equal(digest(16), undefined);
  assert.ok(digest(4) !== undefined);
  assert.notEqual(digest(4), digest(8));
  assert.notEqual(digest(4), digest(4, 4));
  const again = fixedChoices([64, 128], { panel: 4, tile: 2 }).map((choice) => ({ ...choice, band: 0.5 }));
  assert.equal(new SavedTuning(again.toReversed(), CACHE).digest, digest(4));
  // The same choices mean other numbers for matrices between two sizes of the cache.
  assert.notEqual(new SavedTuning(again, 2 * CACHE).digest, digest(4));
  const kept = new SavedTuning(fixedChoices([64], { panel: 16 }), CACHE);
  assert.equal(kept.panel({ columns: 64, bytes: 1 }), undefined);
  assert.equal(kept.takeUsed().length, 1, "a default that was kept is evidence, too");
});
