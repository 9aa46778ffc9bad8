/**
 * Bisection over a small repository whose harness is a program that says how long its cell takes, and the
 * measurement of a cell by the real harness.
 *
 * @module
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bisect, type BisectOptions } from "../../../experiments/bisect/bisect.ts";
import { bisectCell, searchFolder } from "../../../experiments/bisect/bisect_command.ts";
import { Repository } from "../../../experiments/bisect/git_range.ts";
import { runCell } from "../../../experiments/bisect/run_cell.ts";
import { type CommitVerdict, firstBad } from "../../../experiments/bisect/search.ts";
import { DeviceError, UsageError } from "../../../platform/errors.ts";
import { Interrupted } from "../../../platform/interrupted.ts";

const home = fileURLToPath(new URL("../../..", import.meta.url));
const CELL = "own/kernel-ladder:cora:w16:row-split";
const RUN = { cell: CELL, suite: "own/kernel-ladder", metric: "time", flags: [] };
const FILTER = "workload=cora:w16 && contender=row-split";

/** Says the time in `speed.txt`, give or take a hundredth, as a session's table does; fails where it has none. */
const STUB = `
const [suite] = Deno.args, out = Deno.args[Deno.args.indexOf("--out") + 1];
const speed = Number(Deno.readTextFileSync("speed.txt"));
if (!(speed > 0)) { console.error("error: no speed"); Deno.exit(3); }
const rows = out + "/" + crypto.randomUUID() + ".csv";
Deno.mkdirSync(out, { recursive: true });
const value = speed * (0.99 + 0.02 * Math.random());
Deno.writeTextFileSync(rows, "cell,metric,median,status,reason\\n" + suite + ":cora:w16:row-split,time," + value + ",ok,\\n");
console.log(JSON.stringify({ paths: { rows } }));
`;

function git(folder: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-C", folder, "-c", "user.name=T", "-c", "user.email=t@example.org", ...args],
  }).outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/** A repository with a commit a speed; returns its commits, oldest first. */
async function withHistory(
  speeds: readonly string[],
  test: (repository: { folder: string; commits: string[]; trees: string }) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    const folder = join(root, "repository"), trees = join(root, "trees");
    mkdirSync(folder);
    mkdirSync(trees);
    git(folder, "init", "--quiet");
    writeFileSync(join(folder, "stub.ts"), STUB);
    writeFileSync(join(folder, "deno.json"), JSON.stringify({ tasks: { repro: "deno run -A stub.ts" } }));
    const commits = speeds.map((speed, i) => {
      writeFileSync(join(folder, "speed.txt"), `${speed}\n${"\n".repeat(i)}`);
      git(folder, "add", "-A");
      git(folder, "commit", "--quiet", "-m", `commit ${i}: ${speed}`);
      return git(folder, "rev-parse", "HEAD");
    });
    await test({ folder, commits, trees });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** Options that measure by the command line of the repository's own harness. */
function options(
  trees: string,
  said: string[],
  signal = new AbortController().signal,
): Omit<BisectOptions, "good" | "bad"> {
  return {
    measure: (folder) =>
      runCell({ ...RUN, filter: FILTER }, { folder, out: join(trees, "sessions"), signal }),
    folder: trees,
    seed: 1,
    say: (line) => said.push(line),
    signal,
  };
}

Deno.test("the first slower commit is found by turns with the good one, and no working tree is left", () =>
  withHistory(["10", "10", "10", "13", "13", "13"], async ({ folder, commits, trees }) => {
    const said: string[] = [];
    const told: string[] = [];
    const result = await bisect(new Repository(folder), {
      ...options(trees, said),
      tell: (line) => told.push(line),
      unit: "ms",
      good: commits[0],
      bad: "HEAD",
    });
    assert.deepEqual(result, { first: commits[3], lastGood: commits[2], open: [] });
    assert.match(
      told[0],
      /^ {2}run 1 of 14 to 38: (good commit|\w{8}) (10|13|9|12)[\d.]* ms; about .*\d s to .*\d s left for this commit$/,
    );
    assert.match(told[13], /run 14 of 14 to 38: .*; about 0 s to/);
    assert.ok(told.length >= 2 * 14, "a line a run");
    assert.match(
      said[0],
      /^5 commits after \w+ commit 0.*: 4 of them are tried, 14 to 38 runs of the cell each$/,
    );
    assert.match(
      said[1],
      /^bad {2}\w+ commit 5: 13: 1\.\d+x \[1\.\d+, 1\.\d+\] the time of the good commit, 6 rounds$/,
    );
    assert.ok(said.some((line) => /^good {2}\w+ commit 2/.test(line)), said.join("\n"));
    assert.deepEqual(readdirSync(trees), ["sessions"]);
    assert.equal(git(folder, "worktree", "list").split("\n").length, 1);
    assert.equal(git(folder, "rev-parse", "HEAD"), commits[5]);
  }));

Deno.test("a commit that does not run is passed over, and named beside the first bad one", () =>
  withHistory(["10", "none", "13"], async ({ folder, commits, trees }) => {
    const said: string[] = [];
    const result = await bisect(new Repository(folder), {
      ...options(trees, said),
      good: "HEAD~2",
      bad: "HEAD",
    });
    assert.deepEqual(result, { first: commits[2], lastGood: commits[0], open: [commits[1]] });
    assert.match(said.at(-1)!, /^open {2}\w+ commit 1: none: error: no speed$/);
  }));

Deno.test("a range that is not slower at its end has nothing to find", () =>
  withHistory(["10", "9", "8"], async ({ folder, trees }) => {
    const search = bisect(new Repository(folder), { ...options(trees, []), good: "HEAD~2", bad: "HEAD" });
    await assert.rejects(search, (error: Error) => {
      assert.ok(error instanceof DeviceError);
      return /found 0\.\d+x \[.*\] the time of the good commit, wanted an interval above 1.*here it is faster/
        .test(error.message);
    });
    assert.deepEqual(readdirSync(trees), ["sessions"]);
  }));

Deno.test("a metric of which more is better is refused: its gains would be called slower", async () => {
  const { signal } = new AbortController();
  const asked = (metric: string) =>
    bisectCell("fastgl/table-3:sweep:l1", {
      good: "no-commit",
      bad: "HEAD",
      profile: "smoke",
      device: "wasm",
      metric,
      seed: 1,
      say: () => {},
      signal,
    });
  for (const metric of ["bandwidth", "speedup"]) {
    await assert.rejects(asked(metric), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, new RegExp(`${metric}, of which more is better.*less is better`));
      return true;
    });
  }
  await assert.rejects(asked("time"), /no-commit/);
});

Deno.test("an interruption ends the search and removes its working trees", () =>
  withHistory(["10", "13"], async ({ folder, trees }) => {
    const controller = new AbortController(), reason = new Interrupted("SIGINT");
    const base = options(trees, [], controller.signal);
    const search = bisect(new Repository(folder), {
      ...base,
      measure: (at) => {
        controller.abort(reason);
        return base.measure(at);
      },
      good: "HEAD~1",
      bad: "HEAD",
    });
    await assert.rejects(search, reason);
    assert.equal(git(folder, "worktree", "list").split("\n").length, 1);
  }));

Deno.test("the folder of a search that was killed is removed by a later one, that of a running one stays", async () => {
  const parent = await Deno.makeTempDir();
  try {
    const killed = join(parent, "killed"), recent = join(parent, "recent");
    for (const folder of [killed, recent]) mkdirSync(join(folder, "good"), { recursive: true });
    using running = await searchFolder(parent);
    for (const folder of [killed, running.folder]) Deno.utimeSync(folder, 1, 1);
    using later = await searchFolder(parent);
    assert.deepEqual(
      readdirSync(parent).map((name) => join(parent, name)).sort(),
      [recent, running.folder, later.folder].sort(),
    );
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
});

Deno.test("dirty trees, missing commits, empty ranges and other branches are refused", () =>
  withHistory(["10", "13"], (history) => {
    const { folder, commits: [first, second] } = history, repository = new Repository(folder);
    const refused = (good: string, bad: string, words: RegExp) =>
      assert.throws(() => repository.range(good, bad), (error: Error) => {
        assert.ok(error instanceof UsageError, String(error));
        assert.match(error.message, words);
        return true;
      });
    assert.deepEqual(repository.range(first, second), { good: first, commits: [second] });
    refused("no-such", second, /found no commit "no-such"/);
    refused("--all", second, /found no commit "--all"/);
    refused(first, first, /found no commits between them/);
    refused(second, first, /found no commits between them/);
    git(folder, "checkout", "--quiet", "-b", "side", first);
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "aside");
    refused(second, "side", /found two branches/);
    writeFileSync(join(folder, "speed.txt"), "changed");
    refused(first, second, /found 1 changed file, which no commit has/);
    assert.throws(() => new Repository(join(folder, "..")).range("a", "b"), /found no git repository/);
    return Promise.resolve();
  }));

Deno.test("the search passes over open commits and asks for each commit once", async () => {
  const search = async (verdicts: string) => {
    const asked: string[] = [];
    const commits = [...verdicts].map((_, i) => String(i));
    const result = await firstBad(commits, (commit) => {
      asked.push(commit);
      const names: Record<string, CommitVerdict> = { g: "good", b: "bad", o: "open" };
      return Promise.resolve(names[verdicts[Number(commit)]]);
    });
    assert.equal(new Set(asked).size, asked.length);
    return [result.first, result.open.join()];
  };
  assert.deepEqual(await search("b"), ["0", ""]);
  assert.deepEqual(await search("gggbbbbb"), ["3", ""]);
  assert.deepEqual(await search("bbbbbbbb"), ["0", ""]);
  assert.deepEqual(await search("ggoobbbb"), ["4", "2,3"]);
  assert.deepEqual(await search("ooooob"), ["5", "0,1,2,3,4"]);
});

Deno.test("the real harness measures a cell by its command line, and says why it cannot", async () => {
  const out = await Deno.makeTempDir(), { signal } = new AbortController();
  try {
    const flags = ["--profile", "smoke", "--device", "wasm", "--threads", "1"];
    const at = { folder: home, out, signal };
    assert.ok(await runCell({ ...RUN, filter: FILTER, flags }, at) > 0);
    await assert.rejects(
      runCell({ ...RUN, filter: "workload=none", flags }, at),
      /none among \d+ of profile smoke/,
    );
    await assert.rejects(
      runCell({ ...RUN, filter: FILTER, metric: "none", flags }, at),
      /found no row of the cell/,
    );
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});
