/**
 * The command line as a stranger meets it: exit codes, sentences, and one object for machines.
 *
 * @module
 */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { harnessCommit } from "../hardware/commit.ts";
import type { ReproSummary } from "../experiments/session/summary.ts";
import { cli, cliInTurn } from "./run_cli.ts";
import { writeNights } from "./results/history/synthetic_sessions.ts";

const HOME = fileURLToPath(new URL("..", import.meta.url));
/** As {@link harnessCommit} names a tree, with or without changes. */
const COMMIT = /^[0-9a-f]+\+?$/;

Deno.test("version and commit are printed without a verb and with one", async () => {
  const { version } = JSON.parse(await Deno.readTextFile(join(HOME, "deno.json")));
  for (const args of [["--version"], ["repro", "--version"]]) {
    const { code, stdout, stderr } = await cli(args);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, `gnn-repro ${version}, commit ${harnessCommit(HOME)}, Deno ${Deno.version.deno}\n`);
  }
  const wrong = await cli(["--version"], { GNN_REPRO_COMMIT: "main" });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /^error: Cannot name the commit .*GNN_REPRO_COMMIT="main"/);
});

Deno.test("help begins with the command line that a user types", async () => {
  for (
    const [args, usage] of [
      [["--help"], "Usage: deno task [options] [command]"],
      [["bundle", "--help"], "Usage: deno task bundle [options] <session>"],
      [["datasets", "fetch", "--help"], "Usage: deno task datasets fetch [options] <names...>"],
    ] as const
  ) assert.equal((await cli([...args])).stdout.split("\n")[0], usage);
});

const MISTAKES: readonly [args: string[], says: RegExp][] = [
  [["reprod"], /repro/],
  [["repro", "--profil", "smoke"], /--profile/],
  [["repro", "--profile", "huge"], /smoke, standard or paper/],
  [["watch", "row-split", "--device", "nosuch", "--once"], /auto, webgpu, x86 or wasm/],
  [["repro", "hetu"], /hetu-gnn/],
  [["repro", "--artifact", "table 99"], /Table 3/],
  [["repro", "--threads", "none"], /whole number/],
  [["repro", "--threads", "-1"], /whole number, 1 to 1024/],
  [["repro", "--threads", "1e9"], /whole number, 1 to 1024/],
  [["repro", "--ranks", "0"], /whole number, 1 or more/],
  [["repro", "--budget", "600h"], /at most 596h/],
  [["nightly", "--budget", "600h"], /at most 596h/],
  [["repro", "--engine", "foo"], /local or mpi/],
  [["repro", "--data-dir", "/no/such/folder"], /no folder.*--data-dir/],
  [["repro", "--data-dir", "/no/such/folder", "--dry-run"], /no folder.*--data-dir/],
  [["repro", "--session", "../escape", "--dry-run"], /plain file name/],
  [["repro", "own", "--filter", "dataset<=", "--dry-run"], /terms such as/],
  [["repro", "own", "--filter", "width=0", "--dry-run"], /none among.*have width \(16, 64/],
  [["repro", "own", "--filter", "datset!=cora", "--dry-run"], /by "datset".*did you mean "dataset"/],
  [["dashboard", "--port", "70000", "--serve"], /0 to 65535/],
  [["dashboard", "--port", "8000"], /--port without --serve/],
  [["try", "--port", "8000"], /--port without --serve/],
  [["repro", "--device-memory", "lots"], /64MiB/],
  [["repro", "--device", "tpu"], /auto, webgpu, x86 or wasm/],
  [["repro", "--session", "../escape"], /plain file name|letters/],
  [["repro", "--session", "mine."], /no .\.. at the end/],
  [["repro", "--session", "mine.zip"], /name of an archive of a session.*rename its folder/],
  [["repro", "--session", "mine-report"], /name of the report beside an archive/],
  [["bench", "--session", "site"], /name of the dashboard/],
  [["repro", "--filter", "width"], /width<=64/],
  [["describe", "nothing"], /list/],
  [["describe", "fastgl.q.idmapp"], /did you mean "fastgl\.q\.idmap"/],
  [["describe", "row-spilt", "--asm"], /did you mean.*row-split/],
  [["describe", "row-split", "--asm", "--card", "v100"], /--asm and --card/],
  [["describe", "row-split", "--isa", "avx512"], /--isa without --asm/],
  [["advise", "pubmedd"], /a dataset .*or a file \(\.mtx.*did you mean "pubmed"/],
  [["describe", "row-split", "--asm", "--isa", "sse"], /avx2 or avx512/],
  [["partition", "cora", "--parts", "2"], /--out/],
  [["partition", "cora", "--parts", "0", "--out", "x"], /1 to 65536/],
  [["partition", "cora", "--parts", "2", "--out", "x", "--method", "hash"], /metis, multilevel or fennel/],
  [["train", "coraa"], /did you mean "cora"/],
  [["train", "cora", "--model", "transformer"], /sage, gat, gcn or gin/],
  [["train", "cora", "--ranks", "2", "--policy", "push"], /aep, drop, exact or distdgl/],
  [["train", "cora", "--fanouts", "10,x"], /whole number/],
  [["train", "cora", "--engine", "mpi"], /--engine with one rank/],
  [["train", "cora", "--learning-rate", "0"], /number above 0/],
  [["repro", "--filter", "width=64", "--filter", "dataset=cora"], /given twice, with "width=64" before/],
  [["repro", "--graph", "pubmedd"], /did you mean "pubmed"/],
  [["repro", "--graph", "cora", "--symmetrise"], /leave --symmetrise out/],
  [["train", "cora", "--fanouts", "3,4", "--full-batch"], /--fanouts with --full-batch/],
  [["train", "cora", "--ranks", "2", "--policy", "distdgl", "--delay", "2"], /--policy distdgl/],
  [["datasets", "path", "<img onerror=alert(1)>"], /name/],
];

Deno.test("a mistake is exit code 2 and a sentence that helps", async (test) => {
  const outcomes = await cliInTurn(MISTAKES.map(([args]) => ({ args })));
  for (const [i, { code, stderr, stdout }] of outcomes.entries()) {
    const [args, says] = MISTAKES[i];
    await test.step(args.join(" "), () => {
      assert.equal(code, 2, stderr + stdout);
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /\n\s+at /, "a stack trace is no sentence");
    });
  }
});

/** Verbs with each of their flags that take a value; `datasets` has verbs of its own. */
const VALUED_FLAGS: readonly [verb: string[], flags: readonly string[]][] = [
  [["repro", "own"], [
    ...["artifact", "profile", "device", "threads", "device-memory", "ranks", "engine", "adapter"],
    ...["data-dir", "out", "filter", "seed", "session"],
  ]],
  [["datasets", "list"], ["data-dir"]],
  [["datasets", "path", "cora"], ["data-dir"]],
  [["partition", "cora"], ["parts", "out", "method", "width", "classes", "seed", "data-dir"]],
  [["train", "cora"], [
    ...["model", "ranks", "engine", "partition", "policy", "delay", "push-limit", "batch-size", "fanouts"],
    ...["layers", "hidden", "epochs", "learning-rate", "evaluate-every", "device", "threads"],
    ...["device-memory", "adapter", "data-dir", "seed", "out"],
  ]],
  [["compare", "a", "b"], ["out", "page", "baseline"]],
  [["findings"], ["to", "out"]],
  [["dashboard"], ["out", "site", "port"]],
  [["nightly", "own"], ["profile", "threads", "data-dir", "filter", "out", "site", "summary"]],
  [["gc"], ["out", "keep", "trainings"]],
  [["completion", "bash"], ["program"]],
];

Deno.test("no flag takes another flag for its value", async () => {
  const folder = await Deno.makeTempDir();
  const mistakes = VALUED_FLAGS.flatMap(([verb, flags]) => flags.map((flag) => [...verb, `--${flag}`]));
  try {
    const outcomes = await cliInTurn(mistakes.map((args) => ({ args: [...args, "--json"] })), folder);
    for (const [i, { code, stderr }] of outcomes.entries()) {
      assert.equal(code, 2, `${mistakes[i].join(" ")}: ${stderr}`);
      assert.equal(stderr.match(/found the flag --json where its value should be/g)?.length, 1);
    }
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "exit code 3 where WebGPU is demanded and there is no adapter of any kind",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      // No driver is visible, and the bundled adapter cannot be unpacked by a process that may run nothing.
      const hidden = { GNN_REPRO_HIDE_NATIVE: "vulkan", GNN_REPRO_CACHE: join(folder, "cache") };
      const args = ["repro", "--device", "webgpu", "--out", folder];
      const { code, stderr } = await cli(args, hidden, ["--deny-run"]);
      assert.equal(code, 3, stderr);
      assert.match(stderr, /doctor|wasm/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("repro --json prints one object with the counts and paths that machines read, and nothing else", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { code, stdout, stderr } = await cli(
      [
        "repro",
        "hetu-gnn",
        "--artifact",
        "table 3",
        "--profile",
        "smoke",
        "--device",
        "wasm",
        "--json",
        "--out",
        folder,
      ],
      { GNN_REPRO_CACHE: join(folder, "cache") },
    );
    assert.equal(code, 0, stderr);
    assert.equal(stdout.trim().split("\n").length, 1);
    const summary: ReproSummary = JSON.parse(stdout);
    assert.ok(summary.session.length > 0 && summary.seconds > 0);
    assert.equal(summary.device.backend, "wasm");
    assert.equal(summary.cells.ok + summary.cells.skipped, 4);
    assert.equal(Object.values(summary.claims["hetu-gnn"]).reduce((a, b) => a + b), 46);
    const { total, joined, reasons } = summary.published["hetu-gnn"];
    assert.equal(joined + Object.values(reasons).reduce((a, b) => a + b), total);
    for (const path of Object.values(summary.paths)) await Deno.stat(path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("--dry-run runs nothing, writes nothing and says for how long it would", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { code, stdout } = await cli(["repro", "--dry-run", "--out", join(folder, "sessions")]);
    assert.equal(code, 0);
    assert.match(stdout, /hetu-gnn\/figure-8 reddit .*reddit@1\/16/);
    assert.match(stdout, /comparisons, about .* of memory, .* of disk\. Nothing was run\./);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    const named = await cli(["repro", "--graph", "pubmed", "--width", "16", "--dry-run", "--out", folder]);
    assert.match(named.stdout, /own\/kernel-ladder pubmed:w16 +pubmed /);
    assert.match(named.stdout, /^1 comparison, /m);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("list, describe, doctor and datasets list answer, for people and for machines", async () => {
  const lines = [
    ["list"],
    ["list", "--json"],
    ["describe", "hetu-gnn/figure-8"],
    ["describe", "row-split"],
    ["describe", "spmm/row-split", "--asm", "--isa", "avx512", "--width", "20"],
    ["describe", "hetu-gnn.q.spmm-time"],
    ["doctor", "--json"],
    ["datasets", "list"],
  ];
  const answers = await cliInTurn(lines.map((args) => ({ args })));
  for (const { code, stderr } of answers) assert.equal(code, 0, stderr);
  const [list, json, suite, kernel, code, claim, doctor, datasets] = answers.map(({ stdout }) => stdout);
  assert.match(list, /hetu-gnn\/figure-8/);
  assert.ok(
    JSON.parse(json).some(({ artifact, suites }: { artifact: string; suites: string[] }) =>
      artifact === "Figure 8" && suites.includes("hetu-gnn/figure-8")
    ),
  );
  assert.match(suite, /natural \(baseline\)/);
  assert.match(kernel, /row-split@wasm[\s\S]*row-split@webgpu/);
  assert.match(
    code,
    /^; spmm\/row-split@x86: rows, avx512, width 20, \d+ bytes\n {5}0 {2}[^]*zmm[^]*\bret\b/,
  );
  assert.match(claim, /Decided by hetu-gnn\/figure-8/);
  for (const { part, install, fallback } of JSON.parse(doctor).parts) {
    assert.ok(part && fallback !== undefined && install !== undefined);
  }
  assert.match(datasets, /cora\s+2,708\s+10,556/);
});

Deno.test("a session that is none, a damaged one, a file for a folder: exit code 2 or 3 and what to do", async () => {
  const root = await Deno.makeTempDir();
  try {
    await writeNights(root, { nights: 2, suites: 1, workloads: 2, noise: 0.01 });
    const rows = join(root, "night-002", "rows.csv");
    const lines = (await Deno.readTextFile(rows)).split("\n");
    await Deno.writeTextFile(rows, [...lines.slice(0, 3), "torn", ...lines.slice(4)].join("\n"));
    const file = join(root, "file");
    await Deno.writeTextFile(file, "");
    const cases: readonly [code: number, says: RegExp, ...args: string[]][] = [
      [3, /find session "none".*night-001/, "report", "none", "--out", root],
      [3, /line 4.*38/, "report", "night-002", "--out", root],
      [3, /line 4.*38/, "explain", "night-002", "w0", "--out", root],
      [3, /line 4.*38/, "compare", "night-001", "night-002", "--out", root],
      [2, /no cell with that text/, "explain", "night-001", "<b>", "--out", root],
      [
        2,
        /wanted a folder/,
        "repro",
        "hetu-gnn/table-3",
        "--profile",
        "smoke",
        "--device",
        "wasm",
        "--out",
        file,
      ],
      [
        2,
        /wanted a folder/,
        "nightly",
        "hetu-gnn/table-3",
        "--profile",
        "smoke",
        "--device",
        "wasm",
        "--out",
        file,
      ],
      [2, /wanted a folder/, "dashboard", "--out", file],
      [2, /wanted a folder/, "dashboard", "--out", root, "--site", file],
      [2, /wanted a folder/, "gc", "--out", file],
      [2, /wanted a folder/, "noise", "--out", file],
    ];
    const outcomes = await cliInTurn(cases.map(([, , ...args]) => ({ args })));
    for (const [i, outcome] of outcomes.entries()) {
      const [code, says, ...args] = cases[i];
      assert.equal(outcome.code, code, `${args.join(" ")}: ${outcome.stderr}`);
      assert.match(outcome.stderr, says);
      assert.match(outcome.stderr, /^error: Cannot .+: found .+, wanted .+\. Next: .+/m);
      assert.doesNotMatch(outcome.stderr, /\n\s+at /, "a stack trace is no sentence");
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test({
  name: "a folder that cannot be written is exit code 3, also where the launcher grants it",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const root = await Deno.makeTempDir();
    try {
      await writeNights(root, { nights: 1, suites: 1, workloads: 1, noise: 0.01 });
      const { code, stderr } = await cli(["dashboard", "--out", root, "--site", "/sys/none"]);
      assert.ok([2, 3].includes(code), stderr);
      assert.match(stderr, /^error: Cannot run "dashboard": found .+, wanted .+\. Next: .+/m);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});

Deno.test("the launcher ends with a sentence where it cannot grant what a run needs", async () => {
  const launch = async (args: readonly string[], env: Record<string, string>) => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", join(HOME, "launch.ts"), ...args],
      env: { PATH: Deno.env.get("PATH") ?? "", NO_COLOR: "1", ...env },
      clearEnv: true,
      stdout: "null",
      stderr: "piped",
    }).output();
    return [code, new TextDecoder().decode(stderr)] as const;
  };
  const [missing, homeless] = await launch(["gc", "--caches"], {});
  assert.equal(missing, 3);
  assert.match(homeless, /^error: Cannot find the cache folder.*set GNN_REPRO_CACHE/);
  for (const below of ["", "/below"]) {
    const own = fileURLToPath(import.meta.url),
      [code, inPlace] = await launch(["gc", "--caches"], {
        GNN_REPRO_CACHE: own + below,
      });
    assert.equal(code, 2);
    assert.match(
      inPlace,
      /^error: Cannot keep files in the cache folder .*found .*file .*set GNN_REPRO_CACHE/,
    );
  }
  const [usage, torn] = await launch(["gc", "--out", "a,b"], { GNN_REPRO_CACHE: tmpdir() });
  assert.equal(usage, 2);
  assert.match(torn, /^error: Cannot grant a run ".*a,b": found a comma/);
});

Deno.test("a commit that is none is exit code 2, whether or not there is git", async () => {
  const args = ["repro", "hetu-gnn/table-2", "--device", "wasm"];
  const names = ["main", "abc123", "0123456789".repeat(5), "0123456+-"];
  const outcomes = await cliInTurn(names.map((named) => ({ args, env: { GNN_REPRO_COMMIT: named } })));
  for (const { code, stderr } of outcomes) {
    assert.equal(code, 2, stderr);
    assert.match(stderr, /7 to 40 hexadecimal digits.*GNN_REPRO_COMMIT/);
  }
});

Deno.test({
  name: "rows name the commit also where the path of the harness has a space in it",
  ignore: Deno.build.os === "windows" || !COMMIT.test(harnessCommit(HOME)),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.symlink(HOME, join(folder, "a harness"));
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "-A", "--quiet", join(folder, "a harness", "cli.ts"), "repro", "hetu-gnn/table-2"],
          ...["--profile", "smoke", "--device", "wasm", "--threads", "1", "--json"],
          ...["--session", "s", "--out", join(folder, "out")],
        ],
      }).output();
      assert.equal(code, 0, new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout));
      const { environment } = JSON.parse(await Deno.readTextFile(join(folder, "out", "s", "session.json")));
      assert.match(environment.commit, COMMIT);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
