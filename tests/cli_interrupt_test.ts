/**
 * Ctrl-C at several moments of every verb, sent to the whole process group as a terminal does: exit code 130,
 * whole files, a sentence that says how to go on, and the same command then works.
 *
 * @module
 */
import assert from "node:assert/strict";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseCsv } from "../platform/files/csv.ts";
import { Running } from "./running_program.ts";
import { writeNights } from "./results/history/synthetic_sessions.ts";

const home = fileURLToPath(new URL("..", import.meta.url));
const CLI = new URL("../cli.ts", import.meta.url).href;
const LAUNCH = ["run", "-A", "--quiet", join(home, "launch.ts")];
const SETUP = ["run", "-A", "--quiet", join(home, "experiments/peers/environments/setup.ts")];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** After so many milliseconds, or once something is there or was said. */
type Moment = number | ((root: string, said: string) => boolean);

/** One verb, where Ctrl-C comes, and what is expected beside whole files. */
interface Verb {
  readonly name: string;
  readonly args: (root: string) => readonly string[];
  readonly moments: readonly Moment[];
  /** Expected advice on how to go on. */
  readonly says: RegExp;
  /** Writes what the verb works on. */
  readonly prepare?: (root: string) => Promise<void>;
  /** Command to run afterwards; the same one by default, none where it is null. */
  readonly again?: ((root: string, said: string) => readonly string[]) | null;
  /** Looks at what is left. */
  readonly left?: (root: string) => void;
  readonly ignore?: boolean;
  /** A second Ctrl-C follows, some time later. */
  readonly twice?: boolean;
  /** It goes on long after each moment, so that it cannot have ended by itself. */
  readonly lasts?: boolean;
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

const names = (folder: string) => exists(folder) ? [...Deno.readDirSync(folder)].map(({ name }) => name) : [];
const nights = (root: string) => names(root).filter((name) => name.startsWith("night-"));
const someNights = (root: string) =>
  writeNights(root, { nights: 12, suites: 2, workloads: 6, noise: 0.01, datasets: ["reddit@1/16", "cora"] });

/** Every document below a folder is whole, and nothing that is half made lies about. */
function assertWhole(folder: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    assert.doesNotMatch(name, /\.(tmp|part)$|^\.pictures-/, `${path} was left behind`);
    if (isDirectory) {
      assertWhole(path);
      continue;
    }
    const content = () => Deno.readTextFileSync(path);
    switch (extname(name)) {
      case ".json":
      case ".ipynb":
        JSON.parse(content());
        break;
      case ".jsonl":
        for (const line of content().split("\n").slice(0, -1)) JSON.parse(line);
        assert.match(content(), /^$|\n$/, path);
        break;
      case ".csv":
        assert.match(content(), /\n$/, path);
        parseCsv(content(), { file: path });
        break;
      case ".html":
        assert.match(content(), /<\/html>\s*$/, path);
        break;
      case ".svg":
        assert.match(content(), /<\/svg>\s*$/, path);
        break;
      case ".png":
        assert.equal(new TextDecoder("latin1").decode(Deno.readFileSync(path).slice(-8, -4)), "IEND", path);
        break;
    }
  }
}

/** A download that never ends. */
const STALLED_FETCH = `data:text/typescript,${
  encodeURIComponent(`
  globalThis.fetch = (_url, { signal }) => Promise.resolve(new Response(new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1000));
      console.error("bytes came");
      signal.addEventListener("abort", () => controller.error(signal.reason));
      setInterval(() => {}, 1000);
    },
  })));
  const { main } = await import(${JSON.stringify(CLI)});
  Deno.exit(await main(Deno.args));`)
}`;

const REPRO = [
  "repro",
  "hetu-gnn/figure-8",
  "--filter",
  "dataset=archaea",
  "--profile",
  "smoke",
]
  .concat(["--device", "wasm", "--threads", "1"]);
const resumed = (root: string, said: string) => {
  const name = /--session (\S+): what is finished/.exec(said)?.[1] ?? "mine";
  return [...LAUNCH, ...REPRO, "--out", root, "--session", name];
};

const VERBS: readonly Verb[] = [
  {
    name: "repro",
    lasts: true,
    args: (root) => [...LAUNCH, ...REPRO, "--out", root],
    moments: [
      200,
      (root) => names(root).some((name) => exists(join(root, name, "session.json"))),
      (_, said) => /session sees/.test(said),
    ],
    says: /same flags and --session 20\S+: what is finished is not run again|run the same command again/,
    again: resumed,
  },
  {
    name: "repro, when Ctrl-C comes twice",
    lasts: true,
    args: (root) => [...LAUNCH, ...REPRO, "--out", root, "--session", "mine"],
    moments: [(_, said) => /A\/A run/.test(said)],
    twice: true,
    says: /Ctrl-C again ends at once/,
    again: null,
  },
  {
    name: "nightly",
    prepare: someNights,
    args: (root) => [...LAUNCH, "nightly", ...REPRO.slice(1), "--out", root],
    moments: [(root) => names(join(root, "site", "data")).length > 0],
    says: /run dashboard for what there is, or nightly again/,
    again: (root) => [...LAUNCH, "dashboard", "--out", root],
  },
  {
    name: "nightly, when its run has only begun",
    lasts: true,
    args: (root) => [...LAUNCH, "nightly", ...REPRO.slice(1), "--out", root],
    moments: [(_, said) => /A\/A run/.test(said)],
    says: /error: .*run dashboard for what there is, or nightly again/,
    again: null,
  },
  {
    name: "advise",
    lasts: true,
    args: (root) => [...LAUNCH, "advise", "cora", "--width", "16", "--device", "wasm", "--out", root],
    moments: [(_, said) => /A\/A run/.test(said)],
    says: /error: .*run the same command again: it measures anew/,
    again: null,
  },
  {
    name: "report",
    prepare: someNights,
    args: (root) => [...LAUNCH, "report", "--out", root],
    moments: [600, (root) => nights(root).some((name) => exists(join(root, name, "report.html")))],
    says: /run the same command again/,
  },
  {
    name: "report --pictures",
    lasts: true,
    prepare: someNights,
    args: (root) => [...LAUNCH, "report", "--pictures", "--out", root],
    moments: [
      (root) => nights(root).some((name) => names(join(root, name, "plots")).length > 0),
    ],
    says: /run the same command again/,
  },
  {
    name: "compare",
    prepare: someNights,
    args: (root) => [...LAUNCH, "compare", "night-001", "night-012", "--out", root],
    moments: [700],
    says: /run the same command again/,
  },
  {
    name: "dashboard",
    prepare: someNights,
    args: (root) => [...LAUNCH, "dashboard", "--out", root],
    moments: [
      (root) => exists(join(root, "site", "assets")),
      (root) => names(join(root, "site", "data")).length > 1,
    ],
    says: /run the same command again/,
  },
  {
    name: "gc",
    prepare: async (root) => {
      await someNights(root);
      for (const name of nights(root)) {
        const plots = join(root, name, "plots");
        await Deno.mkdir(plots);
        for (let i = 0; i < 60; i++) Deno.writeTextFileSync(join(plots, `${i}.svg`), "<svg></svg>");
      }
    },
    args: (root) => [...LAUNCH, "gc", "--keep", "1", "--yes", "--out", root],
    moments: [(root) => nights(root).length < 12],
    says: /run gc again: what is gone is gone, the rest is whole/,
    left: (root) => {
      for (const name of nights(root)) {
        assert.ok(exists(join(root, name, "session.json")), `${name} is half gone`);
      }
    },
  },
  ...[[], ["--ranks", "2"]].map((ranks): Verb => {
    const small = ["--hidden", "4", "--fanouts", "3,3", "--batch-size", "32", "--device", "wasm"];
    const train = [...LAUNCH, "train", "reddit@1/512", ...small, ...ranks];
    const saved = (root: string) =>
      names(root).some((name) => names(join(root, name, "checkpoints")).length > 0);
    return {
      name: ["train", ...ranks].join(" "),
      lasts: true,
      args: (root) => [...train, "--epochs", "1000000", "--out", root],
      moments: [(_, said) => /^epoch 2\//m.test(said)],
      says: /it goes on after the last whole epoch/,
      // What is trained is not trained again.
      again: (root) => [...train, "--epochs", "1", "--out", root],
      left: (root) => assert.ok(saved(root), "no checkpoint"),
    };
  }),
  {
    name: "partition",
    args: (root) => [
      ...[...LAUNCH, "partition", "reddit@1/16", "--parts", "6", "--method", "fennel"],
      ...["--out", join(root, "parts")],
    ],
    moments: [(root) => exists(join(root, "parts", "part-0001", "manifest.json"))],
    says: /parts that are whole are kept/,
    left: (root) => assert.ok(!exists(join(root, "parts", ".lock-holder.json"))),
  },
  {
    name: "datasets fetch",
    lasts: true,
    args: () => [
      "run",
      "-A",
      "--quiet",
      "--config",
      join(home, "deno.json"),
      STALLED_FETCH,
      "datasets",
      "fetch",
      "cora",
    ],
    moments: [(_, said) => /bytes came/.test(said)],
    says: /files that came whole are not fetched again/,
    again: null,
  },
  {
    name: "peers:setup",
    lasts: true,
    prepare: async (root) => {
      const python = '#!/bin/sh\nmkdir -p "$3" && echo half > "$3/half" && exec sleep 60\n';
      await Deno.writeTextFile(join(root, "python"), python, { mode: 0o755 });
    },
    args: () => [...SETUP, "scipy"],
    moments: [(root) => names(join(root, "cache", "peers")).some((name) => /^scipy/.test(name))],
    says: /no half of an environment was left/,
    left: (root) => assert.deepEqual(names(join(root, "cache", "peers")), []),
    again: null,
  },
  ...[
    ["list"],
    ["describe", "hetu-gnn/figure-8"],
    ["doctor"],
    ["datasets", "verify"],
    ["explain", "night-001", "figure-1:w0:rcm"],
    ["noise"],
    ["completion", "bash"],
  ].map((args, i): Verb => ({
    name: args[0],
    ...(/explain|noise/.test(args[0]) && { prepare: someNights }),
    args: (root) => [...LAUNCH, ...args, ...(/explain|noise/.test(args[0]) ? ["--out", root] : [])],
    moments: [300 + 60 * i],
    says: /run the same command again/,
    again: null,
  })),
];

async function interruptAt(moment: Moment, verb: Verb): Promise<void> {
  const root = await Deno.makeTempDir();
  const env = {
    GNN_REPRO_CACHE: join(root, "cache"),
    GNN_REPRO_DATA: "",
    GNN_REPRO_PYTHON: join(root, "python"),
  };
  const sessions = join(root, "sessions");
  await Deno.mkdir(sessions);
  const place = verb.again === null ? root : sessions;
  try {
    await verb.prepare?.(place);
    const running = new Running(verb.args(place), env);
    if (typeof moment === "number") await sleep(moment);
    else while (!running.ended && !moment(place, running.said)) await sleep(4);
    running.interrupt();
    if (verb.twice) {
      // Killed before it has heard of the first, it would say nothing.
      while (!running.ended && !verb.says.test(running.said)) await sleep(4);
      await sleep(600);
      running.interrupt();
    }
    const code = await running.end();
    const expected = verb.lasts ? [130] : [0, 130];
    assert.ok(expected.includes(code), `exit code ${code}: ${running.said}`);
    // What the program had not begun to hear of ends as the system ends it, without a word.
    const silent = running.said === "" && typeof moment === "number";
    if (code === 130 && !silent) assert.match(running.said, verb.says);
    assert.doesNotMatch(running.said, /\n\s+at |Uncaught/, "a stack trace is no sentence");
    assertWhole(root);
    verb.left?.(place);
    if (verb.again === null || silent) return;
    const again = new Running((verb.again ?? verb.args)(place, running.said), env);
    assert.equal(await again.end(), 0, again.said);
    assertWhole(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

for (const verb of VERBS) {
  Deno.test({
    name: `Ctrl-C in the middle of ${verb.name} leaves whole files and says how to go on`,
    ignore: verb.ignore === true || Deno.build.os === "windows",
    fn: async () => {
      await Promise.all(verb.moments.map((moment) => interruptAt(moment, verb)));
    },
  });
}

Deno.test({
  name: "Ctrl-C ends dashboard --serve and frees its port",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const root = await Deno.makeTempDir();
    try {
      await someNights(root);
      const running = new Running([...LAUNCH, "dashboard", "--serve", "--port", "0", "--out", root], {});
      const address = () => /http:\/\/127\.0\.0\.1:(\d+)\//.exec(running.said);
      while (!running.ended && !address()) await sleep(20);
      const [url, port] = address()!;
      assert.match(await (await fetch(url)).text(), /<\/html>/);
      running.interrupt();
      assert.ok([0, 130].includes(await running.end()), running.said);
      Deno.listen({ hostname: "127.0.0.1", port: Number(port) }).close();
      assertWhole(root);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});
