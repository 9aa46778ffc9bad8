import assert from "node:assert/strict";
import type { CommunicatorProfile } from "../../../distributed/communicator/measure.ts";
import { runFunction, testEngines } from "./engines.ts";

const ATTEMPTS = 4;

testEngines(
  "an exchange of 1 MiB hidden behind computation waits less than half as long as a blocking one",
  async (engine) => {
    let seen = "";
    // The operating system may suspend a rank, which then delays the others, so a busy machine gets several
    // attempts.
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [profile] = await runFunction<CommunicatorProfile>({
        engine,
        ranks: 2,
        module: new URL("../../../distributed/communicator/measure.ts", import.meta.url),
        entry: "measureCommunicator",
        input: { bytes: [4, 1 << 20], rounds: 9, overlapBytes: 1 << 20 },
      });
      const { overlap, link, exchanges, allReduces } = profile;
      assert.equal(profile.engine, engine);
      assert.deepEqual([exchanges.length, allReduces.length], [2, 2]);
      assert.ok(exchanges.every(({ seconds }) => seconds > 0));
      assert.ok(link.latencySeconds > 0 && link.bytesPerSecond > 0);
      assert.ok(overlap.computeSeconds >= 0.015, "there was something to hide behind");
      seen += ` wait ${overlap.waitSeconds}, blocking ${overlap.blockingSeconds};`;
      if (overlap.waitSeconds < overlap.blockingSeconds / 2) return;
    }
    assert.fail(seen);
  },
);
