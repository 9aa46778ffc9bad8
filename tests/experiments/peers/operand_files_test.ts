/** @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../in_folder.ts";

const MODULE = new URL("../../../experiments/peers/operand_files.ts", import.meta.url).href;

Deno.test("operands of a program that ends at once are gone, and old ones of killed programs, too", () =>
  inFolder(async (cache) => {
    const peers = join(cache, "peers");
    const [killed, others] = [1, 2].map(() => join(peers, `operands-${crypto.randomUUID()}`));
    for (const folder of [killed, others]) {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(join(folder, "features"), "12345");
    }
    await Deno.utime(killed, 1, 1);
    const script = join(cache, "child.ts");
    await Deno.writeTextFile(
      script,
      `import { withFolder, writeArrays } from "${MODULE}";
       await withFolder(async (folder) => {
         await writeArrays(folder, { features: new Float32Array(9) });
         console.log([...Deno.readDirSync(folder)].length);
         Deno.exit(130);
       });`,
    );
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-lock", "--no-check", "--config", "deno.json", script],
      env: { GNN_REPRO_CACHE: cache },
      stderr: "inherit",
    }).output();
    assert.deepEqual([code, new TextDecoder().decode(stdout).trim()], [130, "1"]);
    assert.deepEqual([...Deno.readDirSync(peers)].map(({ name }) => join(peers, name)), [others]);
  }));
