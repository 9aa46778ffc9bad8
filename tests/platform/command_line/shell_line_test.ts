import assert from "node:assert/strict";
import { shellLine } from "../../../platform/command_line/shell_line.ts";

Deno.test({
  name: "a shell splits a line into the words that it was joined from",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const words = [
      "repro",
      "--filter",
      "dataset=cora && width<=64 || dataset~red",
      "--graph",
      "my graph's.mtx",
      "",
      "=ls",
      "~",
      "$HOME",
      "a;b",
      "*",
      '"',
      "\\",
      "#x",
      "a\nb",
    ];
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", `printf '%s\\0' ${shellLine(words)}`],
    }).output();
    assert.deepEqual(new TextDecoder().decode(stdout).split("\0").slice(0, -1), words);
    assert.equal(shellLine(["repro", "own/a", "--out", "/tmp/x-1"]), "repro own/a --out /tmp/x-1");
  },
});
