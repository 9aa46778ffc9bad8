import assert from "node:assert/strict";
import { replaceFile, type Replacing } from "../../../platform/files/replace_file.ts";

/** A system that refuses the first tries to rename with these codes; counts all. */
function refusing(os: Replacing["os"], ...codes: string[]): Replacing & { tries: number } {
  return {
    os,
    tries: 0,
    rename() {
      const code = codes[this.tries++];
      if (code === undefined) return Promise.resolve();
      return Promise.reject(Object.assign(new Error("refused (os error 5)"), { code }));
    },
  };
}

async function triesOf(system: ReturnType<typeof refusing>, ends: "well" | "refused"): Promise<number> {
  const replaced = replaceFile("a", "b", { os: system.os, rename: () => system.rename("a", "b") });
  if (ends === "well") await replaced;
  else await assert.rejects(replaced, /refused/);
  return system.tries;
}

Deno.test("a file that a scanner has open is replaced once that has gone on, on Windows", async () => {
  assert.equal(await triesOf(refusing("windows"), "well"), 1);
  assert.equal(await triesOf(refusing("windows", "EPERM", "EBUSY"), "well"), 3);
  assert.equal(await triesOf(refusing("windows", "EACCES", "ENOENT"), "refused"), 2);
});

Deno.test("elsewhere a refusal to rename is final", async () => {
  assert.equal(await triesOf(refusing("linux", "EPERM"), "refused"), 1);
  assert.equal(await triesOf(refusing("darwin", "EBUSY"), "refused"), 1);
});
