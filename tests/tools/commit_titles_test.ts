import assert from "node:assert/strict";
import { checkTitles, titleFault } from "../../tools/commit_titles.ts";

/** Runs git as a fixed author, apart from any configuration of this machine. */
function git(folder: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-C", folder, "-c", "user.name=A", "-c", "user.email=a@example.org", ...args],
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  }).outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/** Adds an empty commit; gives its id. */
function commit(folder: string, title: string): string {
  git(folder, "commit", "--allow-empty", "--quiet", "-m", title, "-m", "A Body. With sentences.");
  return git(folder, "rev-parse", "HEAD");
}

const hasGit = (() => {
  try {
    return new Deno.Command("git", { args: ["--version"] }).outputSync().success;
  } catch {
    return false;
  }
})();

Deno.test("a title is an area, a verb and an object", () => {
  for (
    const title of [
      "csv: refuse ragged rows",
      "tools/lint: read a file's comments once",
      `results: ${"a b ".repeat(15)}abc`,
    ]
  ) {
    assert.equal(titleFault(title), undefined, title);
  }
  const faults: Record<string, RegExp> = {
    "Refuse ragged rows": /no area/,
    "refuse ragged rows": /no area/,
    "csv:refuse ragged rows": /no area/,
    "csv reader: refuse ragged rows": /no area/,
    "CSV: refuse ragged rows": /area "CSV"/,
    "csv: Refuse ragged rows": /begin with a verb/,
    "csv: refuse": /no object/,
    "csv: refuse ragged rows.": /period/,
    [`results: ${"a b ".repeat(15)}abcd`]: /73 characters, wanted at most 72/,
  };
  for (const [title, fault] of Object.entries(faults)) assert.match(titleFault(title) ?? "", fault, title);
});

Deno.test({
  name: "the titles after the base are checked, those before it and merges are not",
  ignore: !hasGit,
  fn() {
    const folder = Deno.makeTempDirSync();
    try {
      git(folder, "init", "--quiet", "--initial-branch=main");
      commit(folder, "A title of old times.");
      const base = commit(folder, "Another one");
      assert.deepEqual(checkTitles(folder, base), { checked: 0, faults: [] });
      commit(folder, "csv: refuse ragged rows");
      git(folder, "switch", "--quiet", "-c", "side");
      const bad = commit(folder, "Side work");
      git(folder, "switch", "--quiet", "main");
      commit(folder, "csv: read quotes");
      git(folder, "merge", "--quiet", "--no-ff", "--no-edit", "side");
      assert.deepEqual(checkTitles(folder, base), {
        checked: 3,
        faults: [`${bad.slice(0, 7)} Side work: no area, wanted "area: verb object"`],
      });
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a folder without git, a shallow clone and a foreign history are skipped, and say so",
  ignore: !hasGit,
  fn() {
    const folder = Deno.makeTempDirSync();
    try {
      const skipped = (path: string, base: string) => {
        const outcome = checkTitles(path, base);
        return "skipped" in outcome ? outcome.skipped : outcome;
      };
      Deno.mkdirSync(`${folder}/whole`);
      assert.equal(skipped(`${folder}/whole`, "HEAD"), "no git history here");
      git(`${folder}/whole`, "init", "--quiet");
      assert.equal(skipped(`${folder}/whole`, "HEAD"), "no git history here");
      const base = commit(`${folder}/whole`, "Base");
      commit(`${folder}/whole`, "Bad title");
      git(folder, "clone", "--quiet", "--depth=1", `file://${folder}/whole`, "shallow");
      const absent = `commit ${base.slice(0, 7)} is not in this history`;
      assert.equal(skipped(`${folder}/shallow`, base), absent);
      git(`${folder}/whole`, "switch", "--quiet", "--orphan", "foreign");
      commit(`${folder}/whole`, "Bad title, too");
      assert.equal(skipped(`${folder}/whole`, base), absent);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
