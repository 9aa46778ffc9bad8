import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

Deno.test("dawn:setup refuses words after it and fetches nothing for them", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...[
        "run",
        "--quiet",
        "--cached-only",
        "--allow-env",
        "--allow-read",
        "--config",
        at("tools/dawn/deno.json"),
      ],
      ...[at("tools/dawn/setup.ts"), "native"],
    ],
  }).output();
  const said = new TextDecoder().decode(stderr);
  assert.deepEqual([code, stdout.length], [2, 0], said);
  assert.match(said, /^error: Cannot set up Dawn: found native, wanted no arguments\. Next: .*dawn:setup/);
});
