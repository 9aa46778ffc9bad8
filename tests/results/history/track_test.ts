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

Deno.test("CPUs of one name and two generations have histories and names of their own", () => {
  const plain = sessionDocument();
  const of = (generation: string) => ({
    ...plain,
    environment: { ...plain.environment, "cpu generation": generation },
  });
  const older = of("family 25, model 17, stepping 1"), newer = of("family 26, model 2, stepping 1");
  assert.equal(new Set([plain, older, newer].map(trackKey)).size, 3);
  assert.equal(deviceLabel(newer), "Some CPU, wasm, family 26, model 2, stepping 1");
});

Deno.test("an emulated GPU and Dawn are named, and no other device is", () => {
  const plain = sessionDocument(), { device } = plain;
  const labelOf = (adapterKind: "hardware" | "software", webgpu: string) =>
    deviceLabel({ device: { ...device, backend: "webgpu", adapterKind }, environment: { webgpu } });
  assert.equal(labelOf("software", "deno"), "Some CPU, webgpu, software adapter");
  assert.equal(labelOf("hardware", "dawn"), "Some CPU, webgpu by Dawn");
  assert.equal(deviceLabel(plain), "Some CPU, wasm");
});
