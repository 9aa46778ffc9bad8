import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { testFiles } from "./test_files.ts";

/** Paths of a folder's tests, from the repository's root. */
function below(folder: string): string[] {
  return [...Deno.readDirSync(new URL(`../${folder}`, import.meta.url))].flatMap(({ name, isDirectory }) =>
    isDirectory ? below(`${folder}/${name}`) : name.endsWith("_test.ts") ? [`${folder}/${name}`] : []
  );
}

const text = (path: string) => Deno.readTextFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)));

Deno.test("every test runs in one of two passes, and what changes the environment in the second", async () => {
  const { together, alone } = await testFiles();
  assert.deepEqual([...together, ...alone].sort(), below("tests").sort());
  assert.ok(alone.length > 5 && together.length > 400, `${alone.length} and ${together.length}`);
  for (const change of ["set", "delete"]) {
    const sets = `Deno.env.${change}(`;
    assert.ok(alone.some((path) => text(path).includes(sets)), sets);
    assert.deepEqual(together.filter((path) => text(path).includes(sets)), [], sets);
  }
});

Deno.test("passes on further adapters repeat tests of the device and the kernels that run on one", async () => {
  const { together, onSwiftShader, byDawn } = await testFiles();
  for (const [paths, folders] of [[onSwiftShader, 3], [byDawn, 3]] as const) {
    assert.ok(paths.every((path) => together.includes(path)));
    const found = new Set(
      paths.map((path) => path.split("/").slice(0, path.includes("/kernels/") ? 3 : 2).join()),
    );
    assert.ok(found.size >= folders, [...found].join(" "));
  }
  assert.ok(onSwiftShader.includes("tests/kernels/spmm/row_split_webgpu_test.ts"));
  assert.ok(byDawn.length < onSwiftShader.length && byDawn.every((path) => path.includes("webgpu")));
});
