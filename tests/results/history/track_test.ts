import assert from "node:assert/strict";
import { deviceLabel, trackKey } from "../../../results/history/track.ts";
import { sessionDocument } from "../session_fixture.ts";

Deno.test("one CPU's two instruction sets have histories and names of their own", () => {
  const plain = sessionDocument();
  const of = (isa: string) => ({ ...plain, environment: { ...plain.environment, "instruction set": isa } });
  const keys = [plain, of("avx2"), of("avx512")].map(trackKey);
  assert.equal(new Set(keys).size, 3);
  assert.equal(trackKey(of("avx2")), keys[1]);
  assert.match(deviceLabel(of("avx512")), / avx512$/);
  assert.doesNotMatch(deviceLabel(plain), /avx/);
});
