/**
 * Permissions of command lines: what the launcher granted before the verbs were records is written down here;
 * the records grant nothing that it did not, and everything that a command line names.
 *
 * @module
 */
import assert from "node:assert/strict";
import { ISA_VARIABLE } from "../hardware/cpu/x86/instruction_set.ts";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../cli.ts";
import { downloadHosts } from "../datasets/download_hosts.ts";
import { findLauncher, LAUNCHER_VARIABLE } from "../distributed/communicator/mpi/launcher.ts";
import { MPI_LAUNCH_VARIABLES } from "../distributed/communicator/mpi/launch_environment.ts";
import { RANK_FLAGS_VARIABLE } from "../distributed/communicator/mpi/start_ranks.ts";
import { ENVIRONMENTS, peerPythons } from "../experiments/peers/environments/environments.ts";
import { existingPython, PEERS_PYTHON_VARIABLE } from "../experiments/peers/environments/existing_python.ts";
import { COMMIT_VARIABLE } from "../hardware/commit.ts";
import { TUNING_VARIABLE } from "../kernels/tuning/tuning_variable.ts";
import { webGpuGrants } from "../hardware/webgpu/vulkan.ts";
import { grantsOf } from "../machine_grants.ts";
import { LAUNCHER_PID_VARIABLE } from "../platform/launched.ts";
import { denoFlags, type Grants } from "../platform/command_line/grants.ts";
import { flagName, isGroup, type Verb } from "../platform/command_line/verb.ts";
import { UsageError } from "../platform/errors.ts";
import { findNvidiaSmi } from "../hardware/nvidia_smi.ts";
import { LOADER_VARIABLES } from "../platform/native/loader_variables.ts";
import {
  findLibrary,
  LIBRARY_SEARCH_VARIABLES,
  librarySearchFolders,
  libraryVariable,
  NATIVE_LIBRARIES,
} from "../platform/native/native_library.ts";
import { realPathOf, withRealPath } from "../platform/files/real_path.ts";
import { CACHE_FOLDER_VARIABLES, cacheFolder } from "../platform/files/user_folders.ts";
import { VERBS } from "../verbs.ts";
import { covered } from "./grant_audit.ts";
import { launch } from "./run_cli.ts";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const SESSIONS = resolve(HOME, "results/sessions");

async function grantsFor(args: readonly string[]): Promise<Grants> {
  const line = readCommandLine(args);
  assert.ok(typeof line === "object", `${args.join(" ")}: ${line}`);
  return await grantsOf(line);
}

/** Permissions that every run had. */
function everyRun(): Required<Omit<Grants, "net">> {
  const webgpu = webGpuGrants();
  const libraries = Object.values(NATIVE_LIBRARIES);
  const found = libraries.map((library) => findLibrary(library)).filter((path) => path !== undefined);
  const cache = withRealPath(cacheFolder());
  const smi = [findNvidiaSmi()].filter((path) => path !== undefined);
  const data = Deno.env.get("GNN_REPRO_DATA");
  return {
    read: [
      ...webgpu.read,
      ...withRealPath(HOME),
      ...cache,
      ...withRealPath(SESSIONS),
      ...(data ? withRealPath(data) : []),
      ...librarySearchFolders(),
      ...found,
      ...smi,
    ],
    write: [...cache, ...withRealPath(SESSIONS)],
    env: [
      ...webgpu.env,
      ...LIBRARY_SEARCH_VARIABLES,
      ...LOADER_VARIABLES,
      ...CACHE_FOLDER_VARIABLES,
      ...libraries.map(libraryVariable),
      ...MPI_LAUNCH_VARIABLES,
      ...[LAUNCHER_VARIABLE, RANK_FLAGS_VARIABLE, PEERS_PYTHON_VARIABLE, COMMIT_VARIABLE, ISA_VARIABLE],
      TUNING_VARIABLE,
      ...["GNN_REPRO_DATA", "NO_COLOR", "TERM", LAUNCHER_PID_VARIABLE],
    ],
    sys: ["cpus", "hostname", "osRelease", "systemMemoryInfo", "loadavg"],
    run: ["git", ...smi],
    ffi: [...webgpu.ffi, ...found],
  };
}

/** Programs of this machine by the names that the table below has for them. */
function programs(name: string): readonly string[] {
  const pinned = peerPythons(), existing = existingPython();
  const adopts = existing !== undefined && (existing.named || pinned.length < ENVIRONMENTS.length);
  const adopted = adopts ? [existing.path] : [];
  const one = (path: string | undefined) => path === undefined ? [] : [path];
  switch (name) {
    case "pythons":
      return [...pinned, ...adopted];
    case "existing python":
      return adopted;
    case "mpirun":
      return one(findLauncher());
    case "deno":
      return [Deno.execPath()];
    default:
      throw new TypeError(name);
  }
}

/** Permissions beyond those of every run; `S` is the folder of sessions where none is named. */
interface Beyond {
  /** Read and written. */
  readonly write?: readonly string[];
  readonly read?: readonly string[];
  /** Programs, which are also read. */
  readonly run?: readonly string[];
  /** A program that is only read. */
  readonly seen?: readonly string[];
  readonly net?: readonly string[];
}

const A_SESSION = ["/e/one", "/e/one.zip", "/e/one-report"];
const ONE = ["./one", "./one.zip", "./one-report"];
const A_AND_B = ["./a", "./a.zip", "./a-report", "./b", "./b.zip", "./b-report"];
const RUN = ["pythons"];

/** Command lines, and what the launcher granted each of them when it read them by hand. */
const GRANTED: readonly [line: string, beyond: Beyond][] = [
  ["repro", { run: RUN }],
  ["repro --out /s", { write: ["/s"], run: RUN }],
  ["repro own --out=/s --session one", { write: ["/s", "/s/one", "S/one"], run: RUN }],
  ["repro --session mine", { write: ["S/mine"], run: RUN }],
  ["repro --session ../escape", { run: RUN }],
  ["repro own --data-dir /d --out /s", { read: ["/d"], write: ["/s"], run: RUN }],
  ["repro --engine mpi", { run: [...RUN, "mpirun"] }],
  ["repro own --engine=mpi --ranks 4", { run: [...RUN, "mpirun"] }],
  ["repro --engine local", { run: RUN }],
  ["repro --dry-run --json", { run: RUN }],
  ["nightly", { run: RUN }],
  ["nightly own --out /s --site /w --summary /n/night.md --data-dir=/d", {
    read: ["/d"],
    write: ["/s", "/w", "/n"],
    run: RUN,
  }],
  ["list", {}],
  ["list --json", {}],
  ["describe x", {}],
  ["doctor", { run: ["existing python"], seen: ["mpirun"] }],
  ["datasets list", {}],
  ["datasets list --data-dir /d", { read: ["/d"] }],
  ["datasets fetch cora", { net: downloadHosts() }],
  ["datasets verify --data-dir=/d", { read: ["/d"] }],
  ["datasets path cora", {}],
  ["datasets fidelity cora@1/1 --json", {}],
  ["partition /g/mine.mtx --parts 2 --out /p", { write: ["/p"], read: ["/g/mine.mtx"] }],
  ["partition /g/mine.mtx --parts=2 --out /p --method fennel --data-dir /d", {
    write: ["/p"],
    read: ["/g/mine.mtx", "/d"],
  }],
  ["train cora --out /s", { read: [resolve("cora")], write: ["/s"] }],
  ["train /g/mine.mtx --width 8 --classes 2 --out /s", { read: ["/g/mine.mtx"], write: ["/s"] }],
  ["train cora --ranks 2 --engine mpi --partition /p --data-dir=/d --out /s", {
    read: [resolve("cora"), "/p", "/d"],
    write: ["/s"],
    run: ["mpirun"],
  }],
  ["report", {}],
  ["report one", { write: ["S/one", ...ONE] }],
  ["report /e/one --to /t", { write: [...A_SESSION, "/t"] }],
  ["report one --out /s", { write: ["/s", "/s/one", "S/one", ...ONE] }],
  ["report /e/one.zip", { write: A_SESSION }],
  ["report --pictures", { run: ["deno"] }],
  ["report one --pictures --out /s", { write: ["/s", "/s/one", "S/one", ...ONE], run: ["deno"] }],
  ["bundle one", { write: ["S/one", ...ONE, "."] }],
  ["bundle /e/one", { write: [...A_SESSION, "/e"] }],
  ["bundle /e/one --out /z/one.zip --json", { write: ["/z/one.zip", "/z", ...A_SESSION, "/e"] }],
  ["explain one cell", { write: ["S/one", ...ONE] }],
  ["explain /e/one cell time --out /s", { write: ["/s", ...A_SESSION] }],
  ["compare a b", { write: ["S/a", "S/b", ...A_AND_B] }],
  ["compare /e/one /f/b.zip --page /p/page.html", {
    write: [...A_SESSION, "/f/b", "/f/b.zip", "/f/b-report", "/p"],
  }],
  ["compare /e/one /f/b.zip --baseline /e/one --page /p/page.html", {
    write: [...A_SESSION, "/f/b", "/f/b.zip", "/f/b-report", ...A_SESSION, "/p"],
  }],
  ["compare a b --out /s --all", { write: ["/s", "/s/a", "/s/b", "S/a", "S/b", ...A_AND_B] }],
  ["findings", { write: [join(HOME, "FINDINGS.md")] }],
  ["findings /e/one --to /t/f.md --out /s", { write: ["/s", ...A_SESSION, "/t/f.md"] }],
  ["dashboard", {}],
  ["dashboard --out /s --site /w", { write: ["/s", "/w"] }],
  ["dashboard --serve --port 0", { net: ["127.0.0.1"] }],
  ["noise", {}],
  ["noise /e/one --out /s", { write: ["/s", ...A_SESSION] }],
  ["gc", {}],
  ["gc --out /s --keep 3 --caches --yes", { write: ["/s"] }],
  ["gc --trainings /t", { write: ["/t"] }],
  ["completion bash", {}],
];

/** A path of the table as an absolute one. */
const absolute = (path: string) => resolve(path.replace(/^S\//, `${SESSIONS}/`));

/** Everything that the launcher granted by hand. */
function grantedBefore({ write = [], read = [], run = [], seen = [], net = [] }: Beyond): Required<Grants> {
  const base = everyRun();
  const paths = write.map(absolute);
  const started = run.flatMap(programs);
  return {
    ...base,
    read: [...base.read, ...paths, ...read, ...started, ...seen.flatMap(programs)],
    write: [...base.write, ...paths],
    run: [...base.run, ...started],
    net,
  };
}

for (const [line, beyond] of GRANTED) {
  Deno.test(`nothing is granted that was not before, and nothing named is left out: ${line}`, async () => {
    const grants = await grantsFor(line.split(" "));
    for (const [kind, before] of Object.entries(grantedBefore(beyond))) {
      const wider = (grants[kind as keyof Grants] ?? []).filter((each) => !before.includes(each));
      assert.deepEqual(wider, [], `wider: ${kind}`);
    }
    // The standard folder of sessions is not granted any more where another is named.
    const another = / --out[ =]/.test(line) && !line.startsWith("bundle");
    const named = (beyond.write ?? []).filter((path) => !(another && path.startsWith("S/"))).map(absolute);
    const lost = {
      write: named.filter((path) => !covered(path, grants.write)),
      read: [...named, ...beyond.read ?? []].filter((path) => !covered(path, grants.read)),
      run: (beyond.run ?? []).flatMap(programs).filter((path) => !grants.run?.includes(path)),
      net: (beyond.net ?? []).filter((host) => !grants.net?.includes(host)),
    };
    assert.deepEqual(lost, { write: [], read: [], run: [], net: [] });
  });
}

Deno.test("a verb that opens no device gets no library, program, cache or fact about the machine", async () => {
  for (const line of ["list", "describe x", "completion bash", "complete session"]) {
    const { read, write, sys, run, ffi, net } = await grantsFor(line.split(" "));
    assert.deepEqual(read, withRealPath(HOME), line);
    assert.deepEqual([write, sys, run, ffi, net], [[], [], [], [], []], line);
  }
  for (const line of ["report one", "noise", "explain one cell", "compare a b", "dashboard"]) {
    const { write, sys, run, ffi, net } = await grantsFor(line.split(" "));
    assert.ok(!covered(cacheFolder(), write), line);
    assert.deepEqual([sys, run, ffi, net], [[], [], [], []], line);
  }
});

Deno.test("texts about tuned kernels take no device, and advice no peer", async () => {
  const { read, sys, run, ffi } = await grantsFor(["describe", "row-split", "--tuned"]);
  assert.deepEqual(read, [...new Set([...withRealPath(HOME), ...withRealPath(cacheFolder())])]);
  assert.deepEqual([sys, run, ffi], [[], [], []]);
  const advice = (await grantsFor(["advise", "cora"])).run ?? [];
  assert.deepEqual(advice.filter((program) => programs("pythons").includes(program)), []);
});

Deno.test("a session is granted wherever it stands among the flags", async () => {
  for (const line of ["report --to /t /e/one", "noise --json /e/one", "compare --all /f/two /e/one"]) {
    const { read, write } = await grantsFor(line.split(" "));
    assert.ok(covered("/e/one", read) && covered("/e/one", write), line);
  }
});

Deno.test("the folder of sessions is the one that is named", async () => {
  const { write } = await grantsFor(["repro", "--out", "/s", "--session", "one"]);
  assert.ok(covered("/s/one", write) && !covered(SESSIONS, write));
});

Deno.test("a path with a comma is refused, since Deno would take it for two", async () => {
  for (const args of [["gc", "--out", "/a,b"], ["report", "/a,b"], ["datasets", "list", "--data-dir=/a,b"]]) {
    const grants = await grantsFor(args);
    assert.throws(() => denoFlags(grants), (error) => {
      assert.ok(error instanceof UsageError);
      return /grant a run ".*a,b.*": found a comma/.test(error.message);
    });
  }
});

if (Deno.build.os === "windows") {
  console.log("permissions: links and /dev are not tested, Windows has others");
}
Deno.test({
  name: "a path that Deno withholds is refused before the run, also behind a link, and in the environment",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = await Deno.makeTempDir(), link = join(folder, "link");
    const sentence = /Cannot grant a run "\/dev.*: found a path in \/dev, which Deno withholds .*\/tmp$/;
    try {
      await Deno.symlink("/dev", link);
      for (
        const line of [
          "repro --out /dev/shm/s",
          `repro --out ${link}/s`,
          "datasets list --data-dir /dev/shm",
          "try --to /dev/stdout",
          "watch row-split --graph /dev/shm/g.mtx",
        ]
      ) {
        const grants = await grantsFor(line.split(" "));
        assert.throws(() => denoFlags(grants), sentence, line);
      }
      for (const variable of ["GNN_REPRO_CACHE", "GNN_REPRO_DATA"]) {
        const { code, stderr } = await launch(["datasets", "list", "cora"], { [variable]: "/dev/shm/none" });
        assert.equal(code, 2, stderr);
        assert.match(stderr.trim(), sentence);
      }
      assert.doesNotThrow(() => denoFlags({ read: ["/dev/null", "/developer"], write: ["/systems"] }));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("a permission of which nothing is needed is not granted whole", () => {
  assert.deepEqual(denoFlags({ read: ["/a", "/b"], write: [], net: [] }), [
    "--no-prompt",
    "--allow-read=/a,/b",
  ]);
});

/** Verbs with the words that they are called by. */
const CALLS: readonly [words: readonly string[], verb: Verb][] = VERBS.flatMap((entry) =>
  isGroup(entry)
    ? entry.verbs.map((verb): [string[], Verb] => [[entry.name, verb.name], verb])
    : [[[entry.name], entry] as [string[], Verb]]
);

/** A command line on which one argument or flag is the path, and others that are demanded are any word. */
function callWith(words: readonly string[], verb: Verb, name: string, path: string): string[] {
  const typed: string[] = [];
  for (const [each, { demanded, kind }] of Object.entries(verb.arguments)) {
    if (each === name) typed.push(path);
    else if (demanded) typed.push(kind?.placeholder === "shell" ? "bash" : "word");
  }
  for (const [each, { demanded, kind }] of Object.entries(verb.flags)) {
    if (demanded && each !== name) typed.push(flagName(each), kind?.placeholder === "n" ? "1" : "word");
  }
  return [...words, ...typed, ...(name in verb.flags ? [flagName(name), path] : [])];
}

Deno.test({
  name: "every path on the command line of every verb is granted, and what a link in it leads to",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.mkdir(join(folder, "real", "one"), { recursive: true });
      await Deno.symlink(join(folder, "real"), join(folder, "link"));
      const path = join(folder, "link", "one");
      const tried: string[] = [];
      for (const [words, verb] of CALLS) {
        for (const [name, input] of Object.entries({ ...verb.arguments, ...verb.flags })) {
          if (input.kind?.opens === undefined) continue;
          // The session of a run is a name, tried below.
          if (name === "session" && name in verb.flags) continue;
          const { read, write } = await grantsFor(callWith(words, verb, name, path));
          const call = `${words.join(" ")} ${name}`;
          tried.push(call);
          for (const each of [path, realPathOf(path)]) {
            assert.ok(covered(each, read), `${call} reads ${each}: ${read}`);
            assert.equal(
              covered(each, write),
              !/data ?Dir|complete|train partition| kernel$| graph$/.test(call),
              `${call} writes ${each}: ${write}`,
            );
          }
        }
      }
      assert.ok(tried.length > 20, tried.join(", "));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a session that is a link within the folder of sessions is granted where it leads to",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.mkdir(join(folder, "sessions"));
      await Deno.mkdir(join(folder, "elsewhere"));
      await Deno.symlink(join(folder, "elsewhere"), join(folder, "sessions", "one"));
      const out = ["--out", join(folder, "sessions")];
      for (
        const args of [["repro", "--session", "one"], ["report", "one"], ["noise", "one"], [
          "compare",
          "one",
          "two",
        ]]
      ) {
        const { write } = await grantsFor([...args, ...out]);
        assert.ok(covered(realPathOf(join(folder, "elsewhere")), write), args.join(" "));
        assert.ok(!covered(dirname(folder), write));
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
