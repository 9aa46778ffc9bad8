/**
 * A comparison of row-split with peers on an identity matrix, without a session around it.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { closePeers } from "../../../experiments/peers/open_peers.ts";
import { peerTrial } from "../../../experiments/peers/peer_trial.ts";
import type { Lab } from "../../../experiments/lab.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { spmmTrial } from "../../../experiments/trials/spmm_trial.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { runComparison, testLab } from "../lab.ts";
import { type FakeAnswers, fakePython } from "./fake_python.ts";

/** Rows of the matrix and columns of the features. */
export const ROWS = 500, WIDTH = 12;

/** The matrix, with a weight of 1 in every row. */
export const identity: CsrMatrix = {
  rows: ROWS,
  cols: ROWS,
  rowPtr: Uint32Array.from({ length: ROWS + 1 }, (_, i) => i),
  colIdx: Uint32Array.from({ length: ROWS }, (_, i) => i),
  values: new Float32Array(ROWS).fill(1),
};

const dataset: LoadedDataset = {
  id: "made",
  kind: "stand-in",
  graph: identity,
  hash: "0",
  counts: { vertices: ROWS, storedEdges: ROWS, undirectedEdges: ROWS },
  note: "",
};

/**
 * A laboratory on one thread, or another device, and a folder; both are gone afterwards, and so are all
 * workers.
 */
export async function withLab(
  work: (lab: Lab, folder: string) => Promise<void>,
  open: () => Device | Promise<Device> = () => openWasmDevice({ threads: 1 }),
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const device = await open();
  try {
    const cached = () => Promise.reject(new Error("nothing to compute"));
    await work({ ...testLab(device, { rounds: 3, maxRounds: 3 }), cached }, folder);
  } finally {
    await closePeers();
    device.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Rows of a comparison of row-split with peers that answer so, or that run a program, on the identity matrix.
 */
export async function rowsOf(
  fakes: Readonly<Record<string, FakeAnswers | string>>,
  { lab, folder }: { lab: Lab; folder: string },
) {
  const pythonOf = (fake: FakeAnswers | string) => typeof fake === "string" ? fake : fakePython(folder, fake);
  const problem = { matrix: identity, features: randomFeatures(ROWS, WIDTH, 1), width: WIDTH };
  const suite: Suite = {
    id: "own/peers",
    artifact: "Peers",
    title: "Peers beside a kernel",
    question: "Does a peer that fails take another cell with it?",
    contenders: [
      { id: "row-split", label: "row-split" },
      ...Object.keys(fakes).map((id) => ({ id, label: id, runtime: "python" as const })),
    ],
    baseline: "row-split",
    workloads: () => [{ id: "made", dataset: "made", factors: {} }],
    settings: {},
    measurement: {
      kind: "timed",
      decides: true,
      trial: async (each, _dataset, _workload, { id }) =>
        id === "row-split" ? spmmTrial(each, { ...problem, kernel: id }) : await peerTrial(each, {
          ...problem,
          peer: "scipy",
          open: { python: await pythonOf(fakes[id]), timeoutMs: 120_000 },
        }),
    },
    metrics: {},
    plots: [],
    notes: [],
    claims: [],
  };
  const [workload] = suite.workloads(lab.profile);
  return await runComparison({ ...lab, allowSoftware: true }, { suite, workload, dataset });
}
