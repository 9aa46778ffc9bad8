import assert from "node:assert/strict";
import { harnessCommit } from "../../hardware/commit.ts";
import { UsageError } from "../../platform/errors.ts";

const git = (folder: string, ...args: string[]) =>
  new Deno.Command("git", {
    args: ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args],
    stdout: "null",
    stderr: "null",
  }).output();

Deno.test("where there is no git the commit is the one that is named, in as many digits as git would say", async () => {
  const folder = await Deno.makeTempDir();
  try {
    assert.equal(harnessCommit(folder, undefined), "unknown");
    assert.equal(harnessCommit(folder, ""), "unknown");
    assert.equal(harnessCommit(folder, "0123abc"), "0123abc");
    assert.equal(harnessCommit(folder, "0123ABC+"), "0123abc+");
    assert.equal(harnessCommit(folder, "0123456789abcdef0123456789abcdef01234567"), "0123456789ab");
    assert.equal(harnessCommit(folder, "0123456789abcdef+"), "0123456789ab+");
    assert.equal(harnessCommit(folder, "0123456789ab+"), "0123456789ab+");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("what git says wins over a name, and what is no commit is refused in either case", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const wrong = ["main", "012345", "0123456g", "0123456 ", "0123456++", "0".repeat(41), "--help"];
    for (const named of wrong) assert.throws(() => harnessCommit(folder, named), UsageError, named);
    await git(folder, "init");
    await Deno.writeTextFile(`${folder}/file`, "one");
    await git(folder, "add", "file");
    const { success } = await git(folder, "commit", "-m", "one");
    assert.ok(success);
    const commit = harnessCommit(folder, "0123abc");
    assert.match(commit, /^[0-9a-f]{12}$/);
    await Deno.writeTextFile(`${folder}/file`, "two");
    assert.equal(harnessCommit(folder, "0123abc"), `${commit}+`);
    for (const named of wrong) assert.throws(() => harnessCommit(folder, named), UsageError, named);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
