/**
 * The author's loop on a shared library that a compiler writes anew.
 *
 * @module
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserFile } from "../../../experiments/watch/user_file.ts";
import { inFolder } from "../../in_folder.ts";
import { compile, FAULTY, HAS_COMPILER } from "../peers/user_kernels/c_compiler.ts";
import { processesOf, RING, RunningWatch } from "./running_watch.ts";

/** Options by which {@link FAULTY} has that fault, and is another file for each level. */
const fault = (number: number, level = 1) => [`-DFAULT=${number}`, '-DMARKS=""', `-O${level}`];

if (!HAS_COMPILER) console.log("watch: shared libraries are not tested, there is no cc on Linux");

const LAUNCHER = fileURLToPath(new URL("../../../launch.ts", import.meta.url));

Deno.test({
  name: "a library is checked and timed whenever a compiler has written it, and no process is left",
  ignore: !HAS_COMPILER,
  fn: () =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, "ring.txt"), RING);
      await compile(folder, "mine", FAULTY, fault(0));
      const running = new RunningWatch(folder, ["./mine.so", "--device", "wasm"], LAUNCHER);
      try {
        const first = await running.hear(/of roofline/);
        assert.match(
          first,
          /mine\.so on .*ring \(real, \d+ entries\), width 8; 1 file is watched until Ctrl-C/,
        );
        assert.match(first, /^mine\.so {2}right \(.*, 300 rows\) {2}[\d.]+ ms {2}[\d.]+x row-split \[/m);
        assert.doesNotMatch(first, /last version/);

        await compile(folder, "mine", FAULTY, fault(1));
        assert.match(await running.hear(/gnn_repro_prepare.*\n/), /^does not run$/m);

        // It computes at its first call alone.
        await compile(folder, "mine", FAULTY, fault(5));
        assert.match(await running.hear(/WRONG.*\n/), /^mine\.so {2}WRONG/m);

        await compile(folder, "mine", FAULTY, fault(0, 2));
        assert.match(await running.hear(/of roofline/), /right .*x last version \[.*x row-split/);
      } finally {
        Deno.kill(-running.child.pid, "SIGINT");
      }
      assert.equal(await running.end(), 130, running.said);
      assert.doesNotMatch(running.said, /error:/);
      assert.deepEqual(processesOf(folder), []);
    }),
});

Deno.test("a file that is absent for a moment is not a save, and its return with other bytes is one", () =>
  inFolder((folder) => {
    const path = join(folder, "mine.so"), file = new UserFile(path);
    writeFileSync(path, new Uint8Array([0x7f, 0xff]));
    const before = file.digest();
    Deno.removeSync(path);
    assert.equal(file.digest(), before);
    // Bytes that are no text, and would all be the same replacement character.
    writeFileSync(path, new Uint8Array([0x7f, 0xfe]));
    assert.notEqual(file.digest(), before);
    return Promise.resolve();
  }));
