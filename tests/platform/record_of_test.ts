import assert from "node:assert/strict";
import { recordOf } from "../../platform/record_of.ts";

Deno.test("a record has the names of its entries, and its type no others", () => {
  const bytes = recordOf(([1, 2] as const).map((layer) => [`layer_${layer}`, 4 * layer] as const));
  assert.deepEqual(bytes, { layer_1: 4, layer_2: 8 });
  // @ts-expect-error No entry has this name.
  assert.equal(bytes.layer_3, undefined);
});
