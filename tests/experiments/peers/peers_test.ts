/**
 * Peers beside a device: on which processor, with how many CPU threads.
 *
 * @module
 */
import assert from "node:assert/strict";
import { closePeers } from "../../../experiments/peers/open_peers.ts";
import { peerTrial } from "../../../experiments/peers/peer_trial.ts";
import { findPeer, peerPlace, PEERS, pythonBeside } from "../../../experiments/peers/peers.ts";
import { hostThreads } from "../../../experiments/session/repro_options.ts";
import type { AdapterKind, Device, DeviceBackend } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { MissingError } from "../../../platform/errors.ts";
import { testLab } from "../lab.ts";
import { fakePython, HAS_SHELL } from "./fake_python.ts";

/** A lab on a device that says so of itself; what it computes with is a thread of this machine. */
async function withLab(
  [backend, adapterKind, threads]: [DeviceBackend, AdapterKind, number],
  work: (lab: ReturnType<typeof testLab>) => void | Promise<void>,
): Promise<void> {
  const real = await openWasmDevice({ threads: 1 });
  const device: Device = Object.create(real, {
    backend: { value: backend },
    adapterKind: { value: adapterKind },
    threads: { value: threads },
    limits: { value: real.limits },
  });
  try {
    await work({ ...testLab(device), hostThreads: 5 });
  } finally {
    await closePeers();
    real.close();
  }
}

Deno.test("a peer has the CPU threads of the session, also beside a device that has none", async () => {
  for (const device of [["wasm", "none", 2], ["webgpu", "software", 0]] as const) {
    await withLab([...device], (lab) => {
      assert.deepEqual(peerPlace(findPeer("scipy"), lab), { backend: "python-cpu", threads: 5 });
    });
  }
  await withLab(["webgpu", "hardware", 0], (lab) => {
    assert.deepEqual(peerPlace(findPeer("torch"), lab), { backend: "python-cuda", threads: 5 });
    assert.deepEqual(peerPlace(findPeer("cupy"), lab), { backend: "python-cuda", threads: 5 });
  });
  assert.equal(hostThreads({ threads: 7 }), 7);
  assert.equal(hostThreads({}), navigator.hardwareConcurrency);
});

Deno.test("a library of the CPU is skipped beside a GPU and one of CUDA beside an emulated GPU, each with the reason", async () => {
  const refusal = (id: string, lab: ReturnType<typeof testLab>) => {
    try {
      peerPlace(findPeer(id), lab);
    } catch (error) {
      assert.ok(error instanceof MissingError);
      return `${error.parts.current}; ${error.parts.next}`;
    }
    throw new Error(`${id} is not refused`);
  };
  await withLab(["webgpu", "hardware", 0], (lab) => {
    const cpuOnly = PEERS.filter(({ backends }) => !backends.includes("python-cuda"));
    assert.ok(cpuOnly.length > 0);
    for (const { id } of cpuOnly) {
      assert.match(refusal(id, lab), /on the CPU only.*on a GPU; take --device wasm/);
    }
  });
  await withLab(["webgpu", "software", 0], (lab) => {
    assert.match(refusal("cupy", lab), /on CUDA only.*device webgpu computes on the CPU; .*NVIDIA/);
  });
  assert.equal(pythonBeside({ backend: "webgpu", adapterKind: "software" }), "python-cpu");
});

Deno.test({
  name:
    "the worker beside a GPU device is started with at least one thread, and its row has those that it says",
  ignore: !HAS_SHELL,
  fn: () =>
    withLab(["webgpu", "hardware", 0], async (lab) => {
      const folder = await Deno.makeTempDir();
      try {
        const python = await fakePython(folder, {
          first: `[ "$4 $5 $OMP_NUM_THREADS" = "cuda 5 5" ] || exit 2`,
          hello: `echo '{"ok":true,"peer":"torch","versions":{"torch":"2"},"threads":0}'`,
        });
        const matrix = {
          rows: 1,
          cols: 1,
          rowPtr: Uint32Array.of(0, 1),
          colIdx: Uint32Array.of(0),
          values: Float32Array.of(1),
        };
        const trial = await peerTrial(lab, {
          ...{ matrix, features: Float32Array.of(3), width: 1, peer: "torch" },
          open: { python },
        });
        assert.deepEqual(trial.ranOn, { threads: 0, adapterKind: "hardware", timer: "gpu-timestamp" });
        assert.equal(trial.identity.backend, "python-cuda");
      } finally {
        await closePeers();
        await Deno.remove(folder, { recursive: true });
      }
    }),
});
