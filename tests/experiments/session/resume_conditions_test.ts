/**
 * A session goes on under the conditions that it began with, or not at all.
 *
 * @module
 */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { repro } from "../../../experiments/session/repro.ts";
import { refuseOtherConditions } from "../../../experiments/session/resume_conditions.ts";
import type { ReproOptions } from "../../../experiments/session/repro_options.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { Device } from "../../../hardware/device.ts";
import { sha256Folder } from "../../../platform/files/digest.ts";
import { DataError, UsageError } from "../../../platform/errors.ts";
import { readZip } from "../../../platform/files/zip_reader.ts";
import type { SessionDocument } from "../../../results/store/session_document.ts";

const ARCHIVE = fileURLToPath(
  new URL("../../../results/recorded/amd-epyc-2-threads/standard.zip", import.meta.url),
);
const THREADS = 2;

/** Unpacks the recorded session, as if this machine had run it but for `changes`. */
async function unpack(folder: string, changes: (document: SessionDocument) => object): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [path, file] of readZip(await Deno.readFile(ARCHIVE), ARCHIVE, 2 ** 26)) {
    await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
    await Deno.writeFile(join(folder, path), file.read());
  }
  const path = join(folder, "session.json");
  const document: SessionDocument = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...document, ...changes(document) }));
}

type Case = [
  what: string,
  changes: (document: SessionDocument) => object,
  options: Partial<ReproOptions>,
  RegExp,
];

const CASES: readonly Case[] = [
  ["profile", () => ({}), { profile: "smoke" }, /profile smoke, wanted profile standard/],
  ["seed", () => ({}), { seed: 2 }, /seed 2, wanted seed 1/],
  ["ranks", () => ({}), { ranks: 2 }, /ranks 2, local, wanted ranks 4, local/],
  ["device memory", () => ({}), { deviceMemory: 2 ** 24 }, /device memory 16MiB/],
  [
    "device",
    ({ device }) => ({ device: { ...device, name: "Another CPU (2 threads)" } }),
    {},
    /wanted device wasm, Another CPU/,
  ],
  [
    "implementation of WebGPU",
    ({ environment }) => ({ environment: { ...environment, webgpu: "dawn" } }),
    {},
    /WebGPU , wanted WebGPU dawn/,
  ],
  ["other threads", () => ({}), { threads: 1 }, /device wasm, .*1 thread.*wanted device wasm, .*2 threads/],
  ["threads", ({ device }) => ({ device: { ...device, threads: 8 } }), {}, /threads 2, wanted threads 8/],
  ["schema", () => ({ schema: 4 }), {}, /found schema 4, wanted schema 1, 2 or 3/],
];

Deno.test("a recorded session is not resumed under another device, profile, seed or schema, and keeps every byte", async () => {
  const out = await Deno.makeTempDir();
  const device = openWasmDevice({ threads: THREADS });
  const { name } = device;
  device.close();
  try {
    for (const [what, changes, options, message] of CASES) {
      const folder = join(out, "s");
      await unpack(folder, (document) => {
        const device = { ...document.device, name };
        return { device, ...changes({ ...document, device }) };
      });
      const before = await sha256Folder(folder);
      const asked: ReproOptions = {
        papers: ["hetu-gnn/table-3"],
        profile: "standard",
        device: "wasm",
        threads: THREADS,
        deviceMemory: 2 ** 32,
        out,
        session: "s",
        quiet: true,
        ...options,
      };
      await assert.rejects(repro(asked), (error) => {
        assert.ok(error instanceof UsageError || error instanceof DataError, `${what}: ${error}`);
        assert.match(error.message, message);
        return true;
      });
      assert.equal(await sha256Folder(folder), before, what);
      await Deno.remove(folder, { recursive: true });
    }
    await Deno.copyFile(ARCHIVE, join(out, "s.zip"));
    const before = await sha256Folder(out);
    const again = {
      papers: ["hetu-gnn/table-3"],
      device: "wasm",
      threads: THREADS,
      out,
      session: "s",
      quiet: true,
    };
    await assert.rejects(repro(again), /an archive, which is read-only.*unpack it first: unzip/);
    assert.equal(await sha256Folder(out), before);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("a session is not resumed under conditions that its rows do not name: an instruction set, threads of the host", async () => {
  const folder = await Deno.makeTempDir();
  const device = openWasmDevice({ threads: THREADS });
  try {
    await unpack(join(folder, "s"), () => ({}));
    const recorded: SessionDocument = JSON.parse(await Deno.readTextFile(join(folder, "s", "session.json")));
    const { limits, webgpu, adapterKind, threads } = device, { name } = recorded.device;
    const of = (isa: string) => ({
      ...recorded,
      device: { ...recorded.device, backend: "x86" },
      environment: { ...recorded.environment, "instruction set": isa },
    });
    const now = {
      name: "s",
      profile: recorded.profile,
      seed: recorded.seed,
      device: {
        backend: "x86",
        name,
        threads,
        adapterKind,
        webgpu,
        limits: { ...limits, memoryBytes: 2 ** 32 },
        facts: { "instruction set": "avx2" },
      } as unknown as Device,
      ranks: { count: 4, engine: "local" as const },
      hostThreads: THREADS,
    };
    refuseOtherConditions(of("avx2"), now);
    assert.throws(
      () => refuseOtherConditions(of("avx512"), now),
      /found instruction set avx2, wanted instruction set avx512/,
    );
    const older = "family 25, model 17, stepping 1", newer = "family 26, model 2, stepping 1";
    const aged = { ...of("avx2"), environment: { ...of("avx2").environment, "cpu generation": older } };
    const facts = { ...now.device.facts, "cpu generation": newer };
    const newerHere = { ...now, device: { ...now.device, facts } };
    refuseOtherConditions(of("avx2"), newerHere);
    assert.throws(
      () => refuseOtherConditions(aged, newerHere),
      /found cpu generation family 26, .* wanted cpu generation family 25,/,
    );
    const emulated = { ...of("avx2"), device: { ...of("avx2").device, adapterKind: "software" as const } };
    assert.throws(
      () => refuseOtherConditions(emulated, now),
      /found adapter kind none, wanted adapter kind software/,
    );
    const others = { ...of("avx2"), environment: { ...of("avx2").environment, "host threads": "8" } };
    refuseOtherConditions(others, { ...now, hostThreads: 8 });
    assert.throws(() => refuseOtherConditions(others, now), /found threads 2, wanted threads 8/);
    const unlimited = { ...limits, memoryBytes: Number.MAX_SAFE_INTEGER };
    assert.throws(
      () => refuseOtherConditions(of("avx2"), { ...now, device: { ...now.device, limits: unlimited } }),
      /found device memory without a limit, wanted device memory 4GiB, .*or add --device-memory 4GiB$/,
    );
    const tunedBy = (digest: string) => ({ ...now, device: { ...now.device, tuning: { digest } as never } });
    const began = { ...of("avx2"), environment: { ...of("avx2").environment, tuning: "0123abcd" } };
    refuseOtherConditions(began, tunedBy("0123abcd"));
    assert.throws(
      () => refuseOtherConditions(began, tunedBy("4567cdef")),
      /found tuning 4567cdef, wanted tuning 0123abcd/,
    );
    assert.throws(() => refuseOtherConditions(began, now), /found tuning none .*, wanted tuning 0123abcd/);
    assert.throws(
      () => refuseOtherConditions(of("avx2"), tunedBy("4567cdef")),
      /found tuning 4567cdef, wanted tuning none/,
    );
  } finally {
    device.close();
    await Deno.remove(folder, { recursive: true });
  }
});
