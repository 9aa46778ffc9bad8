import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { closePeers, openPeer } from "../../../experiments/peers/open_peers.ts";
import { Peer, type PeerOptions } from "../../../experiments/peers/peer.ts";
import { workerVariables } from "../../../experiments/peers/peer_process.ts";
import { DeviceError, MissingError, OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { type FakeAnswers, fakePython, HAS_SHELL } from "./fake_python.ts";

if (!HAS_SHELL) console.log("peers: the workers' protocol is not tested, there is no /bin/sh");

/** Opens a worker that answers so, and ends it whatever becomes of it. */
function withFake(
  answers: FakeAnswers,
  work: (peer: () => Promise<Peer>) => Promise<void>,
  options: Partial<PeerOptions> = {},
): () => Promise<void> {
  return async () => {
    const folder = await Deno.makeTempDir();
    const python = await fakePython(folder, answers);
    const opened: Peer[] = [];
    try {
      await work(async () => {
        const peer = await Peer.open("scipy", { threads: 2, python, ...options });
        opened.push(peer);
        return peer;
      });
    } finally {
      for (const peer of opened) await peer.close();
      await Deno.remove(folder, { recursive: true });
    }
  };
}

const isDevice = (says: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DeviceError, String(error));
  assert.match(error.parts.current, says);
  return true;
};

/** A protocol test: one sentence, one worker. */
function check(
  name: string,
  answers: FakeAnswers,
  work: (peer: () => Promise<Peer>) => Promise<void>,
  options?: Partial<PeerOptions>,
): void {
  Deno.test({ name, ignore: !HAS_SHELL, fn: withFake(answers, work, options) });
}

check(
  "a worker says its versions and threads, and its seconds come back as milliseconds",
  {},
  async (open) => {
    const peer = await open();
    assert.deepEqual({ ...peer.versions }, { echo: "1.0" });
    assert.equal(peer.threads, 3);
    assert.deepEqual(await peer.run(7), { ms: 30 });
    await peer.close();
    assert.ok(peer.ended);
    await assert.rejects(peer.run(1), isDevice(/has ended/));
  },
);

check("threads reach the worker by every variable that its libraries read", {
  hello: `[ "$OMP_NUM_THREADS$MKL_NUM_THREADS$OPENBLAS_NUM_THREADS" = 222 ] && ` +
    `echo '{"ok":true,"peer":"echo","versions":{},"threads":2}'`,
}, async (open) => {
  assert.equal((await open()).threads, 2);
});

Deno.test("a worker beside code for AVX2 is held to it by every variable that its libraries read", () => {
  const vectors = (isa?: string) => {
    const { OPENBLAS_CORETYPE, MKL_ENABLE_INSTRUCTIONS, ATEN_CPU_CAPABILITY, ...rest } = workerVariables(
      2,
      isa,
    );
    const { ONEDNN_MAX_CPU_ISA, LIBXSMM_TARGET } = rest;
    return [
      OPENBLAS_CORETYPE,
      MKL_ENABLE_INSTRUCTIONS,
      ATEN_CPU_CAPABILITY,
      ONEDNN_MAX_CPU_ISA,
      LIBXSMM_TARGET,
    ];
  };
  assert.deepEqual(vectors("avx2"), ["Haswell", "AVX2", "avx2", "AVX2", "hsw"]);
  for (const isa of ["avx512", undefined]) assert.deepEqual(vectors(isa), Array(5).fill(undefined));
});

check("requests that are asked at once are answered one after the other", {
  run: `n=$((n + 1)); echo "{\\"ok\\":true,\\"seconds\\":$n}"`,
}, async (open) => {
  const peer = await open();
  const runs = await Promise.all([peer.run(1), peer.run(1), peer.run(1)]);
  assert.deepEqual(runs.map(({ ms }) => ms), [1000, 2000, 3000]);
});

check(
  "a crash in the middle of a run is an error that says how it ended",
  { run: "kill -9 $$" },
  async (open) => {
    const peer = await open();
    await assert.rejects(peer.run(1), isDevice(/ended by SIGKILL/));
    assert.ok(peer.ended);
  },
);

check("a worker that ends before its first word says its exit code", { first: "exit 7" }, async (open) => {
  await assert.rejects(open(), isDevice(/ended with code 7/));
});

check("an answer without end is an error, and the worker is ended", {
  run: `while :; do printf '%65536d' 0; done`,
}, async (open) => {
  const peer = await open();
  await assert.rejects(peer.run(1), isDevice(/cannot be read/));
  assert.ok(peer.ended);
}, { timeoutMs: 60_000 });

/** Longest wait of a worker whose time passes when its test says so. */
const TOLD_MS = 123_000;

check("silence is an error, and the worker is ended", { run: "sleep infinity" }, async (open) => {
  const { setTimeout } = globalThis, waits: (() => void)[] = [];
  globalThis.setTimeout = ((callback: () => void, ms: number) => {
    if (ms !== TOLD_MS) return setTimeout(callback, ms);
    waits.push(callback);
  }) as typeof setTimeout;
  try {
    const peer = await open(), answered = waits.length, run = peer.run(1);
    while (waits.length === answered) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    waits.at(-1)!();
    await assert.rejects(run, isDevice(/no answer in 123 s/));
    assert.ok(peer.ended);
    // Who asks next, such as after a release that did not return, is told the same.
    await assert.rejects(peer.run(1), isDevice(/no answer in 123 s/));
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}, { timeoutMs: TOLD_MS });

Deno.test({
  name: "a signal ends the start of a worker at once, and one that has aborted before starts none",
  ignore: !HAS_SHELL,
  fn: async () => {
    const folder = await Deno.makeTempDir(), started = join(folder, "started");
    const first = `echo $$ > "${started}.new"; mv "${started}.new" "${started}"; exec sleep infinity`;
    try {
      const python = await fakePython(folder, { first }), stop = new AbortController();
      const open = (open: typeof openPeer) =>
        open("scipy", { threads: 1, python, timeoutMs: 20_000, signal: stop.signal });
      const opening = open(openPeer);
      opening.catch(() => {});
      const pid = async (): Promise<number> => {
        const text = await Deno.readTextFile(started).catch(() => "");
        if (text !== "") return Number(text);
        await new Promise((resolve) => setTimeout(resolve, 10));
        return await pid();
      };
      const worker = await pid(), from = performance.now();
      stop.abort(new Interrupted("SIGINT"));
      await assert.rejects(opening, Interrupted);
      assert.ok(performance.now() - from < 10_000, "it waited for the worker's first word");
      assert.throws(() => Deno.kill(worker, "SIGCONT"), Deno.errors.NotFound);
      await Deno.remove(started);
      await assert.rejects(open(Peer.open), Interrupted);
      await assert.rejects(Deno.stat(started), Deno.errors.NotFound);
    } finally {
      await closePeers();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

for (
  const [what, reply] of [
    ["a line that is not JSON", "Segmentation fault"],
    ["JSON that is no reply", `{"seconds":1}`],
    ["a time that is none", `{"ok":true,"seconds":"fast"}`],
    ["a negative time", `{"ok":true,"seconds":-1}`],
  ]
) {
  check(`${what} is an error`, { run: `echo '${reply}'` }, async (open) => {
    await assert.rejects((await open()).run(1), isDevice(/cannot be read/));
  });
}

for (
  const [kind, type] of [["missing", MissingError], ["memory", OutOfMemoryError], [
    "failed",
    DeviceError,
  ]] as const
) {
  check(`a reply of kind "${kind}" is a ${type.name}, and the worker goes on`, {
    run: `n=$((n + 1)); [ $n = 1 ] && echo '{"ok":false,"kind":"${kind}","error":"no"}' || ` +
      `echo '{"ok":true,"seconds":1}'`,
  }, async (open) => {
    const peer = await open();
    await assert.rejects(peer.run(1), type);
    assert.deepEqual(await peer.run(1), { ms: 1000 });
  });
}

Deno.test("a peer that is not set up says the command that does it", async () => {
  await assert.rejects(
    Peer.open("scipy", { threads: 1, root: "/nowhere", env: () => undefined }),
    (error) => {
      assert.ok(error instanceof MissingError);
      assert.equal(`${error.parts.current}; ${error.parts.next}`, "not set up; deno task peers:setup scipy");
      return true;
    },
  );
});

Deno.test("an interpreter that is not there, and a peer that is none, are typed errors", async () => {
  await assert.rejects(Peer.open("scipy", { threads: 1, python: "/nowhere/python" }), MissingError);
  await assert.rejects(Peer.open("numba", { threads: 1 }), UsageError);
});

Deno.test("a peer that could not be opened keeps nothing of its caller alive", async () => {
  const program = `
    import { openPeer } from "${import.meta.resolve("../../../experiments/peers/open_peers.ts")}";
    class Comparison {
      async ask() {
        try {
          await openPeer("scipy", { threads: 1, python: "/nowhere/python" });
        } catch (error) {
          return error.name;
        }
      }
    }
    async function asked() {
      const comparison = new Comparison();
      if (await comparison.ask() !== "MissingError") throw new Error("another error");
      return new WeakRef(comparison);
    }
    const left = await asked();
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      gc();
    }
    console.log(left.deref() === undefined ? "gone" : "kept");`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--config",
      fileURLToPath(import.meta.resolve("../../../deno.json")),
      "--v8-flags=--expose-gc",
      "--allow-read",
      "--allow-env",
      "--allow-run",
      "--allow-sys",
      `data:text/typescript,${encodeURIComponent(program)}`,
    ],
    env: { NO_COLOR: "1" },
  }).output();
  assert.equal(new TextDecoder().decode(stdout), "gone\n", new TextDecoder().decode(stderr));
});

check(
  "one worker serves all who ask for the same, and a dead one is replaced",
  { run: "exit 3" },
  async () => {
    const folder = await Deno.makeTempDir();
    const python = await fakePython(folder, { run: "exit 3" });
    try {
      const first = await openPeer("scipy", { threads: 1, python });
      assert.equal(await openPeer("scipy", { threads: 1, python }), first);
      const other = await openPeer("scipy", { threads: 2, python });
      assert.notEqual(other, first);
      await assert.rejects(first.run(1), DeviceError);
      const next = await openPeer("scipy", { threads: 1, python });
      assert.notEqual(next, first);
      await closePeers();
      assert.ok(next.ended && other.ended);
    } finally {
      await closePeers();
      await Deno.remove(folder, { recursive: true });
    }
  },
);
