/**
 * A run that is stopped within a comparison of several trainings goes on with the next of them.
 *
 * @module
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { lossCurve } from "../../../experiments/fastgl/training/convergence/loss_curves.ts";
import { sampledGraph } from "../../../experiments/fastgl/sampling_graphs.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { KeptResults } from "../../../experiments/session/kept_results.ts";
import { repro } from "../../../experiments/session/repro.ts";
import type { ReproOptions } from "../../../experiments/session/repro_options.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { registerSuite } from "../../../experiments/suites.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { countingRows } from "../../../results/store/counting_rows.ts";
import { readSession } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";

const GRAPH = sampledGraph(PROFILES.smoke, "reddit"), TRAININGS = 3;

let trained: number[] = [];
let afterTraining = (_seed: number) => {};

const train: typeof lossCurve = async (lab, dataset, options) => {
  trained.push(options.seed);
  return await lossCurve(lab, dataset, options);
};

const suite: Suite = {
  id: "own/stopped-trainings",
  artifact: "Stopped trainings",
  title: "Losses of several trainings",
  question: "Are they the same where the run was stopped between two?",
  contenders: [{ id: "one", label: "one" }],
  baseline: "one",
  workloads: () => ["first", "again"].map((id) => ({ id, dataset: GRAPH.dataset, factors: {} })),
  settings: {},
  measurement: {
    kind: "joint",
    async measure(lab, dataset) {
      const loss: number[] = [];
      for (let seed = 1; seed <= TRAININGS; seed++) {
        const settings = { graph: GRAPH, model: "GCN", window: 1, iterations: 4, seed } as const;
        const { losses } = await lab.kept("fastgl/stopped-trainings", train, dataset, settings);
        loss.push(...losses);
        afterTraining(seed);
      }
      return () => ({ times: {}, facts: { loss } });
    },
  },
  metrics: { loss: { label: "loss", unit: "1", better: "lower" } },
  plots: [],
  notes: [],
  claims: [],
};

registerSuite(suite);

/** Runs of sessions in a folder, by name; this suite alone unless told. */
const runIn =
  (out: string) => (session: string, { papers = [suite.id], ...options }: Partial<ReproOptions> = {}) =>
    repro({
      papers,
      profile: "smoke",
      device: "wasm",
      threads: 1,
      session,
      out,
      quiet: true,
      ...options,
    });

Deno.test("a run stopped after a training resumes with the next one, to the same losses bit by bit", () =>
  inFolder(async (out) => {
    const run = runIn(out);
    const losses = async (session: string) => {
      const { samples, rows } = await readSession(join(out, session));
      const own = ({ cell }: { readonly cell: string }) => cell.startsWith(`${suite.id}:`);
      return {
        samples: samples.filter(own).map(({ cell, value }) => [cell, value]),
        medians: rows.filter(own).map(({ median }) => median),
      };
    };
    await run("whole");

    const stop = new AbortController();
    afterTraining = (seed) => {
      if (seed === 2) stop.abort(new Interrupted("SIGINT"));
    };
    trained = [];
    await assert.rejects(run("stopped", { signal: stop.signal }), Interrupted);
    assert.deepEqual(trained, [1, 2], "no training begins after the signal");
    assert.equal((await readSession(join(out, "stopped"))).journal.length, 0, "no comparison has ended");

    await run("stopped", { papers: ["hetu-gnn/section-2-1"] });

    afterTraining = () => {};
    trained = [];
    await run("stopped");
    assert.deepEqual(
      trained,
      [3],
      "the trainings before it are not repeated, not even for the next workload",
    );
    assert.deepEqual(await losses("stopped"), await losses("whole"));
    await assert.rejects(Deno.stat(join(out, "stopped", "kept")), Deno.errors.NotFound);
  }));

Deno.test("a training that fails costs none of those before it, which go once all is well", () =>
  inFolder(async (out) => {
    const run = runIn(out), isKept = () => existsSync(join(out, "failed", "kept"));
    afterTraining = (seed) => {
      if (seed === 2) throw new TypeError("the second training fails");
    };
    trained = [];
    await run("failed");
    assert.deepEqual([trained, isKept()], [[1, 2], true]);

    afterTraining = () => {};
    trained = [];
    await run("failed", { failed: true });
    assert.deepEqual([trained, isKept()], [[3], false]);
    const { rows } = await readSession(join(out, "failed"));
    const own = countingRows(rows).filter(({ cell }) => cell.startsWith(`${suite.id}:`));
    assert.deepEqual(own.map(({ status }) => status), ["ok", "ok"]);
  }));

Deno.test("a kept result is what was computed, under its origin alone", () =>
  inFolder(async (folder) => {
    const value = { losses: [0.1 + 0.2, -0, NaN, Infinity], words: Float32Array.of(0.1), none: undefined };
    let computed = 0;
    const get = (settings: unknown, name = "roc/curve") =>
      new KeptResults(folder).get({ name, dataset: "d", settings }, () => ({ ...value, at: ++computed }));
    assert.deepEqual(await get({ seed: 1 }), { ...value, at: 1 });
    assert.deepEqual(await get({ seed: 1 }), { ...value, at: 1 });
    assert.equal((await get({ seed: 2 })).at, 2);
    assert.equal((await get({ seed: 1 }, "roc/other")).at, 3);
    assert.equal((await get({ seed: 1 }, "paper-elsewhere/curve")).at, 4);
    assert.equal((await get({ seed: 1 }, "paper-elsewhere/curve")).at, 5, "its code has no digest");
    const kept = new KeptResults(folder);
    for (const name of ["roc/curve", "paper-elsewhere/curve"]) {
      await kept.forget({ name, dataset: "d", settings: { seed: 2 } });
    }
    assert.equal((await get({ seed: 1 })).at, 1, "only that of the named origin is forgotten");
    assert.equal((await get({ seed: 2 })).at, 6);
    await kept.remove();
    await kept.remove();
    assert.equal((await get({ seed: 1 })).at, 7);
  }));
