/**
 * Rehearsal of a recording, step by step as on a fresh machine with a card: from a clone, with an empty home
 * folder and without a network, on the system's adapter, which may emulate a GPU.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemVulkan } from "../hardware/webgpu/vulkan.ts";
import { requestAdapter } from "../hardware/webgpu/adapter.ts";
import { publishedPapers } from "../experiments/papers.ts";
import { EXIT } from "../platform/errors.ts";
import { countingRows } from "../results/store/counting_rows.ts";
import { readSession } from "../results/store/store.ts";

const HOME = fileURLToPath(new URL("..", import.meta.url));

/** Suites of each paper that take seconds on an adapter that emulates a GPU. */
const SUITES = [
  ...["hetu-gnn/section-2-1", "hetu-gnn/figure-8", "fastgl/section-4-2", "fastgl/figure-12"],
  ...["roc/table-3", "roc/figure-10", "eppgcn/algorithm-2", "eppgcn/figure-3"],
  ...["distgnn-mb/section-3-1", "distgnn-mb/section-3-3"],
];

/** Variables by which a machine says where its drivers and libraries are. */
const OF_THE_MACHINE = ["PATH", "GNN_REPRO_LIBRARY_PATH", "VK_DRIVER_FILES", "VK_ICD_FILENAMES"];

const MOST_BUNDLE_BYTES = 16 * 2 ** 20;

/** Whether a program ends well; not where there is no such program. */
async function works(program: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

/** Folder of the packages that the root's lock names, which the tests themselves run from. */
async function packageFolder(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return (JSON.parse(new TextDecoder().decode(stdout)) as { denoDir: string }).denoDir;
}

/** Words before a command that take the network from it; none where the system has no such program. */
async function withoutNetwork(): Promise<readonly string[]> {
  for (const words of [["unshare", "--net"], ["unshare", "--map-root-user", "--net"]]) {
    if (await works(words[0], ...words.slice(1), "true")) return words;
  }
  return [];
}

/** Variables by which every request goes to a port of this machine where nothing listens. */
const DEAD_PROXY = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [name, "http://127.0.0.1:9"]),
);

const reason = systemVulkan().loader === undefined
  ? systemVulkan().detail
  : !await works("git", "-C", HOME, "rev-parse", "HEAD")
  ? "no git repository to clone"
  : undefined;
if (reason !== undefined) console.log(`the rehearsal of a recording is left out: ${reason}`);

Deno.test(
  "from a clone, with an empty home and no network, a card is checked, recorded and compared with a CPU",
  {
    ignore: reason !== undefined,
  },
  async () => {
    const folder = await Deno.makeTempDir(),
      clone = join(folder, "clone"),
      sessions = join(folder, "sessions");
    const before = await withoutNetwork();
    console.log(`network taken by ${before.join(" ") || "a proxy that does not listen"}`);
    const env = {
      HOME: join(folder, "home"),
      DENO_DIR: await packageFolder(),
      NO_COLOR: "1",
      ...Object.fromEntries(OF_THE_MACHINE.flatMap((name) => {
        const value = Deno.env.get(name);
        return value === undefined ? [] : [[name, value]];
      })),
      ...before.length === 0 && DEAD_PROXY,
    };
    const task = async (...args: string[]) => {
      const [program, ...all] = [...before, Deno.execPath(), "task", "--quiet", ...args];
      const command = new Deno.Command(program, { args: all, cwd: clone, env, clearEnv: true });
      const { code, stdout, stderr } = await command.output();
      return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
    };
    const well = async (...args: string[]) => {
      const { code, out, err } = await task(...args);
      assert.equal(code, EXIT.ok, `${args.join(" ")}\n${out.slice(-2000)}\n${err.slice(-2000)}`);
      return out;
    };
    try {
      await Deno.mkdir(env.HOME);
      assert.ok(await works("git", "clone", "--quiet", HOME, clone));

      assert.match(await well("doctor"), /^(present|absent ) +GPU \(WebGPU adapter\)/m);
      assert.match(await well("check:kernels"), /^WebGPU kernels on .+\n[^]+\bspmm\/row-split\b.+\bok$/m);

      const { adapter: hardware } = await requestAdapter();
      if (hardware === undefined) {
        const refused = await task("record", "--device", "webgpu", "--out", sessions);
        assert.equal(refused.code, EXIT.missing, refused.err);
        assert.match(refused.err, /^error: Cannot record a GPU: .*Next: install /m);
      }
      const onCard = ["--device", "webgpu", "--allow-software", "--profile", "smoke", "--out", sessions];
      const text = await well("record", "--budget", "30s", "--session", "card", ...onCard);
      const archive = join(sessions, "card.zip");
      assert.ok(
        text.includes(`deno task compare results/recorded/intel-xeon-avx512-2-threads/standard ${archive}`),
        text,
      );
      assert.match(text, /cp \S+card\.zip results\/recorded\/[a-z0-9-]+\/card\.zip/);

      await well(
        "repro",
        "own/kernel-ladder",
        "--filter",
        "workload=cora:w16",
        "--session",
        "card",
        ...onCard,
      );
      await well("repro", ...SUITES, "--session", "card", ...onCard);
      await well("bundle", join(sessions, "card"));
      assert.ok((await Deno.stat(archive)).size <= MOST_BUNDLE_BYTES);
      const { document, rows } = await readSession(archive);
      assert.equal(document.device.backend, "webgpu");
      const measured = countingRows(rows);
      assert.deepEqual(measured.filter(({ status }) => status === "wrong" || status === "failed"), []);
      const ok = measured.filter(({ status }) => status === "ok");
      for (const id of ["own", ...publishedPapers().map((paper) => paper.id)]) {
        const suites = new Set(ok.filter(({ paper }) => paper === id).map(({ suite }) => suite));
        assert.ok(
          suites.size >= 2 || (id === "own" && suites.has("own/kernel-ladder")),
          `${id}: ${[...suites]}`,
        );
      }
      assert.ok(
        ok.some(({ metric, n, checked_rows: checked }) => metric === "time" && n! > 0 && checked! > 0),
      );

      const cpu = ["--device", "wasm", "--profile", "smoke", "--out", sessions, "--session", "cpu"];
      await well("repro", ...SUITES, ...cpu);
      const { pairs } = JSON.parse(await well("compare", join(sessions, "cpu"), archive, "--json")) as {
        pairs: readonly { readonly cells: readonly { readonly outcome: string }[] }[];
      };
      assert.ok(pairs[0].cells.length > 100, `${pairs[0].cells.length} cells`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
