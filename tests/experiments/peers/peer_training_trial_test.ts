/**
 * Epochs of a peer as a trial: it is timed only where its losses are ours.
 *
 * @module
 */
import assert from "node:assert/strict";
import { environmentPython } from "../../../experiments/peers/environments/environments.ts";
import { closePeers } from "../../../experiments/peers/open_peers.ts";
import {
  checkLosses,
  peerTrainingTrial,
  type PeerTrainingTrialOptions,
} from "../../../experiments/peers/peer_training_trial.ts";
import type { Trial } from "../../../experiments/measurement.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testLab } from "../lab.ts";
import { fakePython, HAS_SHELL } from "./fake_python.ts";
import { referenceTraining } from "./gcn_reference.ts";
import { trainingProblem } from "./training_problem.ts";

const problem = trainingProblem({ dropout: { input: 0.5, hidden: 0.5 } });
const work = { multiplyAdds: 1, compulsoryBytes: 1, bytesWithoutReuse: 1 };

/** The trial of a peer beside one thread of ours; its worker is gone afterwards. */
async function withTrial(
  options: Pick<PeerTrainingTrialOptions, "losses" | "open" | "peer" | "tolerance">,
  test: (trial: Trial) => Promise<void>,
): Promise<void> {
  const device = await openWasmDevice({ threads: 1 });
  try {
    const cached = () => Promise.reject(new Error("nothing to compute"));
    const lab = { ...testLab(device), cached };
    await test(await peerTrainingTrial(lab, { problem, trainingBytes: 1, work, ...options }));
  } finally {
    await closePeers();
    device.close();
  }
}

Deno.test("losses agree where each is near enough; one that is missing, of another size or not a number is wrong", () => {
  assert.ok(checkLosses([2, 1.0009], [2, 1], 1e-3).ok);
  const report = checkLosses([2, 1.1, 1.2], [2, 1, 1], 1e-3);
  assert.equal(report.ok, false);
  assert.deepEqual(report.worst, { row: 1, got: 1.1, wanted: 1, allowed: 1e-3 });
  assert.equal(checkLosses([2], [2, 1], 1e-3).ok, false);
  assert.equal(checkLosses([2, 1, 1], [2, 1], 1e-3).ok, false);
  assert.equal(checkLosses([NaN], [2], 1e-3).ok, false);
});

Deno.test({
  name:
    "epochs are timed by the worker, checked without dropout from the first step, and one that differs is wrong",
  ignore: !HAS_SHELL,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const done = `echo '{"ok":true}'`;
    const python = await fakePython(folder, {
      others: {
        model: `echo '{"ok":true,"model":1,"seconds":0.5}'`,
        reset: `fresh=1; ${done}`,
        train: `case "$fresh$line" in
            1*'"n":2,"dropout":false'*) losses=2,1 ;;
            *'"n":4,"dropout":true'*) losses=9,9,9,9 ;;
            *) losses= ;;
          esac; fresh=0; echo "{\\"ok\\":true,\\"seconds\\":0.25,\\"losses\\":[$losses]}"`,
        forget: done,
      },
    });
    try {
      for (const [losses, ok] of [[[2, 1], true], [[2, 1.5], false]] as const) {
        await withTrial({ peer: "dgl", losses, open: { python, timeoutMs: 120_000 } }, async (trial) => {
          assert.deepEqual(trial.ranOn, { threads: 3, adapterKind: "none", timer: "wall" });
          assert.equal(trial.factors?.versions, "echo 1.0");
          const prepared = await trial.prepare();
          assert.equal(prepared.prepareMs, 500);
          assert.equal((await prepared.check()).ok, ok);
          assert.ok(prepared.time);
          assert.equal(await prepared.time(4), 250);
          prepared.destroy();
        });
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("a peer without losses to compare with, and one that does not train, are refused", async () => {
  for (const [peer, losses] of [["torch", []], ["cupy", [1]]] as const) {
    await assert.rejects(withTrial({ peer, losses }, () => Promise.resolve()), UsageError);
  }
});

const absent = environmentPython("torch") === undefined;
if (absent) {
  console.log("peers: trials of training are not tested, torch is not set up (deno task peers:setup torch)");
}

Deno.test({
  name: "PyTorch passes the check by float64 losses, and fails it where they are those of other weights",
  ignore: absent,
  fn: async () => {
    const { losses } = referenceTraining(problem, 5);
    await withTrial({ peer: "torch", losses }, async (trial) => {
      const prepared = await trial.prepare();
      const report = await prepared.check();
      assert.ok(report.ok && report.checkedRows === 5 && report.relErr < 1e-5, JSON.stringify(report));
      assert.ok(prepared.time);
      assert.ok(await prepared.time(3) > 0);
      assert.ok((await prepared.check()).ok, "a second check starts anew");
      prepared.destroy();
    });
    const parameters = { ...problem.parameters, W2: problem.parameters.W2.map((weight) => -weight) };
    const other = referenceTraining({ ...problem, parameters }, 5);
    await withTrial({ peer: "torch", losses: other.losses }, async (trial) => {
      const prepared = await trial.prepare();
      assert.equal((await prepared.check()).ok, false);
      prepared.destroy();
    });
  },
});
