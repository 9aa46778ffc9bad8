/** The line of a run that names peers which are not set up. @module */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { absentPeersLine } from "../../../experiments/peers/absent_peers.ts";
import {
  environmentFolder,
  interpreterIn,
  writeReady,
} from "../../../experiments/peers/environments/environments.ts";
import { PEERS_PYTHON_VARIABLE } from "../../../experiments/peers/environments/existing_python.ts";
import type { Contender } from "../../../experiments/cell.ts";
import { BATCH_PEERS, GEMM_PEERS, peerContenders, PEERS } from "../../../experiments/peers/peers.ts";
import { inFolder } from "../../in_folder.ts";

const OWN = { id: "row-split", label: "row split", factors: { kernel: "row-split" } };
const CPU = { backend: "wasm", adapterKind: "none" } as const;

Deno.test("a run names the peers of its contenders that are not set up, and one command that installs them", () =>
  inFolder(async (root) => {
    const search = { root, env: () => undefined };
    const contenders: readonly Contender[] = [
      OWN,
      ...peerContenders([...PEERS, ...GEMM_PEERS, ...BATCH_PEERS]),
    ];
    const line = (own = contenders, device: Parameters<typeof absentPeersLine>[1] = CPU) =>
      absentPeersLine(own, device, search);
    assert.equal(
      await line(),
      "note: peers that are not set up, whose cells are skipped: scipy, torch, pyg, dgl, dgl-weighted, numpy, " +
        "pyg-batches; deno task peers:setup scipy torch dgl pyg-sampler",
    );
    // CuPy runs on a GPU alone, and SciPy never does.
    assert.match(
      (await line(contenders, { backend: "webgpu", adapterKind: "hardware" }))!,
      /: torch, pyg, cupy;/,
    );
    const scipy = environmentFolder("scipy", root), python = interpreterIn(scipy);
    await Deno.mkdir(dirname(python), { recursive: true });
    await Deno.writeTextFile(python, "");
    await writeReady(scipy, { bytes: 1, versions: {} });
    assert.match((await line())!, /: torch, pyg, dgl, .*peers:setup torch dgl pyg-sampler$/);
    for (const none of [[OWN], peerContenders(GEMM_PEERS.slice(0, 1)), []]) {
      assert.equal(await line(none), undefined);
    }
  }));

Deno.test("a named Python that does not answer is what the line asks to correct", () =>
  inFolder(async (root) => {
    const env = (name: string) => (name === PEERS_PYTHON_VARIABLE ? "/no/such/python" : undefined);
    assert.match(
      (await absentPeersLine(peerContenders(PEERS), CPU, { root, env }))!,
      /: scipy, torch, .*; correct or unset GNN_REPRO_PEERS_PYTHON$/,
    );
  }));
