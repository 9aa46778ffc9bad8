/**
 * The systems that a user would pick instead of this harness's kernels: which environment each one needs, where it runs
 * and by which of its calls it is measured.
 *
 * @module
 */
import type { DeviceBackend } from "../../hardware/device.ts";
import { MissingError, UsageError } from "../../platform/errors.ts";
import type { EnvironmentId } from "./environments.ts";

/** The `backend` column of a peer's rows. */
export type PeerBackend = "python-cpu" | "python-cuda";

/** One system. */
export interface PeerSpec {
  /** As `serve.py` knows it; its contenders are `peer:<id>`. */
  readonly id: string;
  /** What a reader sees. */
  readonly label: string;
  /** The Python environment that it needs. */
  readonly environment: EnvironmentId;
  /** Where it can run. */
  readonly backends: readonly PeerBackend[];
  /** The documented call that is timed. */
  readonly call: string;
}

/** Every peer that multiplies, in the order of legends. */
export const PEERS: readonly PeerSpec[] = [
  {
    id: "scipy",
    label: "SciPy",
    environment: "scipy",
    backends: ["python-cpu"],
    call: "csr_array @ dense (one thread, whatever it is given)",
  },
  {
    id: "torch",
    label: "PyTorch",
    environment: "torch",
    backends: ["python-cpu", "python-cuda"],
    call: "torch.sparse.mm(csr, dense), int32 indices",
  },
  {
    id: "pyg",
    label: "PyTorch Geometric",
    environment: "torch",
    backends: ["python-cpu", "python-cuda"],
    call: "torch_geometric.utils.spmm(csr, dense), int32 indices",
  },
  {
    id: "dgl",
    label: "DGL, as GraphConv",
    environment: "dgl",
    backends: ["python-cpu"],
    call:
      "dgl.ops.copy_u_sum between two scalings by node, as dgl.nn.GraphConv does; u_mul_e_sum where weights do not separate",
  },
  {
    id: "dgl-weighted",
    label: "DGL, edge weights",
    environment: "dgl",
    backends: ["python-cpu"],
    call: "dgl.ops.u_mul_e_sum(graph, dense, weights)",
  },
  {
    id: "cupy",
    label: "CuPy",
    environment: "cupy",
    backends: ["python-cuda"],
    call: "cupyx csr_matrix @ dense",
  },
];

/** Every peer that trains, in the order of legends. */
export const TRAINING_PEERS: readonly PeerSpec[] = [
  {
    id: "torch",
    label: "PyTorch, transpose kept",
    environment: "torch",
    backends: ["python-cpu", "python-cuda"],
    call:
      "torch.sparse.mm(csr, dense), int32 indices, in an autograd function that has the transposed matrix ready; " +
      "(A H) W or A (H W), whichever aggregates fewer columns in a step",
  },
  {
    id: "torch-autograd",
    label: "PyTorch",
    environment: "torch",
    backends: ["python-cpu", "python-cuda"],
    call: "torch.sparse.mm(csr, H W) + b, int32 indices, and autograd",
  },
  {
    id: "pyg",
    label: "PyTorch Geometric",
    environment: "torch",
    backends: ["python-cpu", "python-cuda"],
    call: "torch_geometric.nn.GCNConv(normalize=False) on a normalised csr tensor, int32 indices",
  },
  {
    id: "dgl",
    label: "DGL",
    environment: "dgl",
    backends: ["python-cpu"],
    call:
      'dgl.nn.GraphConv(norm="both"); norm="none" and edge weights where weights are not those of the degrees',
  },
];

/**
 * The peer of that id, among all or among those given.
 *
 * @throws {UsageError} for any other.
 */
export function findPeer(id: string, among: readonly PeerSpec[] = [...PEERS, ...TRAINING_PEERS]): PeerSpec {
  const peer = among.find((each) => each.id === id);
  if (peer === undefined) {
    throw new UsageError({
      action: `find peer "${id}"`,
      current: "no such peer",
      wanted: `one of ${[...new Set(among.map((each) => each.id))].join(", ")}`,
      next: "name one of them",
    });
  }
  return peer;
}

/**
 * Where a peer runs beside a device: on the CPU beside `wasm`, on the GPU beside `webgpu`.
 *
 * @throws {MissingError} where the peer does not run there: a CPU library beside GPU kernels compares machines, not code.
 */
export function peerBackend({ id, label, backends }: PeerSpec, device: DeviceBackend): PeerBackend {
  const wanted = pythonBeside(device);
  if (!backends.includes(wanted)) {
    const other = wanted === "python-cpu" ? "CUDA" : "the CPU";
    throw new MissingError({
      action: `run peer "${id}"`,
      current: `${label} runs on ${other} only, beside a ${device} device`,
      wanted: backends.join(" or "),
      next: `take --device ${wanted === "python-cpu" ? "webgpu" : "wasm"}`,
    });
  }
  return wanted;
}

/** The kind of peer that stands beside a device. */
export function pythonBeside(device: DeviceBackend): PeerBackend {
  return device === "webgpu" ? "python-cuda" : "python-cpu";
}
