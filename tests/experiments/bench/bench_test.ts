/**
 * The bench end to end at smoke size: a whole quick run, and the exit code of the verb.
 *
 * @module
 */
import assert from "node:assert/strict";
import { bench, benchSuites, isQuick } from "../../../experiments/bench/bench.ts";
import { renderBenchPage } from "../../../experiments/bench/bench_page.ts";
import { renderBench } from "../../../experiments/bench/bench_text.ts";
import type { BenchSuite } from "../../../experiments/bench/bench_suite.ts";
import { benchVerb } from "../../../experiments/bench/bench_verb.ts";
import type { BenchLine } from "../../../experiments/bench/line.ts";
import { peerTrial } from "../../../experiments/peers/peer_trial.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { naturalOperands } from "../../../experiments/trials/ordered_graph.ts";
import { spmmTrial } from "../../../experiments/trials/spmm_trial.ts";
import { registerSuite } from "../../../experiments/suites.ts";

/** Runs `work` with folders of its own, so that no peer is set up. */
async function apart(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const before = Deno.env.get("GNN_REPRO_CACHE"), path = Deno.env.get("PATH")!;
  Deno.env.set("GNN_REPRO_CACHE", `${folder}/cache`);
  // No Python that has the packages already. Other programs stay: tests that run beside this one need them.
  const programs = `${folder}/programs`;
  await Deno.mkdir(programs);
  for (const name of ["python3", "cc"]) {
    await Deno.writeTextFile(`${programs}/${name}`, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  }
  Deno.env.set("PATH", `${programs}:${path}`);
  try {
    await work(folder);
  } finally {
    Deno.env.set("PATH", path);
    if (before === undefined) Deno.env.delete("GNN_REPRO_CACHE");
    else Deno.env.set("GNN_REPRO_CACHE", before);
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs `work` with so many rounds in a smoke run, whose own two decide no target. */
async function withRounds(rounds: number, work: () => Promise<void>): Promise<void> {
  const smoke = PROFILES.smoke, own = { rounds: smoke.rounds, maxRounds: smoke.maxRounds };
  Object.assign(smoke, { rounds, maxRounds: rounds });
  try {
    await work();
  } finally {
    Object.assign(smoke, own);
  }
}

/** Suites of mini-batches, which small graphs have too few of for a quick bench. */
const SAMPLED = ["fastgl/figure-13", "own/bench-mini-batches"];

Deno.test("a quick bench runs every suite of small graphs on WebAssembly, names what did not run, and is resumed for nothing", () =>
  apart(async (out) => {
    const options = { quick: true, profile: "smoke", device: "wasm", threads: 2, out, quiet: true };
    const first = await bench({ ...options, session: "quick" });
    assert.equal(first.summary.cells.wrong + first.summary.cells.failed, 0);
    assert.equal(first.failed, false);
    const suites = new Set(first.contents.rows.map(({ suite }) => suite));
    const small = benchSuites().map(({ id }) => id).filter((id) => !SAMPLED.includes(id));
    assert.deepEqual([...suites].sort(), small.sort());
    const outcome = (work: string, against: string) =>
      first.lines.find(({ line }) => line.work === work && "against" in line && line.against === against);
    assert.equal(outcome("SpMM, all threads", "itself on 1 thread")?.outcome, "shown");
    for (const against of ["PyTorch", "DGL, copy_u", "CuPy"]) {
      assert.equal(outcome("SpMM", against)?.outcome, "not run", against);
    }
    assert.match(outcome("SpMM", "PyTorch")!.reason, /not set up/);
    assert.equal(outcome("GEMM", "OpenBLAS")?.outcome, "not run");
    const slope = first.lines.find(({ line }) => line.kind === "slope");
    assert.deepEqual(slope?.cells, { found: 2, planned: 2 });
    const text = renderBench(first, "bench.html");
    assert.match(text, /GB\/s.*GFLOP\/s/);
    assert.match(text, /targets: 0 met, 0 missed/);
    // The interval of a line without a ratio is no interval of 95 %.
    for (const shown of [text, renderBenchPage(first)]) {
      assert.match(shown, /times an edge are the least and\s+the\s+largest of their cells/);
    }
    const page = renderBenchPage(first);
    assert.match(page, /<title>Bench: session quick<\/title>/);
    assert.doesNotMatch(page, /<script/);
    // A narrow screen shows each line as a card, with the headings beside the values.
    assert.match(page, /<div class="scroll stacks"/);
    assert.match(page, /<td\s+data-label="against"\s*>PyTorch<\/td>/);

    const rows = first.contents.rows.length;
    const again = await bench({ ...options, session: "quick" });
    assert.equal(again.contents.rows.length, rows);
    assert.deepEqual(again.lines, first.lines);
  }));

Deno.test("the verb exits with 1 where a target is missed, with 0 where all are met or nothing could run", () =>
  apart(async (out) => {
    const line = (over: string, atLeast: number): BenchLine => ({
      kind: "ratio",
      work: "SpMM",
      of: "row-split",
      over,
      against: over,
      target: { on: ["wasm"], atLeast },
    });
    const codes = new Map<string, unknown>();
    const cases: readonly (readonly [id: string, line: BenchLine])[] = [
      ["met", line("row-split-scalar", 1e-9)],
      ["missed", line("row-split-scalar", 1e9)],
      ["not-run", line("peer:scipy", 1e9)],
    ];
    for (const [id, bench] of cases) {
      const suite: BenchSuite = {
        id: `own/bench-test-${id}`,
        artifact: "Bench: test",
        title: "A target of its own",
        onlyWhenNamed: true,
        question: "Is it reached?",
        contenders: [
          { id: "row-split", label: "row-split" },
          { id: "row-split-scalar", label: "scalar" },
          { id: "peer:scipy", label: "SciPy", runtime: "python" },
        ],
        baseline: "row-split",
        workloads: () => [{ id: "cora", dataset: "cora", factors: { width: 64 } }],
        settings: {},
        measurement: {
          kind: "timed",
          decides: true,
          trial: async (lab, dataset, _workload, { id: kernel, runtime }) => {
            const operands = await naturalOperands(lab, dataset, 64);
            return runtime === undefined
              ? spmmTrial(lab, { ...operands, kernel })
              : await peerTrial(lab, { ...operands, peer: "scipy" });
          },
        },
        metrics: {},
        plots: [],
        notes: [],
        claims: [],
        bench: [bench],
      };
      registerSuite(suite);
      const flags = { profile: "smoke", device: "wasm", threads: 1, out, seed: 1, json: true };
      const filter = `suite=own/bench-test-${id}`;
      await withRounds(6, async () => {
        codes.set(id, await benchVerb.run({ ...flags, filter }, { typed: ["bench"], verbs: [] }));
      });
    }
    assert.deepEqual(Object.fromEntries(codes), { met: 0, missed: 1, "not-run": 0 });
  }));

Deno.test("quick takes two small graphs and two widths, and sizes up to a hundred thousand edges", () => {
  assert.ok(isQuick({ dataset: "cora", width: "64" }));
  assert.ok(!isQuick({ dataset: "cora", width: "256" }));
  assert.ok(!isQuick({ dataset: "twitter", width: "64" }));
  assert.ok(isQuick({ edges: "10000" }) && !isQuick({ edges: "1e6" }));
});
