/**
 * The public surface: what `mod.ts` exports is small enough to be read in one sitting, and every name has one
 * place where a reader finds it.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));

/** Most names of the library's own entry. */
const MOST_NAMES = 160;

/** Names that an entry exports. */
async function namesOf(entry: string): Promise<Set<string>> {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", join(home, entry)],
    stdout: "piped",
    stderr: "null",
  }).output();
  assert.equal(code, 0, entry);
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout)) as {
    nodes: Record<string, { symbols: { name: string }[] }>;
  };
  return new Set(Object.values(nodes).flatMap(({ symbols }) => symbols.map(({ name }) => name)));
}

Deno.test("the library exports at most 160 names, and each entry of deno.json is one that scripts can import", async () => {
  const { exports, imports } = JSON.parse(await Deno.readTextFile(join(home, "deno.json")));
  for (const [path, file] of Object.entries(exports)) {
    assert.equal(imports[path.replace(".", "gnn-repro")], file);
  }
  const names = await namesOf("mod.ts");
  assert.ok(names.size > 0 && names.size <= MOST_NAMES, `${names.size} names`);
});
