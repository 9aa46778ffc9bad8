import assert from "node:assert/strict";
import { describeOnCard } from "../../experiments/card_prediction.ts";
import { predictGemm } from "../../experiments/gemm_card_prediction.ts";

Deno.test("a wide product has arithmetic and workgroup memory in balance, a narrow one is bound by memory", () => {
  const wide = predictGemm([4096, 4096, 4096], "h100-sxm");
  assert.deepEqual(wide.tile, [128, 128]);
  assert.deepEqual([wide.flopPerWorkgroupByte, wide.flopPerGlobalByte, wide.registers], [2, 32, 96]);
  assert.ok(Math.abs(wide.arithmetic / (2 * 4096 ** 3 / 67e12) - 1) < 1e-12);
  assert.equal(wide.workgroup, wide.arithmetic);
  assert.ok(wide.memory < wide.arithmetic);
  const narrow = predictGemm([232_965, 602, 16], "h100-sxm");
  assert.deepEqual(narrow.tile, [256, 16]);
  assert.ok(narrow.memory > narrow.arithmetic);
});

Deno.test("columns of a tile that are none of the result cost arithmetic", () => {
  const at = (cols: number) => predictGemm([1000, 100, cols], "h200-sxm").arithmetic;
  assert.equal(at(47), at(48));
  assert.ok(at(48) < at(49));
});

Deno.test("the verb says the prediction for a dense product", () => {
  const text = describeOnCard("gemm/register-tiled", "h100-sxm");
  assert.match(text, /^gemm\/register-tiled on NVIDIA H100/);
  assert.match(text, /4096 x 4096 x 4096 +128 x 128 +2\.0 +32\.0 +96 /);
});
