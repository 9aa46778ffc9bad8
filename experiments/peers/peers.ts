/**
 * The systems that a user would pick instead of this harness's kernels: which environment each one needs,
 * where it runs and by which of its calls it is measured.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { MissingError, UsageError } from "../../platform/errors.ts";
import { labelInSentence } from "../../results/report/suite_label.ts";
import type { Lab } from "../lab.ts";
import type { EnvironmentId } from "./environments/environments.ts";

/** The `backend` column of a peer's rows. */
export type PeerBackend = "python-cpu" | "python-cuda" | "library-cpu";

/** One system that a user would pick instead of this harness's kernels. */
export interface PeerSpec {
  /** Id of the system in `serve.py`; the system's contenders are `peer:<id>`. */
  readonly id: string;
  /** Id of the system in contenders, where it is another than the worker's. */
  readonly system?: string;
  /** Name of the system in tables and legends. */
  readonly label: string;
  /** The Python environment that it needs. */
  readonly environment: EnvironmentId;
  /** Python modules that it needs, by import name; an existing Python that has them all will do. */
  readonly modules: readonly string[];
  /** Backends on which the system can run. */
  readonly backends: readonly PeerBackend[];
  /** The documented call that is timed. */
  readonly call: string;
  /** File of a user's kernel, in place of a library that `serve.py` knows. */
  readonly file?: {
    readonly path: string;
    readonly kind: "library" | "python";
    /** Longest wait for an answer, in milliseconds. */
    readonly longestWaitMs: number;
  };
}

type Needs = Pick<PeerSpec, "environment" | "modules" | "backends">;

const ON_TORCH: Needs = {
  environment: "torch",
  modules: ["torch", "numpy"],
  backends: ["python-cpu", "python-cuda"],
};
const ON_PYG: Needs = { ...ON_TORCH, modules: ["torch_geometric", "torch", "numpy"] };
const ON_DGL: Needs = { environment: "dgl", modules: ["dgl", "torch", "numpy"], backends: ["python-cpu"] };

/** Every peer that multiplies, in the order of legends. */
export const PEERS: readonly PeerSpec[] = [
  {
    id: "scipy",
    label: "SciPy",
    environment: "scipy",
    modules: ["scipy", "numpy"],
    backends: ["python-cpu"],
    call: "csr_array @ dense (one thread, whatever it is given)",
  },
  {
    id: "torch",
    label: "PyTorch",
    ...ON_TORCH,
    call: "torch.sparse.mm(csr, dense), int32 indices",
  },
  {
    id: "pyg",
    label: "PyTorch Geometric",
    ...ON_PYG,
    call: "torch_geometric.utils.spmm(csr, dense), int32 indices",
  },
  {
    id: "dgl",
    label: "DGL, as GraphConv",
    ...ON_DGL,
    call:
      "dgl.ops.copy_u_sum between two scalings by node, all three timed, as dgl.nn.GraphConv does; u_mul_e_sum where weights do not separate",
  },
  {
    id: "dgl-weighted",
    label: "DGL, edge weights",
    ...ON_DGL,
    call: "dgl.ops.u_mul_e_sum(graph, dense, weights)",
  },
  {
    id: "cupy",
    label: "CuPy",
    environment: "cupy",
    modules: ["cupy", "numpy"],
    backends: ["python-cuda"],
    call: "cupyx csr_matrix @ dense",
  },
];

const registered: PeerSpec[] = [];

/** Peers of sparse products: {@link PEERS}, then those that a user has brought along. */
export function productPeers(): readonly PeerSpec[] {
  return [...PEERS, ...registered];
}

/**
 * Adds a peer to those of sparse products, in place of an earlier one of the same file.
 *
 * @throws {UsageError} where another peer has its id.
 */
export function registerProductPeer(spec: PeerSpec): void {
  const again = registered.findIndex(({ file }) => file !== undefined && file.path === spec.file?.path);
  if (again >= 0) {
    registered[again] = spec;
    return;
  }
  const known = allPeers().find(({ id }) => id === spec.id);
  if (known !== undefined) {
    throw new UsageError({
      action: `take ${labelInSentence(spec.label)} as a peer`,
      current: `the id "${spec.id}" of ${labelInSentence(known.label)}`,
      wanted: "an id of its own, which comes from the file's name",
      next: "rename the file",
    });
  }
  registered.push(spec);
}

/** Every peer that multiplies dense matrices, in the order of legends. */
export const GEMM_PEERS: readonly PeerSpec[] = [
  {
    id: "numpy",
    label: "NumPy with OpenBLAS",
    environment: "scipy",
    modules: ["numpy"],
    backends: ["python-cpu"],
    call: "features @ weights",
  },
  {
    id: "torch",
    label: "PyTorch",
    ...ON_TORCH,
    call: "torch.mm(features, weights): MKL on the CPU, cuBLAS on a GPU",
  },
];

/** Every peer that trains, in the order of legends. */
export const TRAINING_PEERS: readonly PeerSpec[] = [
  {
    id: "torch",
    label: "PyTorch, transpose kept",
    ...ON_TORCH,
    call:
      "torch.sparse.mm(csr, dense), int32 indices, in an autograd function that has the transposed matrix ready; " +
      "(A H) W or A (H W), whichever aggregates fewer columns in a step",
  },
  {
    id: "torch-autograd",
    label: "PyTorch",
    ...ON_TORCH,
    call: "torch.sparse.mm(csr, H W) + b, int32 indices, and autograd",
  },
  {
    id: "pyg",
    label: "PyTorch Geometric",
    ...ON_PYG,
    call: "torch_geometric.nn.GCNConv(normalize=False) on a normalised csr tensor, int32 indices",
  },
  {
    id: "dgl",
    label: "DGL",
    ...ON_DGL,
    call:
      'dgl.nn.GraphConv(norm="both"); norm="none" and edge weights where weights are not those of the degrees',
  },
];

/** Every peer that samples neighbours and trains on mini-batches, in the order of legends. */
export const BATCH_PEERS: readonly PeerSpec[] = [
  {
    id: "pyg-batches",
    system: "pyg",
    label: "PyTorch Geometric",
    environment: "pyg-sampler",
    modules: ["torch_geometric", "torch_sparse", "torch", "numpy"],
    backends: ["python-cpu"],
    call:
      "torch_geometric.loader.NeighborLoader with the sampler of torch-sparse and as many worker processes, up to two, " +
      "as are fastest; GCNConv, SAGEConv, GINConv or GATConv on the sampled subgraph",
  },
  {
    id: "dgl",
    label: "DGL",
    ...ON_DGL,
    call:
      "dgl.dataloading.DataLoader with a prefetching NeighborSampler (fused=False: fused, DGL 2.1 numbers wrongly on several threads) and as many worker processes, up to two, as are " +
      "fastest; GraphConv, SAGEConv, GINConv or GATConv on its blocks",
  },
];

/** Contender that is a real system in a process beside the device. */
export interface PeerContender {
  /** `peer:dgl`. */
  readonly id: string;
  /** Name of the system. */
  readonly label: string;
  /** Id of the worker. */
  readonly factors: { readonly peer: string };
  /** Marks another system's rows. */
  readonly runtime: "python" | "library";
}

/** Contenders that are the peers. */
export function peerContenders(peers: readonly PeerSpec[]): readonly PeerContender[] {
  return peers.map(({ id: peer, system = peer, label, file }) => ({
    id: `peer:${system}`,
    label,
    factors: { peer },
    runtime: file?.kind === "library" ? "library" : "python",
  }));
}

/** Peers that start in an environment, each once. */
export function peersOf(environment: EnvironmentId): readonly PeerSpec[] {
  const inside = [...PEERS, ...BATCH_PEERS].filter((peer) => peer.environment === environment);
  return inside.filter(({ id }, place) => inside.findIndex((peer) => peer.id === id) === place);
}

function allPeers(): readonly PeerSpec[] {
  return [...productPeers(), ...GEMM_PEERS, ...TRAINING_PEERS, ...BATCH_PEERS];
}

/**
 * The peer of that id, among all or among those given.
 *
 * @throws {UsageError} for any other.
 */
export function findPeer(
  id: string,
  among: readonly PeerSpec[] = allPeers(),
): PeerSpec {
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

/** Backend and threads of a peer. */
export interface PeerPlace {
  /** Backend of the peer: on the CPU or on the GPU. */
  readonly backend: PeerBackend;
  /** CPU threads that the peer may use, at least 1: on a GPU, those of the library's host side. */
  readonly threads: number;
}

/**
 * Backend and threads of a peer beside the device of a lab, with as many CPU threads as any process beside it
 * may use.
 *
 * @throws {MissingError} where the peer does not run there: a CPU library beside GPU kernels compares
 * machines, not code.
 */
export function peerPlace(
  { id, label, backends, file }: PeerSpec,
  { device, hostThreads }: Pick<Lab, "device" | "hostThreads">,
): PeerPlace {
  const beside = pythonBeside(device);
  const backend = beside === "python-cpu" && file?.kind === "library" ? "library-cpu" : beside;
  if (backends.includes(backend)) return { backend, threads: hostThreads };
  const [elsewhere, here, next] = backend !== "python-cuda"
    ? ["CUDA", "on the CPU", "take --device webgpu on a machine with an NVIDIA GPU"]
    : ["the CPU", "on a GPU", "take --device wasm"];
  throw new MissingError({
    action: `run peer "${id}"`,
    current: `${
      labelInSentence(label)
    } runs on ${elsewhere} only, and device ${device.backend} computes ${here}`,
    wanted: backends.join(" or "),
    next,
  });
}

/**
 * The kind of peer that stands beside a device: on the GPU beside a GPU, on the CPU beside it or beside an
 * emulated GPU.
 */
export function pythonBeside({ backend, adapterKind }: Pick<Device, "backend" | "adapterKind">): PeerBackend {
  return backend === "webgpu" && adapterKind === "hardware" ? "python-cuda" : "python-cpu";
}
