/**
 * The command line as a stranger meets it: exit codes, sentences, and one object for machines.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReproSummary } from "../experiments/summary.ts";

const CLI = fileURLToPath(new URL("../cli.ts", import.meta.url));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function cli(
  args: readonly string[],
  env: Record<string, string> = {},
  flags: string[] = [],
): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...flags, "--quiet", CLI, ...args],
    env: { RUST_BACKTRACE: "0", NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

const MISTAKES: readonly [args: string[], says: RegExp][] = [
  [["reprod"], /repro/],
  [["repro", "--profil", "smoke"], /--profile/],
  [["repro", "--profile", "huge"], /smoke, standard, paper/],
  [["repro", "hetu"], /hetu-gnn/],
  [["repro", "--artifact", "table 99"], /Table 3/],
  [["repro", "--threads", "none"], /whole number/],
  [["repro", "--device-memory", "lots"], /64MiB/],
  [["repro", "--device", "tpu"], /auto, webgpu or wasm/],
  [["repro", "--session", "../escape"], /plain file name|letters/],
  [["repro", "--filter", "width"], /width<=64/],
  [["describe", "nothing"], /list/],
  [["datasets", "path", "<img onerror=alert(1)>"], /name/],
];

for (const [args, says] of MISTAKES) {
  Deno.test(`exit code 2 and a sentence that helps: ${args.join(" ")}`, async () => {
    const { code, stderr, stdout } = await cli(args);
    assert.equal(code, 2, stderr + stdout);
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /\n\s+at /, "a stack trace is no sentence");
  });
}

Deno.test("exit code 3 where a real dataset is demanded and absent, and the command that gets it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { code, stderr } = await cli(
      [
        "repro",
        "own",
        "--filter",
        "dataset=cora && width=16",
        "--strict-data",
        "--device",
        "wasm",
        "--out",
        folder,
      ],
      { GNN_REPRO_DATA: "", GNN_REPRO_CACHE: join(folder, "cache") },
    );
    assert.equal(code, 3, stderr);
    assert.match(stderr, /datasets fetch cora/);
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
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("list, describe, doctor and datasets list answer, for people and for machines", async () => {
  const answers = await Promise.all([
    cli(["list"]),
    cli(["list", "--json"]),
    cli(["describe", "hetu-gnn/figure-8"]),
    cli(["describe", "row-split"]),
    cli(["describe", "hetu-gnn.q.spmm-time"]),
    cli(["doctor", "--json"]),
    cli(["datasets", "list"]),
  ]);
  for (const { code, stderr } of answers) assert.equal(code, 0, stderr);
  const [list, json, suite, kernel, claim, doctor, datasets] = answers.map(({ stdout }) => stdout);
  assert.match(list, /hetu-gnn\/figure-8/);
  assert.ok(
    JSON.parse(json).some(({ section, suites }: { section: string; suites: string[] }) =>
      section === "1.2.3" && suites.includes("hetu-gnn/figure-8")
    ),
  );
  assert.match(suite, /natural \(baseline\)/);
  assert.match(kernel, /row-split@wasm[\s\S]*row-split@webgpu/);
  assert.match(claim, /Decided by hetu-gnn\/figure-8/);
  for (const { part, install, fallback } of JSON.parse(doctor).parts) {
    assert.ok(part && fallback !== undefined && install !== undefined);
  }
  assert.match(datasets, /cora\s+2708\s+10556/);
});

Deno.test({
  name: "Ctrl-C ends a run with exit code 130, says how to resume, and leaves whole files",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", CLI, "repro", "hetu-gnn", "--profile", "smoke", "--device", "wasm"]
          .concat(["--out", folder, "--session", "mine"]),
        env: { RUST_BACKTRACE: "0", NO_COLOR: "1", GNN_REPRO_CACHE: join(folder, "cache") },
        stdout: "null",
        stderr: "piped",
      }).spawn();
      const lines = child.stderr.pipeThrough(new TextDecoderStream());
      let said = "", sent = false;
      for await (const text of lines) {
        said += text;
        if (!sent && said.includes("table-3")) {
          child.kill("SIGINT");
          sent = true;
        }
      }
      const { code } = await child.status;
      assert.equal(code, 130, said);
      assert.match(said, /resume with the same --session/);
      JSON.parse(await Deno.readTextFile(join(folder, "mine", "session.json")));
      assert.match(await Deno.readTextFile(join(folder, "mine", "rows.csv")), /\n$/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
