/**
 * Kernels that a user brings along in a file: right ones are checked and timed, and each way of being wrong
 * costs its own cell alone.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { closePeers } from "../../../../experiments/peers/open_peers.ts";
import { findInterpreter } from "../../../../experiments/peers/environments/interpreters.ts";
import { peerTrial } from "../../../../experiments/peers/peer_trial.ts";
import { productPeers } from "../../../../experiments/peers/peers.ts";
import { registerUserKernel, userKernel } from "../../../../experiments/peers/user_kernels/user_kernel.ts";
import { repro } from "../../../../experiments/session/repro.ts";
import { randomFeatures } from "../../../../kernels/random_features.ts";
import { rowMean } from "../../../../graph/normalization.ts";
import { DeviceError, type ReproError, UsageError, WrongResultError } from "../../../../platform/errors.ts";
import { readSession } from "../../../../results/store/store.ts";
import { compile, FAULTY, HAS_COMPILER } from "./c_compiler.ts";
import { takeUserFiles } from "../../../../experiments/session/user_files.ts";
import { withLab } from "../peer_comparison.ts";
import { inFolder } from "../../../in_folder.ts";
import { graph, home, MARKS, tryKernel, VERTICES } from "./try_kernel.ts";

const EXAMPLE = home("examples/kernels/row_split.c");

if (!HAS_COMPILER) console.log("user kernels: shared libraries are not tested, there is no cc on Linux");

/**
 * A test of a library in C with a fault, by the number that its source has for it. The library's name is a
 * peer's id, which is registered once.
 */
function testFault(
  name: string,
  fault: number,
  test: (file: string) => Promise<void>,
  library = `faulty-${fault}`,
): void {
  Deno.test({
    name,
    ignore: !HAS_COMPILER,
    fn: async () => {
      const folder = await Deno.makeTempDir();
      try {
        await test(
          await compile(folder, library, FAULTY, [`-DFAULT=${fault}`, `-DMARKS="${join(folder, MARKS)}"`]),
        );
      } finally {
        await closePeers();
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

/** A test of a faulty kernel in C. */
function faulty(
  name: string,
  fault: number,
  kind: typeof ReproError,
  says: RegExp,
  timeoutMs?: number,
): void {
  testFault(`a library that ${name}`, fault, async (file) => {
    await assert.rejects(tryKernel(file, timeoutMs === undefined ? {} : { timeoutMs }), (error) => {
      assert.ok(error instanceof kind, String(error));
      assert.match(String(error), says);
      return true;
    });
  });
}

faulty("refuses its operands fails with that reason", 1, DeviceError, /prepare returned NULL/);
faulty("returns another number than 0 fails with that number", 2, DeviceError, /gnn_repro_run returned 3/);
faulty(
  "crashes ends its own process alone",
  3,
  DeviceError,
  /a process that ended (by SIGSEGV|with code).*-fsanitize=address/,
);
faulty(
  "hangs is ended after the time it had",
  4,
  DeviceError,
  /no answer in 2 s.*a loop without an end, or wait longer, such as by --kernel-wait 10m/,
  2000,
);
faulty(
  "does nothing from its second call on is wrong",
  5,
  WrongResultError,
  /not a number|NaN|differ|wanted/,
);
faulty(
  "overwrites the features is wrong",
  6,
  WrongResultError,
  /"features" of its operand set \d overwritten/,
);
faulty(
  "writes behind its result fails",
  10,
  DeviceError,
  /check with.*gnn_repro_run wrote behind the last number of Y, wanted/,
);
faulty(
  "writes before its result in a timed call fails",
  11,
  DeviceError,
  /gnn_repro_run wrote before the first number of Y, wanted/,
);
faulty("lacks a function fails and names it", 8, DeviceError, /gnn_repro_destroy/);

testFault("a library that crashes fails the run that it was brought to", 3, async (file) => {
  const out = await Deno.makeTempDir();
  try {
    const { failed, cells } = await repro({
      papers: ["own/kernel-ladder"],
      filter: ["row-split", "peer:crashes-in-a-run"]
        .map((contender) => `dataset=cora && width=128 && contender=${contender}`).join(" || "),
      profile: "smoke",
      device: "wasm",
      threads: 1,
      kernel: [file],
      out,
      session: "crash",
      quiet: true,
    });
    assert.ok(failed);
    assert.ok(cells.failed === 1 && cells.wrong === 0);
    const { rows } = await readSession(join(out, "crash"));
    const own = rows.find(({ contender }) => contender === "peer:crashes-in-a-run")!;
    assert.equal(own.status, "failed");
    assert.match(own.reason, /SIGSEGV|code/);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}, "crashes-in-a-run");

testFault("a library may print, also without an end of line", 7, async (file) => {
  assert.ok((await tryKernel(file)).time > 0);
});

/** Asserts that calls are told only after all that they left running, each for 80 ms, has ended. */
async function assertRest(file: string): Promise<void> {
  const { time, marks } = await tryKernel(file);
  const [begun, ended] = ["b", "e"].map((letter) => [...marks].filter((mark) => mark === letter).length);
  assert.ok(time > 0 && begun >= 3, marks);
  assert.equal(ended, begun, marks);
}

testFault("threads that go on after a call end before the call's time is told", 9, assertRest);

Deno.test({
  name: "the example in C is right at all widths, weighted and not, and times itself",
  ignore: !HAS_COMPILER,
  fn: () =>
    inFolder(async (folder) => {
      const file = await compile(folder, "row-split-example", EXAMPLE, ["-fopenmp"]);
      for (const width of [1, 16, 33]) {
        for (const weighted of [true, false]) {
          assert.ok((await tryKernel(file, { width, weighted })).time > 0);
        }
      }
    }),
});

const NUMPY_EXAMPLE = home("examples/kernels/segment_sum.py");
const interpreter = await findInterpreter(userKernel(NUMPY_EXAMPLE));
if (interpreter.kind === "absent") console.log(`user kernels: NumPy is not tested, ${interpreter.reason}`);

Deno.test({
  name: "the example in NumPy is right, and a Python file that does not fit says what it lacks",
  ignore: interpreter.kind === "absent",
  fn: async () => {
    assert.ok((await tryKernel(NUMPY_EXAMPLE)).time > 0);
    const folder = await Deno.makeTempDir();
    try {
      const python = async (name: string, text: string) => {
        const file = join(folder, `${name}.py`);
        await Deno.writeTextFile(file, text);
        return file;
      };
      const rejected = async (file: string, says: RegExp) =>
        await assert.rejects(tryKernel(file), (error) => {
          assert.match(String(error), says);
          return true;
        });
      await rejected(await python("half", "def prepare(csr, width): ...\n"), /half\.py has no function run/);
      const prepare = "def prepare(csr, width): return None\n";
      await rejected(
        await python("raises", `${prepare}def run(p, x, y): raise ValueError("no")\n`),
        /ValueError: no \(raises\.py, line 2\), wanted an answer\. Next: correct the kernel/,
      );
      await rejected(
        await python("syntax", "def prepare(csr, width)\n"),
        /syntax\.py cannot be loaded: SyntaxError/,
      );
      await rejected(
        await python("imports", "import scippy\n"),
        /imports\.py cannot be loaded: ModuleNotFoundError: No module named 'scippy' \(imports\.py, line 1\)/,
      );
      await rejected(await python("idle", `${prepare}def run(p, x, y): pass\n`), /differs|NaN/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** A product that leaves something running for 80 ms. */
const LINGERING = `
import hashlib, multiprocessing, threading, time
from segment_sum import prepare, run as multiply

def mark(letter):
    with open(MARKS, "a") as file:
        file.write(letter)

def linger():
    end = time.perf_counter() + 0.08
    while time.perf_counter() < end:
        hashlib.pbkdf2_hmac("sha256", b"", b"", 10000)
    mark("e")

def run(prepared, x, y):
    multiply(prepared, x, y)
    mark("b")
`;

Deno.test({
  name: "threads and processes of a Python file that go on after a call end before the call's time is told",
  ignore: interpreter.kind === "absent" || Deno.build.os !== "linux",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.copyFile(NUMPY_EXAMPLE, join(folder, "segment_sum.py"));
      const started = {
        thread: "threading.Thread(target=linger)",
        process: 'multiprocessing.get_context("fork").Process(target=linger, daemon=True)',
      };
      for (const [name, start] of Object.entries(started)) {
        const file = join(folder, `lingering-${name}.py`);
        const marks = `MARKS = ${JSON.stringify(join(folder, MARKS))}\n`;
        await Deno.writeTextFile(file, `${marks}${LINGERING}    ${start}.start()\n`);
        await assertRest(file);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("a file is refused by name where it is absent, of another kind or of another peer's id", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = async (name: string, text = "") => {
      await Deno.writeTextFile(join(folder, name), text);
      return join(folder, name);
    };
    const refused = async (path: string | Promise<string>, says: RegExp) => {
      const named = await path;
      assert.throws(() => registerUserKernel(named), (error) => {
        assert.ok(error instanceof UsageError, String(error));
        assert.match(error.message, says);
        return true;
      });
    };
    await refused(join(folder, "absent.so"), /absent\.so": found no such file/);
    await refused(file("mine.cu"), /the suffix "\.cu", wanted a shared library .* or a Python file/);
    await refused(file("jax.py", 'LIBRARY = "jax"\n'), /LIBRARY = "jax", wanted one of numpy, torch, cupy/);
    await refused(file("scipy.py"), /the id "scipy" of SciPy.*rename the file/);
    await refused(file("__.py"), /lower-case letters/);
    const before = productPeers().length;
    const torch = await file("mine.py", 'LIBRARY = "torch"\n');
    assert.deepEqual(registerUserKernel(torch).backends, ["python-cpu", "python-cuda"]);
    registerUserKernel(torch);
    assert.equal(productPeers().length, before + 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("patience with a kernel is short in profile smoke, and what --kernel-wait says where it is given", () => {
  const wait = (options?: Parameters<typeof userKernel>[1]) =>
    userKernel(NUMPY_EXAMPLE, options).file?.longestWaitMs;
  assert.deepEqual([wait(), wait({ profile: "standard" }), wait({ profile: "smoke" })], [
    120_000,
    120_000,
    30_000,
  ]);
  assert.equal(wait({ profile: "smoke", kernelWait: 600 }), 600_000);
  assert.throws(() => takeUserFiles({ kernelWait: 5 }), /--kernel-wait.*wanted --kernel FILE/);
});

testFault(
  "a kernel that hangs is given the time that its run has for it, and its worker closes before that",
  4,
  async (file) => {
    const calls = async (kernelWait: number) => {
      const { id } = registerUserKernel(file, { kernelWait });
      await withLab(async (lab) => {
        const features = randomFeatures(VERTICES, 4, 1);
        const trial = await peerTrial(lab, { matrix: rowMean(graph), features, width: 4, peer: id });
        const prepared = await trial.prepare();
        assert.ok(prepared.time);
        const run = prepared.time(1);
        // A budget that is spent closes the workers in the middle of a request.
        await Promise.all([run, kernelWait > 60 && closePeers()]);
      });
    };
    await assert.rejects(calls(1), /no answer in 1 s/);
    await assert.rejects(calls(3600), /ended/);
  },
  "hanging",
);
