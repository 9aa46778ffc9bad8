/**
 * Libraries that train: each one's losses and scores are those of float64 arithmetic, whatever the matrix and the layers.
 *
 * @module
 */
import assert from "node:assert/strict";
import { environmentPython } from "../../../experiments/peers/environments/environments.ts";
import { closePeers } from "../../../experiments/peers/open_peers.ts";
import type { PeerOptions } from "../../../experiments/peers/peer.ts";
import { PeerTraining, type PeerTrainingProblem } from "../../../experiments/peers/peer_training.ts";
import { TRAINING_PEERS } from "../../../experiments/peers/peers.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise, rowMean } from "../../../graph/normalization.ts";
import { DeviceError, UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { type FakeAnswers, fakePython, HAS_SHELL, member } from "./fake_python.ts";
import { referenceTraining } from "./gcn_reference.ts";
import { trainingProblem } from "./training_problem.ts";

/** A worker whose answers to `model` and `forget` are right. */
async function withFake(
  { others, ...answers }: FakeAnswers,
  work: (options: PeerOptions) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const model = `n=$((n + 1)); echo "{\\"ok\\":true,\\"model\\":$n,\\"seconds\\":0.5}"`;
    const forget = `echo '{"ok":true}'`;
    const python = await fakePython(folder, { ...answers, others: { model, forget, ...others } });
    await work({ threads: 2, python, timeoutMs: 120_000 });
  } finally {
    await closePeers();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "seconds come back as milliseconds, losses and scores as they are, and models of one worker apart",
  ignore: !HAS_SHELL,
  fn: () =>
    withFake({
      others: {
        train: `case "$line" in *'"model":2'*) loss=2.5 ;; *) loss=1.5 ;; esac
          echo "{\\"ok\\":true,\\"seconds\\":0.25,\\"losses\\":[$loss,1]}"`,
        evaluate: `echo '{"ok":true,"loss":0.5,"accuracy":0.75}'`,
        scores: `head -c ${4 * 120 * 4} /dev/zero > "${member("file")}"; echo '{"ok":true}'`,
        reset: `echo '{"ok":true}'`,
      },
    }, async (options) => {
      const problem = trainingProblem();
      const [first, second] = [
        await PeerTraining.open("torch", problem, options),
        await PeerTraining.open("torch", problem, options),
      ];
      assert.equal(first.prepareMs, 500);
      assert.deepEqual(await first.train(2), { ms: 250, losses: [1.5, 1] });
      assert.deepEqual(await second.train(2), { ms: 250, losses: [2.5, 1] });
      assert.deepEqual(await first.evaluate("test"), { loss: 0.5, accuracy: 0.75 });
      assert.deepEqual(await first.scores(), new Float32Array(120 * 4));
      await first.reset();
      first.close();
      second.close();
    }),
});

Deno.test({
  name: "an answer that is none is an error, and so are logits of another size",
  ignore: !HAS_SHELL,
  fn: () =>
    withFake({
      others: {
        train: `echo '{"ok":true,"seconds":0.25,"losses":[null]}'`,
        scores: `: > "${member("file")}"; echo '{"ok":true}'`,
      },
    }, async (options) => {
      const training = await PeerTraining.open("torch", trainingProblem(), options);
      await assert.rejects(training.scores(), /file of 0 bytes/);
      await assert.rejects(training.train(1), /cannot be read/);
    }),
});

Deno.test("weights that the widths have no place for, and peers that do not train, are refused before a worker starts", async () => {
  const problem = trainingProblem();
  const { W1, b1, W2, b2 } = problem.parameters;
  const options = { threads: 1, python: "/nowhere/python" };
  for (
    const changes of [
      { parameters: { W1, b1, b2 } },
      { parameters: { W1: W2, b1, W2, b2 } },
      { parameters: { W1, b1, W2, b2, W3: W2 } },
      { parameters: { W1, b1: b2, W2, b2 } },
      { widths: [10] },
    ]
  ) {
    await assert.rejects(PeerTraining.open("torch", { ...problem, ...changes }, options), UsageError);
  }
  await assert.rejects(PeerTraining.open("scipy", problem, options), UsageError);
});

const asymmetric = csrFromEdges({
  vertices: 120,
  source: Uint32Array.from({ length: 500 }, (_, i) => (i * 37) % 120),
  target: Uint32Array.from({ length: 500 }, (_, i) => (i * i + 11 * i) % 120),
});

/** One problem each that a library may take another way for. */
const PROBLEMS = {
  "GCN weights": trainingProblem(),
  "three layers, no bias": trainingProblem({ widths: [10, 6, 12, 3], withBias: false }),
  "one layer": trainingProblem({ widths: [10, 3] }),
  "means over directed edges": trainingProblem({ matrix: rowMean(asymmetric) }),
  "directed edges without weights": trainingProblem({ matrix: asymmetric }),
  "weights that are not those of the degrees": trainingProblem({
    matrix: gcnNormalise(rowMean(trainingProblem().matrix)),
  }),
};

const EPOCHS = 10;

for (const { id, environment } of TRAINING_PEERS) {
  const absent = environmentPython(environment) === undefined;
  if (absent) {
    console.log(
      `peer ${id}: its training is not tested, ${environment} is not set up (deno task peers:setup ${environment})`,
    );
  }

  Deno.test({
    name: `${id} trains as float64 arithmetic does`,
    ignore: absent,
    fn: async (t) => {
      try {
        for (const [name, problem] of Object.entries(PROBLEMS)) {
          await t.step(name, () => assertTrains(id, problem));
        }
        await t.step("it goes back to its first step, with the same masks", () => assertResets(id));
        await t.step(
          "a loss that is not finite, and a problem that is none, are errors",
          () => assertRefuses(id),
        );
      } finally {
        await closePeers();
      }
    },
  });
}

const THREADS = { threads: 1 };

/** Losses of the first epochs, scores after them, and what is said of the test set. */
async function assertTrains(id: string, problem: PeerTrainingProblem): Promise<void> {
  const wanted = referenceTraining(problem, EPOCHS);
  assert.ok(wanted.losses[EPOCHS - 1] < 0.95 * wanted.losses[0], "nothing is learned");
  const training = await PeerTraining.open(id, problem, THREADS);
  const { ms, losses, counts } = await training.train(EPOCHS);
  if (Deno.build.os === "linux") assert.ok(counts!.ran > 0 && counts!.faults >= 0, "what the system counted");
  assert.ok(ms > 0);
  assert.equal(losses.length, EPOCHS);
  losses.forEach((loss, epoch) => {
    const share = loss / wanted.losses[epoch];
    assert.ok(Math.abs(share - 1) < 1e-4, `epoch ${epoch + 1}: ${loss} for ${wanted.losses[epoch]}`);
  });
  const scores = await training.scores();
  const largest = wanted.scores.reduce((most, score) => Math.max(most, Math.abs(score)), 0);
  scores.forEach((score, i) => assert.ok(Math.abs(score - wanted.scores[i]) < 1e-3 * largest));

  const { labels, widths, sets: { test } } = problem;
  const { loss, accuracy } = await training.evaluate("test");
  const rows = [...test].map((v) => [...scores.subarray(v * widths.at(-1)!, (v + 1) * widths.at(-1)!)]);
  const right = rows.filter((row, i) => row.indexOf(Math.max(...row)) === labels[test[i]]);
  assert.equal(accuracy, right.length / test.length);
  const own = rows.map((row, i) => Math.log(sumOf(row, (z) => Math.exp(z))) - row[labels[test[i]]]);
  assert.ok(Math.abs(own.reduce((a, b) => a + b) / own.length - loss) < 1e-5);
  training.close();
}

async function assertResets(id: string): Promise<void> {
  const problem = trainingProblem({ dropout: { input: 0.3, hidden: 0.5 } });
  const training = await PeerTraining.open(id, problem, THREADS);
  const { losses } = await training.train(5);
  await training.reset();
  assert.deepEqual((await training.train(5)).losses, losses);
  await training.reset();
  const [plain] = (await training.train(1, { dropout: false })).losses;
  assert.ok(Math.abs(plain / referenceTraining(problem, 1).losses[0] - 1) < 1e-4);
  assert.ok(Math.abs(losses[0] / plain - 1) > 1e-3, "dropout changes nothing");
  training.close();
}

async function assertRefuses(id: string): Promise<void> {
  const problem = trainingProblem();
  const adam = { ...problem.adam, learningRate: 1e30 };
  const lost = await PeerTraining.open(id, { ...problem, adam }, THREADS);
  await assert.rejects(lost.train(5), (error) => {
    assert.ok(error instanceof DeviceError);
    assert.match(error.parts.current, /the loss is (nan|inf) in epoch [2-5] of 5/);
    return true;
  });
  await assert.rejects(lost.evaluate("validation"), /no set "validation"/);
  const labels = new Uint32Array(problem.labels.length).fill(9);
  await assert.rejects(PeerTraining.open(id, { ...problem, labels }, THREADS), /label of "train" leaves/);
  await lost.reset();
  assert.ok((await lost.train(1)).ms > 0);
  lost.close();
}
