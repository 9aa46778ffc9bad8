import assert from "node:assert/strict";
import { DeviceError, MissingError } from "../../../platform/errors.ts";
import { compileWasm, loadWasm } from "../../../platform/wasm/module.ts";
import { BYTES, testModule } from "./wasm_module.ts";

Deno.test("a module is compiled once and known by the digest of its bytes", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${folder}/m.wasm`, BYTES);
    const url = new URL(`file://${folder}/m.wasm`);
    const first = await loadWasm(url);
    assert.equal(first.name, "m.wasm");
    assert.equal(first.digest, testModule.digest);
    assert.match(first.digest, /^[0-9a-f]{64}$/);
    assert.equal(await loadWasm(new URL(url)), first);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a missing module says how to build it, and is looked for again", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const url = new URL(`file://${folder}/later.wasm`);
    await assert.rejects(
      loadWasm(url),
      (error) => error instanceof MissingError && /build:wasm/.test(error.message),
    );
    await Deno.writeFile(`${folder}/later.wasm`, BYTES);
    assert.equal((await loadWasm(url)).digest, testModule.digest);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("bytes that are no module are refused with a typed error", async () => {
  await assert.rejects(compileWasm("broken.wasm", BYTES.slice(0, 20)), DeviceError);
});
