/**
 * The launcher: a run gets the permissions that its flags need, and no verb fails for a link in a path.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RANK_FLAGS_VARIABLE } from "../distributed/communicator/mpi/start_ranks.ts";
import { memoryLimit } from "../platform/available_memory.ts";
import { writeNights } from "./results/history/synthetic_sessions.ts";

const LAUNCHER = fileURLToPath(new URL("../launch.ts", import.meta.url));

async function start(args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--allow-env", "--allow-read", "--allow-write", "--allow-run", "--allow-sys"],
      ...[LAUNCHER, ...args],
    ],
    env: { NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

async function launch(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, said } = await start(args, env);
  assert.equal(code, 0, `${args.join(" ")}: ${said}`);
  return said;
}

Deno.test("verbs that read or write sessions work behind a symbolic link, and below one", async () => {
  const root = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(root, "real", "below"), { recursive: true });
    await Deno.symlink(join(root, "real"), join(root, "link"));
    const filter = ["own/kernel-ladder", "--filter", "dataset=cora && width=16 && kernel=row-split-scalar"];
    for (const out of [join(root, "link"), join(root, "link", "below")]) {
      const run = ["repro", ...filter, "--profile", "smoke", "--device", "wasm", "--out", out];
      for (const session of ["one", "two"]) await launch([...run, "--session", session]);
      await launch(["report", "one", `--out=${out}`]);
      await launch(["noise", "one", "--out", out]);
      await launch(["compare", "one", "two", "--out", out, "--page", join(out, "pages", "page.html")]);
      await launch(["dashboard", "--out", out, "--site", join(out, "site")]);
      assert.match(await launch(["gc", "--out", out, "--keep", "0", "--yes"]), /Removed 2 of 2/);
      const names = [...Deno.readDirSync(out)].map(({ name }) => name).sort();
      assert.deepEqual(names.filter((name) => name !== "below"), ["pages", "site"]);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("report --pictures draws PNG with the permissions that the launcher gives", async () => {
  const root = await Deno.makeTempDir();
  try {
    await writeNights(root, { nights: 1, suites: 1, workloads: 1, noise: 0.01 });
    assert.match(
      await launch(["report", "--pictures", "--out", root]),
      /\n[1-9]\d* PNG pictures? in .*plots\n/,
    );
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a wrong command line ends before anything is granted, and help is exit code 0", async () => {
  // Colours are decided by variables that no verb is granted.
  const none = { HOME: "", XDG_CACHE_HOME: "", GNN_REPRO_CACHE: "", NO_COLOR: "" };
  for (
    const [args, code, says] of [
      [["repro", "--profil", "smoke"], 2, /unknown option '--profil'\n\(Did you mean --profile\?\)/],
      [["repro", "--out", "--json"], 2, /read --out: found the flag --json/],
      [["list", "--out", "x"], 2, /unknown option '--out'\nNext: deno task list \[options\]/],
      [["explain", "one"], 2, /missing required argument 'cell'\nNext: .* <session> <cell>.* --help/],
      [["datasets", "get"], 2, /unknown command 'get'\nNext: deno task datasets --help/],
      [["repro", "--help"], 0, /--device-memory <size>/],
    ] as const
  ) {
    const ended = await start(args, none);
    assert.equal(ended.code, code, ended.said);
    assert.match(ended.said, says);
  }
});

Deno.test("a verb without suites is run by the first of several ranks alone", async () => {
  const launched = (rank: number) => ({ OMPI_COMM_WORLD_RANK: `${rank}`, OMPI_COMM_WORLD_SIZE: "2" });
  assert.match(await launch(["datasets", "list", "cora"], launched(0)), /cora +2,708 +10,556/);
  assert.equal(await launch(["datasets", "list", "cora"], launched(1)), "");
});

Deno.test("the values that completion asks for are printed one a line", async () => {
  const root = await Deno.makeTempDir();
  try {
    await writeNights(root, { nights: 2, suites: 1, workloads: 1, noise: 0.01 });
    assert.equal(await launch(["complete", "session", "--out", root]), "night-001\nnight-002\n");
    const suites = (await launch(["complete", "suite"])).split("\n");
    assert.ok(suites.includes("hetu-gnn") && suites.includes("hetu-gnn/figure-8"));
    assert.ok((await launch(["complete", "dataset"])).split("\n").includes("cora"));
    const described = (await launch(["complete", "name"])).split("\n");
    for (const name of ["fastgl", "fastgl/table-8", "accuracy", "spmm/row-split", "cora", "fastgl.q.idmap"]) {
      assert.ok(described.includes(name), name);
    }
    assert.equal((await start(["complete", "colours"])).code, 2);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

/** Command lines and variables of the processes that a process has started; undefined where none are told. */
async function startedBy(pid: number): Promise<string | undefined> {
  try {
    const ps = new Deno.Command("ps", {
      args: ["e", "-ww", "-o", "args=", "--ppid", `${pid}`],
      stderr: "null",
    });
    return new TextDecoder().decode((await ps.output()).stdout);
  } catch {
    return undefined;
  }
}

const HAS_PS = Deno.build.os === "linux" && await startedBy(1) !== undefined;
if (!HAS_PS) console.log("launcher: the flags of the program are not tested, there is no ps of Linux");
Deno.test({
  name: "the program, and ranks that it starts, get a heap of half the memory that they may take",
  ignore: !HAS_PS,
  fn: async () => {
    const launcher = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", LAUNCHER, "doctor"],
      env: { NO_COLOR: "1" },
      stdout: "null",
      stderr: "null",
    }).spawn();
    const state = { ended: false };
    const ended = launcher.status.finally(() => state.ended = true);
    let program = "";
    while (!state.ended && !program.includes("cli.ts")) program = (await startedBy(launcher.pid))!;
    const { success } = await ended;
    const flag = `--v8-flags=--max-old-space-size=${Math.floor(memoryLimit() / 2 ** 21)},--expose-gc`;
    assert.ok(success && program.includes(` ${flag} `), program);
    assert.ok(program.includes(`${RANK_FLAGS_VARIABLE}=["${flag}",`), program);
  },
});

Deno.test({
  name:
    "a program that hears nothing is killed after the second Ctrl-C, and the signal that is named is the user's",
  ignore: !HAS_PS,
  fn: async () => {
    const launcher = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", LAUNCHER, "doctor"],
      env: { NO_COLOR: "1" },
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const ps = ["-ww", "-o", "pid=,stat=,pending=,args=", "--ppid", `${launcher.pid}`];
    let ended = false;
    launcher.status.then(() => ended = true);
    const program = async (state: string, pending = "") => {
      const line = new RegExp(`^ *(\\d+) +${state}\\S* +\\S*${pending} .*cli\\.ts`, "m");
      for (;;) {
        assert.ok(!ended, "the launcher ended before its program ran");
        const { stdout } = await new Deno.Command("ps", { args: ps }).output();
        const found = line.exec(new TextDecoder().decode(stdout))?.[1];
        if (found !== undefined) return Number(found);
      }
    };
    Deno.kill(await program(""), "SIGSTOP");
    // One that has not stopped yet may take the signal that follows first, and end by it.
    await program("T");
    launcher.kill("SIGTERM");
    // The launcher has heard the signal once it waits in the program: bit 14, and no other of the last 16.
    await program("T", "4000");
    await new Promise((resolve) => setTimeout(resolve, 700));
    launcher.kill("SIGTERM");
    const { code, stderr } = await launcher.output();
    assert.equal(code, 130);
    assert.match(new TextDecoder().decode(stderr), /found SIGTERM, wanted no interruption/);
  },
});

/** Starts the launcher, and finds the process of its program once that runs. */
async function launched(args: readonly string[]) {
  const launcher = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", LAUNCHER, ...args],
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let ended = false;
  launcher.status.then(() => ended = true);
  for (;;) {
    assert.ok(!ended, "the launcher ended before its program ran");
    const ps = ["-ww", "-o", "pid=,args=", "--ppid", `${launcher.pid}`];
    const { stdout } = await new Deno.Command("ps", { args: ps }).output();
    const found = /^ *(\d+) .*cli\.ts/m.exec(new TextDecoder().decode(stdout))?.[1];
    if (found !== undefined) return { launcher, program: Number(found) };
  }
}

Deno.test({
  name: "a program that the system kills, and which can say nothing, is told of by the launcher",
  ignore: !HAS_PS,
  fn: async () => {
    const ends: readonly (readonly [Deno.Signal, number, RegExp])[] = [
      ["SIGKILL", 137, /^error: Cannot go on: found SIGKILL, .* memory is full/m],
      ["SIGABRT", 134, /^error: Cannot go on: found SIGABRT, a crash, .* crashes anew/m],
      ["SIGHUP", 129, /^error: Cannot go on: found SIGHUP, wanted .* run the same command again/m],
    ];
    for (const [signal, ended, says] of ends) {
      const { launcher, program } = await launched(["doctor"]);
      Deno.kill(program, signal);
      const { code, stderr } = await launcher.output();
      assert.equal(code, ended);
      assert.match(new TextDecoder().decode(stderr), says);
    }
  },
});

Deno.test({
  name: "a program whose launcher is killed ends, too",
  ignore: !HAS_PS,
  fn: async () => {
    const root = await Deno.makeTempDir();
    await writeNights(root, { nights: 1, suites: 1, workloads: 1, noise: 0.01 });
    const serve = ["dashboard", "--serve", "--port", "0", "--out", root];
    const { launcher, program } = await launched(serve);
    try {
      const first = await launcher.stdout.getReader().read();
      assert.ok(!first.done, "it serves");
      launcher.kill("SIGKILL");
      await launcher.status;
      const isAlive = async () => {
        const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", `${program}`] })
          .output();
        return /^[^Z\s]/.test(new TextDecoder().decode(stdout));
      };
      // Nothing else would ever end it.
      const latest = performance.now() + 60_000;
      while (await isAlive() && performance.now() < latest) await new Promise((done) => setTimeout(done, 50));
      assert.ok(!await isAlive(), "it still runs");
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});
