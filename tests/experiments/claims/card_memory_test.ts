import assert from "node:assert/strict";
import { fitsWithin } from "../../../experiments/claims/card_memory.ts";

Deno.test("the least alone refutes that a training fits, and only least times overhead shows it", () => {
  assert.equal(fitsWithin(16, { least: 16.1 }), false);
  assert.equal(fitsWithin(16, { least: 16 }), undefined);
  assert.equal(fitsWithin(16, { least: 16, overhead: 1 }), true);
  assert.equal(fitsWithin(16, { least: 16.1, overhead: 0.5 }), false, "no device takes less than the least");
  assert.equal(fitsWithin(16, { least: 1 }), undefined);
  assert.equal(fitsWithin(16, { least: 15, overhead: 1.1 }), undefined);
  assert.equal(fitsWithin(16, { least: 15, overhead: 1.05 }), true);
  assert.equal(fitsWithin(16, { least: 15, overhead: 0.9 }), true);
});
