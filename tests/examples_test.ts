/**
 * The programs of examples/ run as they stand.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));

/** Output that each program must print, besides ending without an error. */
const SAYS: Readonly<Record<string, RegExp>> = {
  "check_kernels.ts": /^row-split@wasm +right: \d+ rows/m,
  "order_a_graph.ts": /^rcm +mean distance/m,
  "read_a_session.ts": /^hetu-gnn +measured, stand-in/m,
  "time_two_kernels.ts":
    /= \d+\.\d\d \[\d+\.\d\d, \d+\.\d\d\], 7 rounds\nrow-split is|this machine cannot tell/,
  "train_a_gcn.ts": /^accuracy on \d+ unseen vertices: ([7-9]\d|100)\.\d %$/m,
};

async function run(name: string): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", join("examples", name)],
    cwd: home,
    env: { RUST_BACKTRACE: "0", NO_COLOR: "1" },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("every example is known to this test", () => {
  const files = [...Deno.readDirSync(join(home, "examples"))].filter(({ isFile }) => isFile);
  const names = files.map(({ name }) => name).sort();
  assert.deepEqual(names, Object.keys(SAYS));
});

for (const [name, words] of Object.entries(SAYS)) {
  Deno.test(`${name} runs and says what it is about`, async () => {
    const output = await run(name);
    assert.match(output, words);
    assert.doesNotMatch(output, /WRONG|NaN/);
  });
}
