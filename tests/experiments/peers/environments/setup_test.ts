import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { peerCapabilities } from "../../../../experiments/peers/capability.ts";
import {
  environmentFolder,
  environmentPython,
  ENVIRONMENTS,
  findEnvironment,
  requirementsFile,
  requirementsOf,
} from "../../../../experiments/peers/environments/environments.ts";
import { environmentsOf, setUpEnvironment } from "../../../../experiments/peers/environments/setup.ts";
import { MissingError, ReproError, UsageError } from "../../../../platform/errors.ts";
import { fakePython, HAS_SHELL } from "../fake_python.ts";
import { inFolder } from "../../../in_folder.ts";

const SETUP = fileURLToPath(new URL("../../../../experiments/peers/environments/setup.ts", import.meta.url));

/** A Python whose venv is a copy of itself, and whose pip and peers behave as told; every start is logged. */
async function installer(folder: string, { venv = "", pip = "" }: { venv?: string; pip?: string } = {}) {
  const log = join(folder, "log");
  const first = `echo "$*" >> "${log}"
case "$*" in
  "-m venv "*) ${venv} mkdir -p "$3/bin" && cp "$0" "$3/bin/python"; exit ;;
  "-m pip "*) ${pip} exit 0 ;;
esac`;
  const python = await fakePython(folder, { first });
  return { python, starts: async () => (await Deno.readTextFile(log)).trim().split("\n") };
}

/** Runs `peers:setup` in `folder` with programs of its own; everything that was started is in `started`. */
async function setUpCommand(folder: string, { names, nvidiaSmi }: { names: string[]; nvidiaSmi: string }) {
  const { python, starts } = await installer(folder);
  await Deno.writeTextFile(join(folder, "nvidia-smi"), `#!/bin/sh\n${nvidiaSmi}\n`, { mode: 0o755 });
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--allow-env", "--allow-read", "--allow-write", "--allow-run"],
      ...[SETUP, ...names],
    ],
    env: {
      PATH: `${folder}:/usr/bin:/bin`,
      GNN_REPRO_PYTHON: python,
      GNN_REPRO_CACHE: join(folder, "cache"),
    },
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return { code, text, started: code === 0 ? (await starts()).join("\n") : "" };
}

for (
  const [driver, build] of [["535.183.01", "cuda12"], ["579.99", "cuda12"], ["580.65.06", "cuda13"], [
    "600.1\\n600.1",
    "cuda13",
  ]]
) {
  Deno.test({
    name: `a driver ${driver} gets CuPy for ${build}`,
    ignore: !HAS_SHELL,
    fn: () =>
      inFolder(async (folder) => {
        const nvidiaSmi = `[ "$1" = --query-gpu=driver_version ] && printf '${driver}\n'`;
        const { code, text, started } = await setUpCommand(folder, { names: ["cupy"], nvidiaSmi });
        assert.equal(code, 0, text);
        assert.match(started, new RegExp(`--requirement .*requirements-cupy-${build}.txt`));
        assert.match(started, /serve.py cupy cuda 1$/);
        assert.match(text, new RegExp(`cupy: echo 1.0; .* in .*cupy-${build}-`));
        const root = join(folder, "cache", "peers");
        assert.match(environmentPython("cupy", root)!, new RegExp(`cupy-${build}-`));
      }),
  });
}

for (
  const [what, nvidiaSmi, says] of [
    ["an old driver", "echo 470.256.02", /says "470.256.02", wanted an NVIDIA GPU with driver 525/],
    ["a driver that does not answer", "echo NVIDIA-SMI has failed; exit 9", /fails: NVIDIA-SMI has failed/],
    ["nonsense for a driver", "echo '[N/A]'", /says "\[N\/A\]"/],
  ] as const
) {
  Deno.test({
    name: `${what} is exit code 3 with a sentence, and nothing is installed`,
    ignore: !HAS_SHELL,
    fn: () =>
      inFolder(async (folder) => {
        const { code, text } = await setUpCommand(folder, { names: ["cupy"], nvidiaSmi });
        assert.equal(code, 3, text);
        assert.match(text, says);
        assert.throws(() => Deno.statSync(join(folder, "log")), Deno.errors.NotFound);
      }),
  });
}

Deno.test({
  name:
    "an environment is made once, with the pinned packages, and starts every peer of it before it counts as whole",
  ignore: !HAS_SHELL,
  fn: () =>
    inFolder(async (folder) => {
      const { python, starts } = await installer(folder);
      const root = join(folder, "peers");
      assert.equal(findEnvironment("torch", root), undefined);
      const text = await setUpEnvironment("torch", { python, root });
      assert.deepEqual({ ...text.versions }, { echo: "1.0" });
      assert.ok(text.bytes > 0);
      const calls = await starts();
      assert.equal(calls.length, 4);
      assert.ok(calls[0].startsWith("-m venv "));
      assert.ok(calls[1].endsWith(`--requirement ${requirementsFile("torch")}`));
      assert.match(calls[2], /serve.py torch cpu 1$/);
      assert.match(calls[3], /serve.py pyg cpu 1$/);
      assert.ok(environmentPython("torch", root)!.startsWith(environmentFolder("torch", root)));

      assert.deepEqual(await setUpEnvironment("torch", { python, root }), text);
      assert.equal((await starts()).length, 4);
    }),
});

Deno.test("without Python the sentence says what to install", async () => {
  await inFolder(async (folder) => {
    await assert.rejects(
      setUpEnvironment("scipy", { python: join(folder, "python3"), root: folder }),
      (error) => {
        assert.ok(error instanceof MissingError);
        assert.match(error.message, /python3-venv/);
        return true;
      },
    );
  });
});

for (
  const [what, broken, type, says] of [
    [
      "venv",
      { venv: "echo 'ensurepip is not available' >&2; exit 1;" },
      MissingError,
      /ensurepip is not available/,
    ],
    ["pip", { pip: "echo 'No matching distribution' >&2; exit 1;" }, ReproError, /No matching distribution/],
    [
      "pip for want of room",
      { pip: "echo 'ERROR: [Errno 28] No space left on device' >&2; exit 1;" },
      ReproError,
      /No space left .* Next: make room, or name another folder by GNN_REPRO_CACHE/,
    ],
    [
      "venv, which does not say why",
      { venv: "echo 'ensurepip returned non-zero exit status 1.' >&2; exit 1;" },
      MissingError,
      /where the disk is full, another folder by GNN_REPRO_CACHE/,
    ],
  ] as const
) {
  Deno.test({
    name: `where ${what} fails, its last words are said and nothing is left behind`,
    ignore: !HAS_SHELL,
    fn: () =>
      inFolder(async (folder) => {
        const { python } = await installer(folder, broken);
        const root = join(folder, "peers");
        await assert.rejects(setUpEnvironment("scipy", { python, root }), (error) => {
          assert.ok(error instanceof type);
          assert.match(error.message, says);
          return true;
        });
        assert.equal(findEnvironment("scipy", root), undefined);
        assert.throws(() => Deno.statSync(environmentFolder("scipy", root)), Deno.errors.NotFound);
      }),
  });
}

Deno.test("names of peers and of environments are understood, each environment once; others are refused", () => {
  assert.deepEqual(environmentsOf(["pyg", "torch", "scipy"]), ["torch", "scipy"]);
  assert.deepEqual(environmentsOf([]), []);
  assert.throws(() => environmentsOf(["numba"]), UsageError);
});

Deno.test("--help lists the environments and sets up none", () =>
  inFolder(async (folder) => {
    const { success, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", SETUP, "--help"],
      env: { GNN_REPRO_CACHE: folder },
    }).output();
    assert.ok(success);
    assert.match(new TextDecoder().decode(stdout), /^Usage: .*\n\n[^]*^scipy .*not set up/m);
  }));

Deno.test("every requirement is pinned to one version", async () => {
  for (const id of ENVIRONMENTS.flatMap(requirementsOf)) {
    const lines = (await Deno.readTextFile(requirementsFile(id))).split("\n").filter((line) =>
      !/^(#.*)?$/.test(line)
    );
    assert.ok(lines.length > 0);
    for (const line of lines) assert.match(line, /^[A-Za-z0-9_.-]+(\[[a-z]+\])?==[0-9][0-9.]*$/);
  }
});

Deno.test("doctor has an entry for every environment, with the command that sets it up", async () => {
  const parts = await peerCapabilities({ env: () => undefined });
  assert.equal(parts.length, ENVIRONMENTS.length);
  for (const { install } of parts) {
    assert.match(install, /^deno task peers:setup [\w-]+, or .*GNN_REPRO_PEERS_PYTHON$/);
  }
});

Deno.test({
  name: "a cache folder that cannot be made is told, and Python is not blamed",
  ignore: !HAS_SHELL,
  fn: () =>
    inFolder(async (folder) => {
      await Deno.writeTextFile(join(folder, "cache"), "a file in the place of the folder");
      const { code, text } = await setUpCommand(folder, { names: ["scipy"], nvidiaSmi: "exit 1" });
      assert.notEqual(code, 0);
      assert.match(text, /Cannot set up peers: found .*cache.*, wanted a folder/);
      assert.doesNotMatch(text, /ensurepip|python3-venv/);
    }),
});
