/**
 * The worker itself, by SciPy and, where it trains, by PyTorch: no request makes it crash, and none that is wrong is served.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { environmentPython } from "../../../experiments/peers/environments/environments.ts";
import { SERVER } from "../../../experiments/peers/peer_process.ts";

const python = environmentPython("scipy");
if (python === undefined) {
  console.log("peers: serve.py is not tested, scipy is not set up (deno task peers:setup scipy)");
}

const torch = environmentPython("torch");
if (torch === undefined) {
  console.log("peers: training.py is not tested, torch is not set up (deno task peers:setup torch)");
}

const isLinux = Deno.build.os === "linux";
if (!isLinux) console.log("peers: no other system than Linux is told which process to end first");

/** Replies to lines, one each, and how the worker ended. */
async function converse(
  lines: readonly string[],
  { peer = "scipy", interpreter = python! }: { readonly peer?: string; readonly interpreter?: string } = {},
) {
  const child = new Deno.Command(interpreter, {
    args: ["-I", SERVER, peer, "cpu", "1"],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${lines.join("\n")}\n`));
  await writer.close();
  const { code, stdout } = await child.output();
  const replies = new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
  return { code, replies };
}

Deno.test({
  name: "where memory is full, Linux ends a worker before the harness",
  ignore: python === undefined || !isLinux,
  fn: async () => {
    const child = new Deno.Command(python!, {
      args: ["-I", SERVER, "scipy", "cpu", "1"],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter(), reader = child.stdout.getReader();
    await writer.write(new TextEncoder().encode(`{"op":"hello"}\n`));
    await reader.read();
    const score = await new Deno.Command("cat", { args: [`/proc/${child.pid}/oom_score_adj`] }).output();
    assert.equal(new TextDecoder().decode(score.stdout), "1000\n");
    await writer.close();
    await reader.cancel();
    await child.status;
  },
});

Deno.test({
  name: "a request that is wrong is answered by an error line, and the next one is served",
  ignore: python === undefined,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const write = async (name: string, array: Int32Array | Float32Array) => {
        await Deno.writeFile(join(folder, name), new Uint8Array(array.buffer));
        return join(folder, name);
      };
      const files = {
        rowPtr: await write("rowPtr", Int32Array.of(0, 1, 2)),
        colIdx: await write("colIdx", Int32Array.of(1, 0)),
        values: await write("values", Float32Array.of(2, 3)),
        features: await write("features", Float32Array.of(1, 2, 3, 4, 5, 6)),
        scale: null,
      };
      const good = { op: "load", rows: 2, cols: 2, nnz: 2, width: 3, copies: 2, files };
      const bad = [
        {},
        [],
        "run",
        { op: "__class__" },
        { op: ["run"] },
        { op: "run", n: 1 },
        { ...good, rows: -1 },
        { ...good, rows: true },
        { ...good, width: 4 },
        { ...good, nnz: 2 ** 40 },
        { ...good, copies: 0 },
        { ...good, files: null },
        { ...good, files: { ...files, rowPtr: 7 } },
        { ...good, files: { ...files, rowPtr: join(folder, "absent") } },
        { ...good, files: { ...files, features: folder } },
        { ...good, files: { ...files, rowPtr: await write("falls", Int32Array.of(0, 3, 2)) } },
        { ...good, files: { ...files, rowPtr: await write("short", Int32Array.of(0, 1, 1)) } },
        { ...good, files: { ...files, colIdx: await write("outside", Int32Array.of(2, 0)) } },
        { ...good, files: { ...files, colIdx: await write("negative", Int32Array.of(-1, 0)) } },
      ];
      const lines = [
        "not JSON",
        ...bad.map((each) => JSON.stringify(each)),
        JSON.stringify(good),
        JSON.stringify({ op: "run", n: 0 }),
        JSON.stringify({ op: "run", n: 5000 }),
        JSON.stringify({ op: "check", file: join(folder, "no", "such") }),
        JSON.stringify({ op: "check", file: join(folder, "product") }),
        JSON.stringify({ op: "quit" }),
        JSON.stringify({ op: "hello" }),
      ];
      const { code, replies } = await converse(lines);
      assert.equal(code, 0);
      const served = replies.map(({ ok }) => ok);
      assert.deepEqual(served, [...Array(bad.length + 1).fill(false), true, false, true, false, true]);
      for (const { ok, kind, error } of replies) {
        assert.ok(ok || (/request|failed/.test(kind) && error.length > 0));
      }
      const run = replies[bad.length + 3];
      if (Deno.build.os === "linux") {
        // 5,000 products take some ten milliseconds of a processor, which the system counts in ticks of four.
        assert.ok(run.ran > 0 && run.ran < 100 * run.seconds + 1, JSON.stringify(run));
        assert.ok(run.waited >= 0 && Number.isInteger(run.faults), JSON.stringify(run));
      }
      const product = new Float32Array((await Deno.readFile(join(folder, "product"))).buffer);
      assert.deepEqual([...product], [8, 10, 12, 3, 6, 9]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a peer that cannot run here says so to every request",
  ignore: python === undefined,
  fn: async () => {
    const hello = JSON.stringify({ op: "hello" });
    for (const [peer, kind] of [["torch", "missing"], ["cupy", "missing"], ["numba", "request"]]) {
      const { code, replies } = await converse([hello, hello], { peer });
      assert.equal(code, 0);
      assert.deepEqual(replies.map((reply) => [reply.ok, reply.kind]), [[false, kind], [false, kind]]);
    }
  },
});

Deno.test({
  name: "a training request that is wrong is answered by an error line, and the next one is served",
  ignore: torch === undefined,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const write = async (name: string, array: Int32Array | Float32Array) => {
        await Deno.writeFile(join(folder, name), new Uint8Array(array.buffer));
        return join(folder, name);
      };
      const files = {
        rowPtr: await write("rowPtr", Int32Array.of(0, 1, 2)),
        colIdx: await write("colIdx", Int32Array.of(1, 0)),
        values: await write("values", Float32Array.of(1, 2)),
        features: await write("features", Float32Array.of(1, 2, 3, 4, 5, 6)),
        W1: await write("W1", Float32Array.of(1, 0, 0, 1, 1, 1)),
        b1: null,
        labels: await write("labels", Int32Array.of(1, 0)),
        train: await write("train", Int32Array.of(0)),
      };
      const dropout = { input: 0, hidden: 0.5 };
      const adam = { learningRate: 0.1, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 };
      const good = {
        ...{
          op: "model",
          rows: 2,
          nnz: 2,
          widths: [3, 2],
          sets: { train: 1 },
          dropout,
          adam,
          seed: 1,
          files,
        },
      };
      const bad = [
        { ...good, widths: [3] },
        { ...good, widths: "32" },
        { ...good, widths: [3, 0] },
        { ...good, widths: [3, 2, 2] },
        { ...good, widths: [4, 2] },
        { ...good, sets: {} },
        { ...good, sets: { train: 0 } },
        { ...good, sets: { train: 1, test: 1 } },
        { ...good, sets: [1] },
        { ...good, dropout: { input: 1, hidden: 0 } },
        { ...good, dropout: { input: 0 } },
        { ...good, dropout: null },
        { ...good, adam: { ...adam, learningRate: -1 } },
        { ...good, adam: { ...adam, beta2: 1 } },
        { ...good, adam: { ...adam, epsilon: "small" } },
        { ...good, seed: 0.5 },
        { ...good, files: { ...files, W1: null } },
        { ...good, files: { ...files, b1: files.W1 } },
        { ...good, files: { ...files, labels: await write("long", Int32Array.of(1, 0, 1)) } },
        { ...good, files: { ...files, labels: await write("classes", Int32Array.of(2, 0)) } },
        { ...good, files: { ...files, train: await write("outside", Int32Array.of(2)) } },
        { op: "train", model: 1, n: 1, dropout: true },
      ];
      const afterwards = [
        { op: "train", model: 1, n: 0, dropout: true },
        { op: "train", model: 1, n: 1, dropout: 0 },
        { op: "train", model: 2, n: 1, dropout: true },
        { op: "evaluate", model: 1, set: "test" },
        { op: "scores", model: 1, file: join(folder, "no", "such") },
      ];
      const served = [
        { op: "scores", model: 1, file: join(folder, "scores") },
        { op: "train", model: 1, n: 3, dropout: true },
        { op: "evaluate", model: 1, set: "train" },
        { op: "reset", model: 1 },
        { op: "forget", model: 1 },
      ];
      const lines = [...bad, good, ...afterwards, ...served, { op: "reset", model: 1 }];
      const { code, replies } = await converse(lines.map((line) => JSON.stringify(line)), {
        peer: "torch",
        interpreter: torch!,
      });
      assert.equal(code, 0);
      const wanted = [
        ...bad.map(() => false),
        true,
        ...afterwards.map(() => false),
        ...served.map(() => true),
        false,
      ];
      assert.deepEqual(replies.map(({ ok }) => ok), wanted);
      for (const { ok, kind, error } of replies) {
        assert.ok(ok || (/request|failed/.test(kind) && error.length > 0));
      }
      const scores = new Float32Array((await Deno.readFile(join(folder, "scores"))).buffer);
      assert.deepEqual([...scores], [10, 11, 8, 10]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a library that does not train says so",
  ignore: python === undefined,
  fn: async () => {
    const { replies: [reply] } = await converse([JSON.stringify({ op: "model" })]);
    assert.deepEqual([reply.ok, reply.kind, reply.error], [false, "missing", "scipy does not train"]);
  },
});
