/** Lists of numbers as Linux writes them. @module */
import assert from "node:assert/strict";
import { numbersOf } from "../../../platform/native/number_list.ts";

Deno.test("ranges include both ends, and numbers stand alone", () => {
  assert.deepEqual(numbersOf("0"), [0]);
  assert.deepEqual(numbersOf("0-3"), [0, 1, 2, 3]);
  assert.deepEqual(numbersOf("0-1,4,10-11"), [0, 1, 4, 10, 11]);
  assert.deepEqual(numbersOf(""), []);
});
