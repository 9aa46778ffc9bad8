/** A session beside another program that computes says so. @module */
import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { repro } from "../../../experiments/session/repro.ts";
import { BUSY_FACT } from "../../../results/environment_text.ts";
import { readSession } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";

Deno.test({
  name: "a session keeps what other programs did when it began, where it times anything",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (out) => {
      const busyOf = async (suite: string) => {
        const always = { profile: "smoke", device: "wasm", threads: 1, quiet: true } as const;
        await repro({ ...always, papers: [suite], out, session: suite.replace("/", "-") });
        return (await readSession(join(out, suite.replace("/", "-")))).document.environment[BUSY_FACT];
      };
      // A thread of this program is to it as another program is: it does nothing meanwhile.
      const worker = new Worker("for (;;) {}", { eval: true });
      try {
        await once(worker, "online");
        assert.match(await busyOf("hetu-gnn/table-5") ?? "", /^\d+\.\d\d of \d+ processors?$/);
        assert.equal(await busyOf("hetu-gnn/table-2"), undefined);
      } finally {
        await worker.terminate();
      }
    }),
});
