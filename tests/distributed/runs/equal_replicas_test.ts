/** Copies of a model on ranks, after each epoch. @module */
import assert from "node:assert/strict";
import { withEqualReplicas } from "../../../distributed/runs/equal_replicas.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import type { EpochTraining } from "../../../training/runs/epoch_training.ts";

interface State {
  readonly epochs: number;
  readonly parameters: ReadonlyMap<string, Float32Array>;
}

/** Training that has these numbers as its parameters; `called` gets the names of its methods. */
function trainingOf(numbers: readonly number[], called: string[] = []): EpochTraining<State> {
  const parameters = new Map([["first", Float32Array.of(1)], ["second", Float32Array.from(numbers)]]);
  const call = <Result>(name: string, result: Result) => (called.push(name), result);
  return {
    train: () => Promise.reject(call("train", new Error("not here"))),
    score: () => Promise.reject(call("score", new Error("not here"))),
    state: () => Promise.resolve(call("state", { epochs: 4, parameters })),
    restore: () => call("restore", undefined),
    close: () => call("close", undefined),
  };
}

/** Reads the state on every rank, of which all have digests of `ranks`. */
async function statesOf(ranks: readonly (readonly number[])[]) {
  const digests: unknown[] = [];
  for (const own of ranks) {
    const asked = withEqualReplicas(trainingOf(own), {
      gather: <Value>(digest: Value) => (digests.push(digest), [digest]),
    });
    await asked.state();
  }
  return await Promise.allSettled(
    ranks.map((own) =>
      withEqualReplicas(trainingOf(own), { gather: <Value>() => digests as Value[] }).state()
    ),
  );
}

Deno.test("copies that differ in one bit end the training on all ranks, with the rank and the epoch", async () => {
  const alike = await statesOf([[1, 2], [1, 2], [1, 2]]);
  assert.ok(alike.every(({ status }) => status === "fulfilled"));
  for (const end of await statesOf([[0, 2], [0, 2], [-0, 2]])) {
    assert.ok(end.status === "rejected" && end.reason instanceof WrongResultError);
    assert.match(
      end.reason.message,
      /that of rank 2 unlike that of rank 0 after epoch 4, wanted the same bits/,
    );
  }
});

Deno.test("all else is the training's own", async () => {
  const called: string[] = [],
    training = withEqualReplicas(trainingOf([1], called), { gather: (own) => [own] });
  await assert.rejects(training.train());
  await assert.rejects(training.score());
  training.restore(await training.state());
  training.close();
  assert.deepEqual(called, ["train", "score", "state", "restore", "close"]);
});
